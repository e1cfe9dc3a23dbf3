import { lazy } from 'react'
import { useHorse } from '#features/records/horses/web/data.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'
import type { WorkTemplate } from '#features/visits/work/templates.ts'
import type { FormProps, Forms } from '#platform/web/record-forms.tsx'
import { useRow } from '#platform/web/use-rows.ts'

const WorkDialog = lazy(() => import('#features/visits/work/web/WorkDialog.tsx').then((module) => ({ default: module.WorkDialog })))
const TemplateDialog = lazy(() =>
  import('#features/visits/work/web/TemplateDialog.tsx').then((module) => ({ default: module.TemplateDialog })),
)

/** Where a change of them that waits for a decision is edited. */
export const workForms: Forms = { work_entries: WorkForm, work_templates: TemplateForm }

function WorkForm({ id, onClose }: FormProps) {
  const entry = useRow<WorkEntry>('work_entries', id)
  const horse = useHorse(entry?.horseId)
  return entry && horse && <WorkDialog horse={horse} entry={entry} onClose={onClose} />
}

function TemplateForm({ id, onClose }: FormProps) {
  const template = useRow<WorkTemplate>('work_templates', id)
  return template && <TemplateDialog template={template} onClose={onClose} />
}
