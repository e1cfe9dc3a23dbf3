import { type Move, type Recipient, wordsOf as textOf, type VisitWords, wayTo, wordingFor } from '#features/core/notices/rules.ts'
import type { Settings } from '#features/core/practice/rules.ts'
import { againstDay, type Placed, type Warning, type WorkingLife, warningsFor } from '#features/visits/appointments/availability.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import {
  canBeMoved,
  isPast,
  isPencilled,
  isStop,
  moveToDay,
  type Named,
  roundOrder,
  titleForOwner,
  wordsOf,
} from '#features/visits/appointments/rules.ts'
import { addDays, type Day } from '#lib/dates.ts'

/** How far ahead a day is looked for that the member works. */
const SEARCH_DAYS = 60

/** The visits of a day that can still go elsewhere, in the order of the round; an entry of one's own stays unless it is chosen. */
export function movableOn<V extends VisitRow>(
  visits: readonly V[],
  memberId: string | null,
  today: Day,
): { visit: V; isChosen: boolean }[] {
  const own = visits.filter((visit) => (memberId === null || visit.memberId === memberId) && canBeMoved(visit, today))
  return roundOrder(own).map((visit) => ({ visit, isChosen: isStop(visit) }))
}

/** The next days from `from` on that are worked, at most `count` of them. */
export function workedDays(from: Day, count: number, life: WorkingLife): Day[] {
  const days = Array.from({ length: SEARCH_DAYS }, (_, at) => addDays(from, at))
  return days.filter((day) => againstDay(day, life) === null).slice(0, count)
}

/** Which day each of so many visits in a row goes to: the first ones to the first day, and no day more than one more than another. */
export function dealOut(count: number, days: readonly Day[]): Day[] {
  const [each, extra] = [Math.floor(count / days.length), count % days.length]
  return days.flatMap((day, at) => Array<Day>(each + (at < extra ? 1 : 0)).fill(day))
}

/** A visit and the day it goes to. */
export type Target<V extends Placed & VisitRow = Placed & VisitRow> = { visit: V; day: Day }

/** The warnings for each move: against visits that are there already, and against those that come along. */
export function moveWarnings(
  targets: readonly Target[],
  standing: readonly Placed[],
  life: WorkingLife,
  today: Day,
): ReadonlyMap<string, string[]> {
  const before = new Map(targets.map(({ visit }) => [visit.id, visit]))
  const arrived = targets.map(({ visit, day }) => ({ ...visit, ...moveToDay(visit, day) }))
  const there = [...standing.filter((visit) => !before.has(visit.id)), ...arrived]
  return new Map(
    arrived.map((visit) => {
      const others = there.filter((other) => other.onDay === visit.onDay)
      const own = { ...life, memberId: visit.memberId }
      // A warning it had before the move too, such as an early start, is not repeated.
      const known = new Set(wordsOfWarnings(warningsFor(before.get(visit.id) ?? visit, [], own, today)))
      return [visit.id, wordsOfWarnings(warningsFor(visit, others, own, today)).filter((text) => !known.has(text))]
    }),
  )
}

const wordsOfWarnings = (warnings: readonly Warning[]) => warnings.map((warning) => warning.text)

/** A text as it will go, or why a client gets none. */
export type Preview = { clientId: string; name: string } & (
  | { body: string; places: readonly VisitWords[] }
  | { because: 'no_phone' | 'stopped' | 'no_updates' | 'pencilled' }
)

/** A recipient, with the notices they want. */
export type Hearer = Recipient & { wantsUpdates: boolean }

type TextInput = {
  practice: { name: string; zone: string }
  settings: Pick<Settings, 'wording' | 'prepLine'>
  /** The owners of a visit, its own client first. */
  hearersOf: (visit: VisitRow) => readonly Hearer[]
  horsesOf: (visit: VisitRow) => readonly Named[]
}

/**
 * Every text that moving these visits sends, one for each owner regardless of how many visits are theirs, and who gets none. The server
 * decides by the same rule.
 */
export function previewTexts(targets: readonly Target[], input: TextInput): Preview[] {
  const moves = new Map<string, { hearer: Hearer; moves: Move[]; isPencilled: boolean }>()
  for (const { visit, day } of targets) {
    const after = { ...visit, ...moveToDay(visit, day) }
    if (isPast(after) || day === visit.onDay) continue
    for (const hearer of input.hearersOf(visit)) {
      const known = moves.get(hearer.clientId) ?? { hearer, moves: [], isPencilled: true }
      const title = titleForOwner(visit, input.horsesOf(visit), hearer.clientId)
      const move = { from: { ...wordsOf(visit), title }, to: { ...wordsOf(after), title } }
      const isNews = !isPencilled(visit)
      moves.set(hearer.clientId, {
        hearer,
        moves: isNews ? [...known.moves, move] : known.moves,
        isPencilled: known.isPencilled && !isNews,
      })
    }
  }
  return [...moves.values()].map(({ hearer, moves: theirs, isPencilled: isOnlyPencilled }) => ({
    clientId: hearer.clientId,
    name: hearer.name,
    ...(isOnlyPencilled ? { because: 'pencilled' as const } : previewFor(hearer, theirs, input)),
  }))
}

function previewFor(hearer: Hearer, moves: Move[], { practice, settings }: TextInput) {
  const way = wayTo(hearer)
  if (typeof way === 'string') return { because: way }
  if (!hearer.wantsUpdates) return { because: 'no_updates' as const }
  const envelope = { recipient: hearer.name, firstName: hearer.firstName, practiceName: practice.name, zone: practice.zone }
  const places = moves.flatMap(({ from, to }) => [from, to])
  return { body: textOf('moved', { ...envelope, ...wordingFor('moved', settings), moves }).body, places }
}
