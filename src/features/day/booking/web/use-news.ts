import { isSamePlace } from '#features/core/notices/rules.ts'
import type { BookingValues } from '#features/day/booking/web/booking-form.ts'
import { confirmedTo } from '#features/visits/appointments/notify-plan.ts'
import { isPast, type When, type WordsFields, wordsOf } from '#features/visits/appointments/rules.ts'
import type { KnownVisit } from '#features/visits/appointments/web/data.ts'
import { useAudience, useNotifyPlan, useOwnersOf } from '#features/visits/appointments/web/use-notify-plan.ts'

/**
 * What saving the form means to the owners, its recipients, and the places that the text would name; without recipients, the user is not
 * prompted.
 */
export type NewsOfForm = { news: 'booked' | 'moved'; names: string[]; places: WordsFields[] }

/**
 * What saving means to owners: news of a new visit, of one that is confirmed, of one that moves, or for those who are added to it. `when`:
 * undefined while that is not whole. Undefined while its data loads.
 */
export function useNews(
  visit: KnownVisit | undefined,
): ((values: BookingValues, when: When | undefined, owners: readonly string[]) => NewsOfForm) | undefined {
  const planOf = useNotifyPlan(visit?.id)
  const audienceOf = useAudience()
  const before = useOwnersOf(visit ?? NONE)
  if (!planOf || !audienceOf || !before) return undefined
  return (values, when, owners) => {
    const isNew = !visit || visit.status === 'pencilled'
    const after = when && { id: '', title: values.title, isCallOnly: values.isCallOnly, callPeriod: values.callPeriod, ...when }
    const isMoved = visit && after && !isNew && !isSamePlace(wordsOf(visit), wordsOf(after))
    const news = isMoved ? 'moved' : 'booked'
    const places = after ? (isMoved ? [visit, after] : [after]) : []
    const isNotified = !values.isOwn && values.standing === 'booked' && (isNew || visit.status === 'booked')
    if (!after || isPast(after) || !isNotified) return { news, places, names: [] }
    const joined = isNew ? owners : owners.filter((owner) => !before.includes(owner))
    const moved = isMoved ? planOf(visit, after).names : []
    return { news, places, names: [...moved, ...confirmedTo(audienceOf(joined))] }
  }
}

const NONE = { id: '', clientId: null, onDay: '' }
