import { type Mark, type MarkKind, PLACES } from '#features/evidence/radiographs/measure.ts'
import type { RadiographFacts } from '#features/evidence/radiographs/radiograph.ts'
import { fitted, onPicture, type Place, panned, type Size, type View, zoomedAt } from '#features/evidence/radiographs/view.ts'
import type { Window } from '#features/evidence/radiographs/window.ts'
import type { Day } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'

/** What is kept of a measurement: by whom it was made, and on which day. `isSeen`: the book that keeps it has shown it. */
type Kept = { id: string; by: string; on: Day; isOwn: boolean; isSeen: boolean }
/** A measurement on the screen, under a number of its own. */
export type Measure = Mark & {
  id: number
  frame: number
  /** What was measured. */
  label: string | null
  kept: Kept | null
  /** The id to keep it under when it is new or has changed; null: it is as kept. */
  newId: string | null
}
/** The user's adjustments to one radiograph on the screen. Measurements are kept beside the file (`kept.ts`), which nothing changes. */
export type Film = {
  /** The room it has; null until that is known. */
  screen: Size | null
  /** Null: the whole picture, in any space. */
  view: View | null
  window: Window
  isInverted: boolean
  frame: number
  measures: readonly Measure[]
  /** A measurement on its way: its last place follows the finger. */
  drawing: Mark | null
  /** What was taken away here: the ids under which it is kept. */
  away: readonly string[]
  /** Of these, what the book still has to take away. */
  toTake: readonly string[]
  /** What was taken away last, to be brought back. */
  gone: Measure | null
  /** The number of the next measurement; a number is never used twice. */
  nextId: number
}

/** A radiograph as it opens. */
export const newFilm = ({ presets }: Pick<RadiographFacts, 'presets'>): Film => ({
  screen: null,
  view: null,
  window: presets[0]?.window ?? { centre: 127.5, width: 255, curve: 'exact' },
  isInverted: false,
  frame: 0,
  measures: [],
  drawing: null,
  away: [],
  toTake: [],
  gone: null,
  nextId: 1,
})

/** How it is looked at now. */
export const viewOf = ({ view, screen }: Film, picture: Size): View => view ?? fitted(picture, screen ?? picture)

/** Nearer or further away, about a pixel of its screen or the middle. */
export function zoomed(film: Film, picture: Size, factor: number, pixel?: Place): Film {
  const screen = film.screen ?? picture
  const middle = { x: screen.width / 2, y: screen.height / 2 }
  return { ...film, view: zoomedAt(viewOf(film, picture), factor, pixel ?? middle, screen) }
}

/** Pushed along by so many pixels. */
export const moved = (film: Film, picture: Size, by: Place): Film => ({ ...film, view: panned(viewOf(film, picture), by, picture) })

/** The place of the picture under a pixel of its screen, or the nearest. */
export function placeAt(film: Film, picture: Size, pixel: Place): Place {
  const { x, y } = onPicture(pixel, viewOf(film, picture), film.screen ?? picture)
  return { x: Math.min(picture.width, Math.max(0, x)), y: Math.min(picture.height, Math.max(0, y)) }
}

/** A finger or the mouse goes down: the first place of a measurement, or the next of the one begun. */
export function pressed(film: Film, kind: MarkKind, place: Place): Film {
  const begun = film.drawing?.kind === kind ? film.drawing.places : []
  return { ...film, drawing: { kind, places: begun.length > 0 ? [...begun.slice(0, -1), place] : [place, place] } }
}

/** It moves: so does the last place. */
export const drawnTo = (film: Film, place: Place): Film =>
  film.drawing ? { ...film, drawing: { ...film.drawing, places: [...film.drawing.places.slice(0, -1), place] } } : film

/**
 * The pointer goes up. After a tap (`isApart` false) the last place still follows the pointer; after a drag it is fixed, and the
 * measurement is complete or the next place follows. So two taps make a length as well as one drag.
 */
export function released(film: Film, isApart: boolean): Film {
  const { drawing } = film
  if (!drawing || !isApart) return film
  const { kind, places } = drawing
  const last = places.at(-1)
  if (places.length < PLACES[kind] && last) return { ...film, drawing: { kind, places: [...places, last] } }
  return withMark(film, { kind, places })
}

const withMark = (film: Film, mark: Mark): Film => ({
  ...film,
  drawing: null,
  measures: [...film.measures, { ...mark, id: film.nextId, frame: film.frame, label: null, kept: null, newId: uuidv7() }],
  nextId: film.nextId + 1,
})

/** A measurement across the middle of the visible part, to be moved into place by its handles: for users who can't draw. */
export function withMeasure(film: Film, kind: MarkKind, picture: Size): Film {
  const { x, y, zoom } = viewOf(film, picture)
  const reach = Math.min(picture.width, (film.screen ?? picture).width / zoom) / 6
  const ends = [
    { x: x - reach, y },
    { x: x + reach, y },
  ]
  const places =
    kind === 'length'
      ? ends
      : [
          { x: x + reach, y: y - reach },
          { x: x - reach, y },
          { x: x + reach, y },
        ]
  return withMark(film, { kind, places })
}

/** Whether the user may move, name and take away a measurement: they made it. */
export const isOwn = ({ kept }: Pick<Measure, 'kept'>): boolean => kept?.isOwn ?? true

const changed = (film: Film, id: number, change: (measure: Measure) => Partial<Measure>): Film => ({
  ...film,
  measures: film.measures.map((each) => (each.id === id && isOwn(each) ? { ...each, ...change(each), newId: uuidv7() } : each)),
})

/** One place of a measurement put somewhere else. */
export const withPlace = (film: Film, id: number, index: number, place: Place): Film =>
  changed(film, id, ({ places }) => ({ places: places.with(index, place) }))

/** A measurement under the name of what was measured. */
export const withLabel = (film: Film, id: number, label: string | null): Film => changed(film, id, () => ({ label }))

/** Takes a measurement away, which can be brought back. */
export function withoutMeasure(film: Film, id: number): Film {
  const gone = film.measures.find((each) => each.id === id)
  if (!gone || !isOwn(gone)) return film
  const kept = gone.kept ? [gone.kept.id] : []
  return {
    ...film,
    measures: film.measures.filter((each) => each !== gone),
    away: [...film.away, ...kept],
    toTake: [...film.toTake, ...kept],
    gone,
  }
}

/** Brings back what was taken away last. What the book has dropped since is kept again. */
export function broughtBack(film: Film): Film {
  const { gone, toTake, away } = film
  if (!gone) return film
  const id = gone.kept?.id
  const isStillKept = id !== undefined && toTake.includes(id)
  const back = isStillKept ? gone : { ...gone, kept: null, newId: gone.newId ?? uuidv7() }
  const others = (ids: readonly string[]) => (isStillKept ? ids.filter((each) => each !== id) : ids)
  const measures = [...film.measures, back].toSorted((one, other) => one.id - other.id)
  return { ...film, measures, toTake: others(toTake), away: others(away), gone: null }
}
