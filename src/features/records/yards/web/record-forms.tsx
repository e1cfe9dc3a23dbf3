import { lazy } from 'react'
import { useYard } from '#features/records/yards/web/data.ts'
import type { FormProps, Forms } from '#platform/web/record-forms.tsx'

const YardDialog = lazy(() => import('#features/records/yards/web/YardDialog.tsx').then((module) => ({ default: module.YardDialog })))

/** Where a change of them that waits for a decision is edited. */
export const yardForms: Forms = { yards: YardForm }

function YardForm({ id, ...props }: FormProps) {
  const yard = useYard(id)
  return yard && <YardDialog yard={yard} {...props} />
}
