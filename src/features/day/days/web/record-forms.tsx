import { lazy } from 'react'
import type { Forms } from '#platform/web/record-forms.tsx'

const TimeOffDialogCard = lazy(() =>
  import('#features/day/days/web/TimeOffDialogCard.tsx').then((module) => ({ default: module.TimeOffDialogCard })),
)

/** Where a change of them that waits for a decision is edited. */
export const dayForms: Forms = { time_off: ({ id, onClose }) => <TimeOffDialogCard id={id} onClose={onClose} /> }
