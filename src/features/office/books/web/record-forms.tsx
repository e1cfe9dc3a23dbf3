import { lazy } from 'react'
import type { Expense, Trip } from '#features/office/books/contract.ts'
import type { FormProps, Forms } from '#platform/web/record-forms.tsx'
import { useRow } from '#platform/web/use-rows.ts'

const ExpenseDialog = lazy(() =>
  import('#features/office/books/web/ExpenseDialog.tsx').then((module) => ({ default: module.ExpenseDialog })),
)
const TripDialog = lazy(() => import('#features/office/books/web/TripDialog.tsx').then((module) => ({ default: module.TripDialog })))

/** The forms for changes of books that wait for a decision. */
export const bookForms: Forms = { expenses: ExpenseForm, trips: TripForm }

function ExpenseForm({ id, onClose }: FormProps) {
  const expense = useRow<Expense>('expenses', id)
  return expense && <ExpenseDialog expense={expense} onClose={onClose} />
}

function TripForm({ id, onClose }: FormProps) {
  const trip = useRow<Trip>('trips', id)
  return trip && <TripDialog trip={trip} onClose={onClose} />
}
