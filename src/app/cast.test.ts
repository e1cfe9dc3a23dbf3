import { describe, expect, test } from 'vitest'
import { castHorse, castHorses } from '#db/cast.ts'
import { castSetup } from '#db/cast-feet.ts'
import { groups } from '#db/cast-groups.ts'
import { chargeRows } from '#db/cast-money.ts'
import { LONGEST, LONGEST_LATE, planFor, SHORTEST, workingDay } from '#db/cast-plan.ts'
import { e164Of, rowsOf, type StopRows } from '#db/cast-rows.ts'
import { addDays, type Day, daysBetween, weekdayOf } from '#lib/dates.ts'
import { atLength } from '#testing/whole.ts'

/* Every working day of so many: all weekdays, Christmas and New Year, leap days, both clock changes, the days after the breaks. */
const ODD = [
  '2026-12-24',
  '2026-12-25',
  '2027-01-01',
  '2027-01-04',
  '2028-02-29',
  '2027-03-26',
  '2027-03-29',
  '2026-10-26',
  '2027-02-05',
  '2027-02-12',
]
const EVERY = atLength(122, 3)
const days = [
  ...new Set([...ODD, ...Array.from({ length: Math.ceil(740 / EVERY) }, (_, at) => addDays('2026-06-01', at * EVERY))].map(workingDay)),
]

describe.each(days)('the demo day %s', (today) => {
  const plan = planFor(today)
  const rows = rowsOf(plan)
  const round = plan.stops.filter((stop) => stop.day === today)

  test('has six stops, two done, and next a yard with three due horses of three owners with mobiles: one a week over, one that kicks', () => {
    expect(round.map((stop) => stop.state)).toEqual(['done', 'done', 'booked', 'booked', 'booked', 'booked'])
    const next = round[2]
    expect(next?.yard).toBe('hollybush')
    expect(next?.horses.map(({ horse }) => horse.name)).toEqual(['Merlin', "D'Artagnan", 'Meg'])
    const owners = (next?.horses ?? []).map(({ horse }) => horse.clientKey)
    expect(new Set(owners).size).toBe(3)
    expect(owners.map(e164Of)).toEqual(owners.map(() => expect.stringMatching(/^\+447700/)))
    expect(castHorse('Merlin').flags).toContain('kicks')
    expect(
      next?.horses.map(({ horse }) => daysBetween(addDays(lastOf(rows, horse.id, today), plan.cycles.get(horse.id) ?? 0), today)),
    ).toEqual([7, 0, 0])
  })

  test('closes that stop as last time for £285', () => {
    const next = rows.find(({ visit }) => visit.id === round[2]?.id) as StopRows
    for (const { horse_id, planned_work } of next.lines) {
      const before = rows.flatMap((row) => row.entries).filter((entry) => entry.horse_id === horse_id && entry.resets_cycle)
      const last = before.toSorted((a, b) => (a.work_date < b.work_date ? 1 : -1))[0]
      expect(last?.service_type).toBe(planned_work)
      expect(last?.setup).toEqual(castSetup(horse_id ?? '', planned_work ?? ''))
    }
    const done = { ...next, visit: { ...next.visit, status: 'done' as const }, entries: entriesOf(next) }
    expect(chargeRows([done]).map(({ unit_pence }) => unit_pence)).toEqual([8500, 17_000, 3000])
  })

  test('leaves every horse four to eight weeks between routine visits, and those of people who book late ten at most', () => {
    for (const { horses, lateDays } of groups) {
      for (const { id, name } of horses) {
        const seen = plan.stops
          .filter((stop) => stop.kind === 'routine' && stop.state !== 'no_show' && stop.horses.some(({ horse }) => horse.id === id))
          .map((stop) => stop.day)
        expect(seen.length, name).toBeGreaterThan(8)
        for (const [index, day] of seen.slice(1).entries()) {
          const gap = daysBetween(seen[index] ?? day, day)
          expect(gap, `${name} ${day}`).toBeGreaterThanOrEqual(SHORTEST)
          expect(gap, `${name} ${day}`).toBeLessThanOrEqual(lateDays ? LONGEST_LATE : LONGEST)
        }
      }
    }
  })

  test('has nothing on a Sunday, between nine in the evening and five in the morning, and at most one lost shoe a day', () => {
    for (const [day, stops] of Map.groupBy(plan.stops, (stop) => stop.day)) {
      expect(weekdayOf(day)).not.toBe(0)
      for (const { start, end } of stops) expect([start >= '05:00', end <= '21:00', start < end], day).toEqual([true, true, true])
      expect(stops.flatMap((stop) => stop.horses).filter(({ work }) => work === 'Lost shoe refit').length, day).toBeLessThanOrEqual(1)
      expect(stops.filter((stop) => stop.horses.length > 0).length, day).toBeLessThanOrEqual(8)
    }
  })

  test('books no horse twice: neither on one day nor for two coming routine visits, and none that is gone or on box rest', () => {
    for (const [day, stops] of Map.groupBy(plan.stops, (stop) => stop.day)) {
      const there = stops.flatMap((stop) => stop.horses.map(({ horse }) => horse.id))
      expect(new Set(there).size, day).toBe(there.length)
      expect(new Set(stops.map((stop) => stop.id)).size).toBe(stops.length)
    }
    const coming = plan.stops
      .filter((stop) => stop.state === 'booked' && stop.kind === 'routine')
      .flatMap((stop) => stop.horses.map(({ horse }) => horse))
    expect(new Set(coming).size).toBe(coming.length)
    expect(coming.filter((horse) => horse.gone || horse.isPaused)).toEqual([])
  })

  test('charges every entry at a price, and shoes are set up on every horse that is shod', () => {
    const charged = new Set(chargeRows(rows).map(({ work_entry_id }) => work_entry_id))
    const entries = rows.flatMap((row) => row.entries)
    expect(entries.filter(({ id }) => !charged.has(id))).toEqual([])
    expect(entries.filter(({ service_type, setup }) => setup === null && service_type !== 'Check' && service_type !== 'Tidy up')).toEqual(
      [],
    )
  })

  test('has a stop to load the van for on the next day that is worked, and no horse left at home with a long case note', () => {
    const next = plan.stops.filter((stop) => stop.day > today && stop.horses.length > 0)[0]?.day ?? ''
    expect(daysBetween(today, next)).toBe(1)
    const tomorrow = plan.stops.filter((stop) => stop.day === next)
    expect(tomorrow.length).toBeGreaterThanOrEqual(weekdayOf(next) === 6 ? 2 : 3)
    expect(tomorrow.flatMap((stop) => stop.horses).filter(({ horse }) => (horse.notes?.length ?? 0) > 200)).toEqual([])
  })
})

test('the same day makes the same plan, and a plan before its day begins has nothing of it done', () => {
  const [one, other] = [planFor('2026-11-25'), planFor('2026-11-25')]
  expect(one.stops.map((stop) => stop.id)).toEqual(other.stops.map((stop) => stop.id))
  expect(planFor('2026-11-30', false).stops.filter((stop) => stop.day >= '2026-11-30' && stop.state !== 'booked')).toEqual([])
})

test('two years have a spring that is busier than January, lost shoes on some days only, visits where no one came and one emergency', () => {
  const plan = planFor('2026-11-25')
  const done = plan.stops.filter((stop) => stop.state === 'done' && stop.kind !== 'forge')
  const inMonths = (...months: string[]) => done.filter((stop) => months.includes(stop.day.slice(5, 7))).length / months.length
  expect(inMonths('04')).toBeGreaterThan(1.1 * inMonths('01'))
  expect(done[0]?.day.slice(0, 7)).toBe('2024-11')
  const daysWith = new Set(done.filter((stop) => stop.kind === 'lost-shoe').map((stop) => stop.day)).size
  expect(daysWith).toBeGreaterThan(60)
  expect(daysWith).toBeLessThan(0.6 * new Set(done.map((stop) => stop.day)).size)
  expect(plan.stops.filter((stop) => stop.state === 'no_show').length).toBeGreaterThan(3)
  expect(plan.stops.filter((stop) => stop.kind === 'emergency')).toHaveLength(1)
})

test('every kind of work is done, sets new and refitted in turns', () => {
  const entries = rowsOf(planFor('2026-11-25')).flatMap((row) => row.entries)
  expect([...new Set(entries.map((entry) => entry.service_type))].sort()).toEqual(
    ['Check', 'Front refit', 'Front shoes new', 'Full set new', 'Full set refit', 'Lost shoe refit', 'Tidy up', 'Trim'].sort(),
  )
  const biscuit = entries
    .filter((entry) => entry.horse_id === castHorse('Biscuit').id && entry.resets_cycle)
    .map((entry) => entry.service_type)
  expect(new Set(biscuit)).toEqual(new Set(['Full set new', 'Full set refit']))
  expect(castHorses).toHaveLength(95)
})

const lastOf = (rows: readonly StopRows[], horseId: string, today: Day): Day =>
  rows
    .flatMap((row) => row.entries)
    .filter((entry) => entry.horse_id === horseId && entry.resets_cycle && entry.work_date < today)
    .map((entry) => entry.work_date)
    .sort()
    .at(-1) ?? ''

const entriesOf = ({ visit, lines }: StopRows): StopRows['entries'] =>
  lines.map(({ id, horse_id, planned_work }) => ({
    ...{
      id,
      horse_id: horse_id ?? '',
      visit_horse_id: id,
      member_id: visit.member_id,
      service_type: planned_work ?? '',
      work_date: visit.on_day,
    },
  }))
