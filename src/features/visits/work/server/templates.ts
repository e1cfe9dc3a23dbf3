import { requireFeature } from '#features/core/practice/server/require-feature.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { listTemplates, type TemplateRow } from '#features/visits/work/server/queries.ts'
import type { NewWorkTemplate, WorkTemplate, WorkTemplateChange } from '#features/visits/work/templates.ts'
import { NewWorkTemplate as NewTemplateShape, WorkTemplateChange as TemplateChangeShape } from '#features/visits/work/templates.ts'
import { noneIfBlank } from '#lib/blank.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { deleteRow, holdWriters, insertRow, rowForChange, updateRow } from '#platform/server/database/rows.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

type Page = { limit: number; after?: { name: string; id: string } | undefined }

/** Work templates by name, a page at a time. */
export const templatesPage = async (tx: PracticeTx, page: Page): Promise<WorkTemplate[]> => (await listTemplates(tx, page)).map(toTemplate)

/** Adds a template; `id` may have been made on a device. @throws forbidden, templates_not_in_plan, id_taken */
export async function addTemplate(tx: PracticeTx, actor: Actor, id: string, input: NewWorkTemplate): Promise<TemplateRow> {
  requireTemplates(actor)
  await holdWriters(tx)
  const { name, serviceType } = input
  return insertRow(tx, actor, 'work_templates', id, { ...toColumns(input), name, service_type: serviceType })
}

/** Changes what `input` names; null clears. @throws forbidden, templates_not_in_plan, template_not_found, conflict */
export async function changeTemplate(
  tx: PracticeTx,
  actor: Actor,
  id: string,
  input: WorkTemplateChange,
  baseRev?: number,
): Promise<TemplateRow> {
  const before = await rowForChange(tx, 'work_templates', id, 'template_not_found')
  requireTemplates(actor)
  return updateRow(tx, actor, before, 'work_templates', toColumns(input), { baseRev })
}

/** Removes a template; work written with it stays. @throws forbidden, template_not_found, conflict */
export async function removeTemplate(tx: PracticeTx, actor: Actor, id: string, baseRev?: number): Promise<TemplateRow> {
  requireMay(actor, 'changeRecords')
  const before = await rowForChange(tx, 'work_templates', id, 'template_not_found')
  return deleteRow(tx, actor, before, 'work_templates', { baseRev })
}

/** A row as it goes over the wire. */
export const toTemplate = (row: TemplateRow): WorkTemplate => ({
  id: row.id,
  name: row.name,
  serviceType: row.service_type,
  setup: row.setup as WorkTemplate['setup'],
  description: row.description,
  recommendations: row.recommendations,
  resetsCycle: row.resets_cycle,
})

export const templateSync: SyncedEntity<'work_templates'> = {
  toWire: toTemplate,
  write: {
    newShape: NewTemplateShape,
    changeShape: TemplateChangeShape,
    create: addTemplate,
    update: changeTemplate,
    remove: removeTemplate,
  },
}

/**
 * Checked for new and changed templates alone: after a change to a smaller plan, existing ones can still be used and removed.
 * @throws forbidden, templates_not_in_plan
 */
function requireTemplates(actor: Actor): void {
  requireMay(actor, 'changeRecords')
  requireFeature(actor, 'work-templates')
}

const toColumns = (input: WorkTemplateChange) => ({
  name: input.name,
  service_type: input.serviceType,
  setup: input.setup,
  description: noneIfBlank(input.description),
  recommendations: noneIfBlank(input.recommendations),
  resets_cycle: input.resetsCycle,
})
