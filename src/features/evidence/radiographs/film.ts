import { type Measure, type MeasureKind, PLACES } from '#features/evidence/radiographs/measure.ts'
import type { RadiographFacts } from '#features/evidence/radiographs/radiograph.ts'
import { fitted, onPicture, type Place, panned, type Size, type View, zoomedAt } from '#features/evidence/radiographs/view.ts'
import type { Window } from '#features/evidence/radiographs/window.ts'

/** A measurement on its way: its last place follows the finger. */
type Drawing = { kind: MeasureKind; places: readonly Place[] }
/** The user's adjustments to one radiograph on the screen; none is stored, and none changes the file. */
export type Film = {
  /** The room it has; null until that is known. */
  screen: Size | null
  /** Null: the whole picture, in any space. */
  view: View | null
  window: Window
  isInverted: boolean
  frame: number
  measures: readonly Measure[]
  drawing: Drawing | null
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
export function pressed(film: Film, kind: MeasureKind, place: Place): Film {
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
  const { drawing, nextId } = film
  if (!drawing || !isApart) return film
  const { kind, places } = drawing
  const last = places.at(-1)
  if (places.length < PLACES[kind] && last) return { ...film, drawing: { kind, places: [...places, last] } }
  return { ...film, drawing: null, measures: [...film.measures, { id: nextId, kind, places }], nextId: nextId + 1 }
}

/** A measurement across the middle of the visible part, to be moved into place by its handles: for users who can't draw. */
export function withMeasure(film: Film, kind: MeasureKind, picture: Size): Film {
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
  return { ...film, drawing: null, measures: [...film.measures, { id: film.nextId, kind, places }], nextId: film.nextId + 1 }
}

/** One place of a measurement put somewhere else. */
export const withPlace = (film: Film, id: number, index: number, place: Place): Film => ({
  ...film,
  measures: film.measures.map((each) => (each.id === id ? { ...each, places: each.places.with(index, place) } : each)),
})

export const withoutMeasure = (film: Film, id: number): Film => ({ ...film, measures: film.measures.filter((each) => each.id !== id) })
