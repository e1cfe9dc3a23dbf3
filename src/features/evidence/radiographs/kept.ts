import type { Film, Measure } from '#features/evidence/radiographs/film.ts'
import type { Mark } from '#features/evidence/radiographs/measure.ts'
import type { Day } from '#lib/dates.ts'

/** A measurement as the user's book shows it. */
export type KeptMark = Mark & {
  id: string
  filmId: string
  frame: number
  label: string | null
  authorName: string
  on: Day
  isOwn: boolean
}
/** A measurement to keep, and its number on the screen. */
type NewMark = Mark & { id: string; number: number; frame: number; label: string | null }
/** Changes to a film's measurements: new ones, and the ids of those that go. */
export type MarkChanges = { add: readonly NewMark[]; remove: readonly string[] }

/** Where measurements are kept: a farrier's on their device, a vet's with the farrier. */
export type MarkBook = {
  /** What is kept of the films that can be shown, in the order in which it was made. */
  marks: readonly KeptMark[]
  /** The name the user measures under; null: they only read what was measured. */
  measuresAs: string | null
  /** Resolves to whether it is kept. What is sent again with its id is kept once. */
  keep: (filmId: string, changes: MarkChanges) => Promise<boolean>
}

/** The film with what came to the book since, and without what went. What the user is changing stays. */
export function withKept(film: Film, marks: readonly KeptMark[]): Film {
  const shown = new Map(marks.map((mark) => [mark.id, mark]))
  const known = new Set([...film.away, ...film.measures.flatMap(({ kept }) => kept?.id ?? [])])
  const measures = film.measures.flatMap((each) => seenAgain(each, shown))
  const come = marks.filter(({ id }) => !known.has(id))
  const isSame = come.length === 0 && measures.length === film.measures.length && measures.every((each, at) => each === film.measures[at])
  if (isSame) return film
  const added = come.map((mark, at) => measureOf(mark, film.nextId + at))
  return { ...film, measures: [...measures, ...added], nextId: film.nextId + added.length }
}

/* Gone from the book that had shown it, it was taken away elsewhere; one that is being changed here is kept again. */
function seenAgain(each: Measure, shown: ReadonlyMap<string, KeptMark>): Measure[] {
  const { kept, newId } = each
  if (!kept) return [each]
  const mark = shown.get(kept.id)
  if (mark) return [kept.isSeen ? each : { ...each, kept: { ...kept, by: mark.authorName, on: mark.on, isSeen: true } }]
  if (!kept.isSeen) return [each]
  return newId ? [{ ...each, kept: null }] : []
}

const measureOf = ({ id, kind, places, frame, label, authorName: by, on, isOwn }: KeptMark, number: number): Measure => ({
  ...{ id: number, kind, places, frame, label, newId: null },
  kept: { id, by, on, isOwn, isSeen: true },
})

/** What has to be kept and taken away for the book to be as the film; undefined: nothing. */
export function changesOf({ measures, toTake }: Film): MarkChanges | undefined {
  const fresh = measures.flatMap(({ newId, ...each }) => (newId ? [{ ...each, newId }] : []))
  if (fresh.length === 0 && toTake.length === 0) return undefined
  return {
    add: fresh.map(({ newId, id: number, kind, places, frame, label }) => ({ id: newId, number, kind, places, frame, label })),
    // Nothing is edited: what was moved or named is another, in place of the first.
    remove: [...toTake, ...fresh.flatMap(({ kept }) => kept?.id ?? [])],
  }
}

/** The film once the book has taken those changes. What was moved again meanwhile, or taken away, has yet to be kept so. */
export function withTaken(film: Film, { add, remove }: MarkChanges, as: { by: string; on: Day }): Film {
  const taken = new Map(add.map(({ number, id }) => [number, id]))
  const measures = film.measures.map((each) => {
    const id = taken.get(each.id)
    if (!id) return each
    return { ...each, kept: { id, ...as, isOwn: true, isSeen: false }, newId: each.newId === id ? null : each.newId }
  })
  const left = add.filter(({ number }) => !measures.some(({ id }) => id === number)).map(({ id }) => id)
  return {
    ...film,
    measures,
    away: [...new Set([...film.away, ...remove, ...left])],
    toTake: [...film.toTake.filter((id) => !remove.includes(id)), ...left],
  }
}
