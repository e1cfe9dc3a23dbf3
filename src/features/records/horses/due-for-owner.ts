import type { HorseRow } from '#features/records/horses/contract.ts'
import { dueInWords, isGone, PAUSE_REASONS, pauseOn, statusOf, whyNoStatus } from '#features/records/horses/rules.ts'
import { type Day, dayAndYear, shortDay } from '#lib/dates.ts'

/** When a horse is due, as its owner reads it. */
export type DueForOwner = { words: string; tone: 'ok' | 'due' | 'late' | 'neutral' }
type Dated = Pick<HorseRow, 'goneOn' | 'goneReason' | 'pauses'> & { nextDueOn: Day | null }

/** `due Mon 4 Jan`, `3 days over`, `box rest until Mon 4 Jan`. A reason that the farrier typed may be for their own eyes: it is a rest. */
export function dueForOwner({ nextDueOn, ...horse }: Dated, today: Day): DueForOwner {
  if (isGone(horse, today)) return neutral(`${whyNoStatus({ ...horse, nextDue: null }, today)} ${dayAndYear(horse.goneOn ?? today)}`)
  const pause = pauseOn(horse, today)
  if (pause) {
    const why = PAUSE_REASONS.find((reason) => reason === pause.reason)?.toLowerCase() ?? 'resting'
    return neutral(pause.untilOn ? `${why} until ${shortDay(pause.untilOn)}` : why)
  }
  if (!nextDueOn) return neutral('no date yet')
  const status = statusOf({ ...horse, nextDue: nextDueOn }, today)
  if (status === 'overdue') return { words: dueInWords(nextDueOn, today), tone: 'late' }
  return { words: nextDueOn === today ? 'due today' : `due ${shortDay(nextDueOn)}`, tone: status === 'due-soon' ? 'due' : 'ok' }
}

const neutral = (words: string): DueForOwner => ({ words, tone: 'neutral' })
