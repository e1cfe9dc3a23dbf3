import type { AnswerKind } from '#features/visits/answers/contract.ts'
import { addDays, type Day, longDay, shortDay, type WallTime } from '#lib/dates.ts'

/** Everything an owner reads about a visit they answer; nothing else leaves the practice by such a link. */
export type AnswerPage = {
  /** Where the practice is. */
  today: Day
  practiceName: string
  /** Where the farrier's picture is; null: the practice has none. */
  picture: string | null
  farrierName: string | null
  /** How they are greeted; a business by its name. */
  ownerName: string
  /** What the visit is called to them; empty: their visit. */
  title: string
  /** `Thursday 26 November at 09:00`; a stop without a time has only its half of the day. */
  when: string
  yardName: string | null
  isOff: boolean
  /** Their horses on this visit, and those not on it. */
  horses: readonly { id: string; name: string }[]
  others: readonly { id: string; name: string }[]
  /** Kinds of work to choose from. */
  kinds: readonly string[]
  /** The farrier's own line: have them in and dry. */
  prepLine: string | null
  /** Whether they have confirmed the visit's current time, want another, or want none. */
  standing: 'confirmed' | 'move' | 'cancel' | null
  /** Their answers so far, newest first, in words. */
  said: readonly { id: string; words: string; isSeen: boolean }[]
}

/** How far ahead each day is offered, and then each week. */
const [DAYS_AHEAD, WEEKS_AHEAD] = [28, 26]

/** The days box rest may last until, to choose from: a page without a script has no month, and a browser's own field is in its own language. */
export function restDays(today: Day): { value: Day; label: string }[] {
  const ahead = Array.from({ length: WEEKS_AHEAD * 7 + 1 }, (_, count) => count).filter((count) => count <= DAYS_AHEAD || count % 7 === 0)
  return ahead.map((count) => {
    const day = addDays(today, count)
    return { value: day, label: count > DAYS_AHEAD ? `${shortDay(day)} ${day.slice(0, 4)}, in ${count / 7} weeks` : shortDay(day) }
  })
}

/** The result of a form: the answer just given, or why it was refused and what was typed. */
export type Outcome = { given?: AnswerKind; fault?: { kind: AnswerKind; sentence: string; typed: Readonly<Record<string, string>> } }

type Placed = { onDay: Day; localStart: WallTime; isCallOnly: boolean; callPeriod: 'AM' | 'PM' }

/** A day and time as an owner's page shows it; a stop without a time never shows one. */
export const whenWords = ({ onDay, localStart, isCallOnly, callPeriod }: Placed): string =>
  `${longDay(onDay)} ${isCallOnly ? (callPeriod === 'AM' ? 'in the morning' : 'in the afternoon') : `at ${localStart}`}`

/** What happens after each answer; it distinguishes what is booked from what is only requested. */
export function nextWords(kind: AnswerKind, { ownerName, when, prepLine }: Pick<AnswerPage, 'ownerName' | 'when' | 'prepLine'>): string[] {
  switch (kind) {
    case 'confirmed':
      return [`Thank you, ${ownerName}. See you ${when}.`, ...(prepLine ? [prepLine] : [])]
    case 'move':
      return ['Your farrier has your message and will send you another time.', 'Until you hear, the visit stays as it is.']
    case 'add_horse':
      return ['Your farrier sees this before the visit and decides whether there is time.', 'You’ve asked for it; it isn’t booked yet.']
    case 'box_rest':
      return ['Your farrier knows. The visit stays as it is. If you need another day, ask for one below.']
    case 'gate_code':
      return ['Your farrier has the code.']
    case 'cancel':
      return ['Your farrier has your message and will answer you.', 'Until you hear, the visit stays as it is.']
    case 'cancelled':
      return ['It’s cancelled, and your farrier knows.']
  }
}
