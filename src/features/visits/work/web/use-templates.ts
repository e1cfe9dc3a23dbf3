import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import { useFeature } from '#features/core/practice/web/use-feature.ts'
import type { NewWorkTemplate, WorkTemplate, WorkTemplateChange } from '#features/visits/work/templates.ts'
import { byName } from '#lib/collate.ts'
import { uuidv7 } from '#lib/ids.ts'
import { memoLast } from '#lib/memo-last.ts'
import { useSession } from '#platform/web/session/session.ts'
import { record, type Seen } from '#platform/web/sync/outbox.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** A template as this device holds it. */
export type KnownTemplate = Kept<WorkTemplate>

/** Every template, by name; undefined while they load. */
export function useTemplates(): readonly KnownTemplate[] | undefined {
  const rows = useRows<WorkTemplate>('work_templates')
  return rows && inOrder(rows)
}

/** Whether this member may keep templates, and whether the plan has any; the server decides again. */
export function useMayTemplate(): { mayChange: boolean; isInPlan: boolean } {
  const user = useSession<CurrentUser>().user
  return {
    mayChange: may(user?.role, 'changeRecords'),
    isInPlan: useFeature('work-templates'),
  }
}

/** Records a new template; the id it will have for life. */
export async function addTemplate(values: Omit<NewWorkTemplate, 'id'>): Promise<string> {
  const id = uuidv7()
  await record([{ action: 'CREATE', entity: 'work_templates', id, data: values }])
  return id
}

/** Records changed fields; false when the template is gone from this device. */
export const changeTemplate = async (id: string, values: WorkTemplateChange, seen: Seen = {}): Promise<boolean> =>
  (await record([{ action: 'UPDATE', entity: 'work_templates', id, data: values, ...seen }])) !== false

/** Removes a template; the way back makes it again, for its id is spent. False when it is gone from this device. */
export async function removeTemplate(template: KnownTemplate): Promise<false | (() => Promise<boolean>)> {
  if ((await record([{ action: 'DELETE', entity: 'work_templates', id: template.id }])) === false) return false
  const { name, serviceType, setup, description, recommendations, resetsCycle } = template
  return () => addTemplate({ name, serviceType, setup, description, recommendations, resetsCycle }).then(Boolean)
}

const inOrder = memoLast((rows: readonly KnownTemplate[]) => rows.toSorted(byName))
