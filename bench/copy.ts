import pg from 'pg'
import type { Page } from 'playwright'
import { declareEntities } from '#app/entities.ts'
import { syncedNames } from '#lib/synced.ts'
import { interleave, median, startSubject } from './load.ts'
import { withPage } from './page.ts'
import { memberId, seed, tokenOf } from './seed.ts'
import { figure } from './table.ts'

export const SERVER = new URL('./server-subject.ts', import.meta.url)
const VISITS = 10_000
const NOTED = 2000
/** Days opened before and during the measurement, and changes saved one by one. */
const WARM_UP = 20
const DAYS = 200
const CHANGES = 1000

/** Whose copies they are. */
export const PERSON = memberId(1)

export type Prepared = { owner: pg.PoolConfig; app: pg.PoolConfig; directory: pg.PoolConfig }
type Person = { personId: string }
type Synced = { ms: number; rows: number }

declare global {
  var copy: {
    firstSync: (person: Person) => Promise<Synced>
    bareSync: () => Promise<Synced>
    keep: (person: Person) => Promise<number>
    openDays: (days: { skip: number; count: number }) => Promise<{ ms: number[]; visits: number }>
    changeVisits: (count: number) => Promise<{ ours: number[]; bare: number[] }>
    drain: () => Promise<{ ms: number; changes: number; requests: number }>
  }
}

/** Measures it and says how it stands to its goals. */
export async function copyFigures(prepared: Prepared, rounds: number): Promise<void> {
  const copy = await benchCopy(prepared, rounds)
  figure(
    'first copy, 20,000 rows and 2,000 notes / bare fetch and put',
    copy.sync.ratio,
    'x',
    2.5,
    `${seconds(copy.sync.a)} / ${seconds(copy.sync.b)}`,
  )
  figure('a day opened out of 10,000 visits', copy.day.p95, ' ms', 16, `95 of 100 days; median ${copy.day.p50.toFixed(2)} ms`)
  figure('a change saved, strict durability', copy.save.p99, ' ms', 20, `99 of 100; median ${copy.save.p50.toFixed(1)} ms`)
  const bareSave = `${copy.save.bareP99.toFixed(1)} ms; by the medians ${(copy.save.p50 / copy.save.bare).toFixed(2)}x of ${copy.save.bare.toFixed(1)} ms`
  figure('the same / its two rows put bare', copy.save.p99 / copy.save.bareP99, 'x', 1.5, bareSave)
  const { requests, changes } = copy.drained
  figure(
    'requests a hundred changes',
    (100 * requests) / changes,
    '',
    1,
    `${changes} changes in ${seconds(copy.drained.ms)} from the browser`,
  )
}

/**
 * The device's local copy in a real Chromium, from the real server: a first copy of 20,000 rows and 2,000 notes of vets against the same requests put straight into
 * Dexie, in turns; then, with 10,000 visits in it: opening days, saving changes (in turns with their two rows bare), and sending the queue by the
 * product's own pass. Milliseconds.
 */
export async function benchCopy(prepared: Prepared, rounds: number) {
  await seedPractice(prepared.owner)
  const server = await startSubject(SERVER, prepared)
  const person = { personId: PERSON }
  try {
    return await withPage(
      'copy',
      async (page) => {
        const sync = await interleave(
          rounds,
          () => timeOf(page.evaluate((who) => globalThis.copy.firstSync(who), person)),
          () => timeOf(page.evaluate(() => globalThis.copy.bareSync())),
        )
        return { sync, ...(await useCopy(page, person)) }
      },
      { port: server.port, cookie: tokenOf(1) },
    )
  } finally {
    await server.stop()
  }
}

async function useCopy(page: Page, person: Person) {
  const visits = await page.evaluate((who) => globalThis.copy.keep(who), person)
  if (visits !== VISITS) throw new Error(`${visits} visits in the copy`)
  const saves = await page.evaluate((count) => globalThis.copy.changeVisits(count), CHANGES)
  await page.evaluate((days) => globalThis.copy.openDays(days), { skip: DAYS, count: WARM_UP })
  const days = await page.evaluate((asked) => globalThis.copy.openDays(asked), { skip: 0, count: DAYS })
  const drained = await page.evaluate(() => globalThis.copy.drain())
  if (drained.changes !== CHANGES) throw new Error(`${drained.changes} changes were waiting`)
  const save = { p50: median(saves.ours), p99: quantile(saves.ours, 0.99), bare: median(saves.bare), bareP99: quantile(saves.bare, 0.99) }
  return { day: { p50: median(days.ms), p95: quantile(days.ms, 0.95) }, save, drained }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

const quantile = (values: number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? Number.NaN

async function timeOf(synced: Promise<Synced>): Promise<number> {
  const { ms, rows } = await synced
  if (rows < 2 * VISITS + NOTED) throw new Error(`only ${rows} rows came`)
  return ms
}

/** What vets wrote: every fourth is a plan. */
const NOTES = `insert into care_notes (practice_id, id, horse_id, author_name, author_role, kind, body, plan, review_on, said_at, rev, seq, deleted_at, fw)
  select h.practice_id, gen_random_uuid(), h.id, 'Mia Bevan', 'vet', case n % 4 when 0 then 'plan' else 'note' end,
    'Broken back axis in front, better than in June. Sound on the straight, two tenths lame on the left rein on a hard circle.',
    case n % 4 when 0 then '{"NF": {"wedgeTenths": 30, "pad": "Leather pad"}, "OF": {"wedgeTenths": 30, "pad": "Leather pad"}}'::jsonb end,
    case n % 4 when 0 then current_date + 42 end, now() - n * interval '1 hour', 1, 1, null, '{}'
  from (select practice_id, id, row_number() over (order by id) - 1 as place from horses) h join generate_series(1, ${NOTED}) n on n % 80 = h.place`
/** One practice of 10,000 visits with a horse each and 2,000 notes of vets, every row with its own place in the order as if each had been written separately. */
export async function seedPractice(owner: pg.PoolConfig) {
  declareEntities()
  await seed(owner, 1, VISITS)
  const client = new pg.Client(owner)
  await client.connect()
  try {
    await client.query('delete from visit_horses where place = 1')
    await client.query(NOTES)
    await client.query('create temp sequence places')
    for (const table of syncedNames()) await client.query(`update ${table} set seq = nextval('places')`)
    await client.query(`update sync_counters set seq = nextval('places')`)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
