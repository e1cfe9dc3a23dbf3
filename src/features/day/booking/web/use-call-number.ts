import { useEffect, useRef } from 'react'
import type { BookingValues } from '#features/day/booking/web/booking-form.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { callNumbers } from '#features/visits/appointments/rules.ts'
import type { KnownVisit } from '#features/visits/appointments/web/data.ts'
import { useRows } from '#platform/web/use-rows.ts'

type Form = { setValue: (field: 'callNumber', value: string, options?: { shouldDirty: boolean }) => void }
/** Who has the typed number, and the next free one. */
export type CallNumbers = { takenBy: string | null; next: number; take: () => void }

/** The number of a stop without a time: a new one takes the next that is free, as long as the user has not typed another. */
export function useCallNumber(values: BookingValues, visit: KnownVisit | undefined, form: Form, initial: string): CallNumbers {
  const { memberId, onDay, isCallOnly, callPeriod } = values
  const others = useRows<VisitRow>('appointments', { from: onDay || NO_DAY, to: onDay || NO_DAY })
  const callNumber = Number(values.callNumber)
  const { takenBy, next } = callNumbers({ id: visit?.id ?? '', memberId, onDay, isCallOnly, callNumber, callPeriod }, others ?? [])
  // One that a draft gives back was typed.
  const proposed = useRef(initial)
  useEffect(() => {
    if (visit?.isCallOnly || !isCallOnly || !others || values.callNumber !== proposed.current) return
    proposed.current = String(next)
    if (values.callNumber !== proposed.current) form.setValue('callNumber', proposed.current, { shouldDirty: true })
  })
  return {
    takenBy: isCallOnly && takenBy ? takenBy.title || 'another stop' : null,
    next,
    take: () => form.setValue('callNumber', String(next), { shouldDirty: true }),
  }
}

/** No visit is on it. */
const NO_DAY = '0001-01-01'
