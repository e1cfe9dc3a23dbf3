import { describe, expect, test } from 'vitest'
import {
  broughtBack,
  type Film,
  newFilm,
  placeAt,
  pressed,
  released,
  withLabel,
  withMeasure,
  withoutMeasure,
  withPlace,
  zoomed,
} from '#features/evidence/radiographs/film.ts'
import { changesOf, type KeptMark, withKept, withTaken } from '#features/evidence/radiographs/kept.ts'
import { figureOf, figureWords, measured } from '#features/evidence/radiographs/measure.ts'

const picture = { width: 1000, height: 2000 }
const film: Film = { ...newFilm({ presets: [] }), screen: { width: 400, height: 400 } }
const at = (x: number, y: number) => ({ x, y })
const AS = { by: 'Gareth Probert', on: '2026-11-28' }
const mark = (id: string, change: Partial<KeptMark> = {}): KeptMark => ({
  ...{
    id,
    filmId: 'f',
    kind: 'length',
    places: [at(1, 1), at(4, 5)],
    frame: 0,
    label: null,
    authorName: 'Mia Bevan',
    on: '2026-11-20',
    isOwn: false,
  },
  ...change,
})
const changes = (of: Film) => changesOf(of) ?? { add: [], remove: [] }
/** As the book has it, once it has taken what there is to take. */
const taken = (of: Film) => withTaken(of, changes(of), AS)
const drawn = () => withMeasure(film, 'length', picture)

describe('what is measured', () => {
  test('is kept once, with its author and its day', () => {
    const [added] = changes(drawn()).add
    expect(added).toMatchObject({ number: 1, kind: 'length', frame: 0, label: null })
    const kept = taken(drawn())
    expect(kept.measures[0]?.kept).toMatchObject({ ...AS, isOwn: true })
    expect(changesOf(kept)).toBeUndefined()
  })
  test('sent again, because the answer was lost, it has the same id', () => {
    const one = drawn()
    expect(changes(one)).toEqual(changes(one))
  })
  test('moved or named, it is another in place of the first', () => {
    const kept = taken(drawn())
    const first = kept.measures[0]?.kept?.id
    const moved = withLabel(withPlace(kept, 1, 0, at(7, 8)), 1, 'Sole depth')
    expect(changes(moved)).toMatchObject({ add: [{ label: 'Sole depth' }], remove: [first] })
    expect(changes(moved).add[0]?.places[0]).toEqual(at(7, 8))
    expect(changes(moved).add[0]?.id).not.toBe(first)
  })
  test('moved again on its way to the book, it takes the place of what arrives there', () => {
    const one = drawn()
    const arrived = withTaken(withPlace(one, 1, 0, at(7, 8)), changes(one), AS)
    expect(changes(arrived).remove).toEqual(changes(one).add.map(({ id }) => id))
    expect(changesOf(taken(arrived))).toBeUndefined()
  })
  test('taken away on its way to the book, it is taken away there', () => {
    const one = drawn()
    const arrived = withTaken(withoutMeasure(one, 1), changes(one), AS)
    expect(changes(arrived)).toEqual({ add: [], remove: changes(one).add.map(({ id }) => id) })
  })
})

describe('what is taken away', () => {
  test('comes back as it was while the book has it, and is kept again once it has not', () => {
    const kept = taken(drawn())
    const without = withoutMeasure(kept, 1)
    expect(changes(without)).toEqual({ add: [], remove: [kept.measures[0]?.kept?.id] })
    expect(broughtBack(without)).toMatchObject({ measures: kept.measures, toTake: [], away: [], gone: null })
    const back = broughtBack(taken(without))
    expect(changes(back)).toMatchObject({ add: [{ places: kept.measures[0]?.places }], remove: [] })
    expect(changes(back).add[0]?.id).not.toBe(kept.measures[0]?.kept?.id)
  })
  test('stays away while the book still shows it, even as others come', () => {
    const shown = withKept(film, [mark('own', { isOwn: true }), mark('vets')])
    const without = withoutMeasure(shown, 1)
    expect(
      withKept(without, [mark('own', { isOwn: true }), mark('vets'), mark('next')]).measures.map(({ id, kept }) => [id, kept?.id]),
    ).toEqual([
      [2, 'vets'],
      [3, 'next'],
    ])
  })
})

describe('what others measured', () => {
  test('comes with its author under a number of its own, and can’t be moved, named or taken away', () => {
    const shown = withKept(drawn(), [mark('vets')])
    expect(shown.measures[1]).toMatchObject({ id: 2, kept: { by: 'Mia Bevan', on: '2026-11-20', isOwn: false }, newId: null })
    for (const tried of [withPlace(shown, 2, 0, at(9, 9)), withLabel(shown, 2, 'x'), withoutMeasure(shown, 2)])
      expect(tried.measures).toEqual(shown.measures)
  })
  test('goes when it was taken away elsewhere; what is just being moved here stays', () => {
    const shown = withKept(film, [mark('vets'), mark('own', { isOwn: true })])
    expect(withKept(withPlace(shown, 2, 0, at(9, 9)), []).measures).toMatchObject([{ id: 2, places: [at(9, 9), at(4, 5)], kept: null }])
    expect(withKept(shown, []).measures).toEqual([])
  })
  test('a measurement that the book has taken and not shown yet stays', () => {
    const kept = taken(drawn())
    expect(withKept(kept, [])).toBe(kept)
    expect(withKept(kept, [mark(kept.measures[0]?.kept?.id ?? '', { isOwn: true })]).measures).toMatchObject([{ kept: { isSeen: true } }])
  })
})

test('a mark set at half its size and read at four times is the same points', () => {
  const small = zoomed(zoomed(film, picture, 0.5 / 0.2), picture, 1)
  const set = released(
    {
      ...pressed(small, 'length', placeAt(small, picture, at(120.5, 80.25))),
      drawing: { kind: 'length', places: [placeAt(small, picture, at(120.5, 80.25)), placeAt(small, picture, at(301.75, 222))] },
    },
    true,
  )
  const places = set.measures[0]?.places
  const sent = JSON.parse(JSON.stringify(changes(set).add[0]))
  const large = zoomed(withKept(film, [mark('m', { places: sent.places })]), picture, 4 / 0.2)
  expect(large.measures[0]?.places).toEqual(places)
  expect(measured(large.measures[0] ?? mark('m'), { across: 0.1, down: 0.2, of: 'says' })).toBe(
    measured(set.measures[0] ?? mark('m'), { across: 0.1, down: 0.2, of: 'says' }),
  )
})

test('a figure is what is shown, to its last digit, in px where there is no scale', () => {
  const scale = { across: 0.5, down: 0.25, of: 'says' } as const
  expect(figureOf(mark('m'), scale)).toEqual({ value: 1.8, unit: 'mm' })
  expect(figureOf(mark('m'), undefined)).toEqual({ value: 5, unit: 'px' })
  const angle = { kind: 'angle' as const, places: [at(0, 10), at(0, 0), at(10, 0)] }
  expect(figureOf(angle, scale)).toEqual({ value: 90, unit: '°' })
  expect([figureWords({ value: 3, unit: 'mm' }), figureWords({ value: 90, unit: '°' })]).toEqual(['3.0 mm', '90.0°'])
  expect(figureOf({ kind: 'angle', places: angle.places.slice(0, 2) }, scale)).toBeUndefined()
})
