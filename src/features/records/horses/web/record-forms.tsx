import { lazy } from 'react'
import { useHorse } from '#features/records/horses/web/data.ts'
import type { FormProps, Forms } from '#platform/web/record-forms.tsx'

const HorseDialog = lazy(() => import('#features/records/horses/web/HorseDialog.tsx').then((module) => ({ default: module.HorseDialog })))

/** Where a change of them that waits for a decision is edited. */
export const horseForms: Forms = { horses: HorseForm }

function HorseForm({ id, ...props }: FormProps) {
  const horse = useHorse(id)
  return horse && <HorseDialog horse={horse} {...props} />
}
