import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { addDays, instantOf } from '#lib/dates.ts'
import { missingReaders, type Read, readByKhal, readByVobject } from '#testing/calendar-readers.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { resetClock } from '#testing/set-clock.ts'

/* The feed as programs that others wrote read it, over both clock changes, compared with the diary as SQL reads it. */

const ZONE = 'Europe/London'

let server: TestServer
let folder: string
let address: string
beforeAll(async () => {
  setClock(new Date('2027-03-01T09:00:00Z'))
  server = await startTestServer({ own: true })
  folder = mkdtempSync(join(tmpdir(), 'pritchel-readers-'))
  await fillDiary()
  await server.gareth.put('/api/integrations/feed', { enabled: true, settings: { level: 'who' } })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as { port: number }
  const { url } = (await server.gareth.get('/api/integrations/feed/address')).json<{ url: string }>()
  address = `http://127.0.0.1:${port}${new URL(url).pathname}`
})
afterAll(async () => {
  resetClock()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const add = async (path: string, body: object) => {
  const answer = await server.gareth.post(path, body)
  if (answer.statusCode !== 201) throw new Error(`${path}: ${answer.body}`)
  return answer.json<{ id: string }>().id
}

/** Visits morning, noon and night of each day around the clock changes, stops without a time, and time off in days and in hours. */
async function fillDiary() {
  const clientId = await add('/api/clients', { name: 'Jane "Bo" Pryce; of Clun, à la Kiln' })
  for (const change of ['2027-03-28', '2027-10-31'])
    for (let day = addDays(change, -2); day <= addDays(change, 2); day = addDays(day, 1)) {
      for (const [start, end] of [
        ['00:30', '02:30'],
        ['09:00', '10:15'],
        ['22:00', '23:30'],
      ] as const)
        await add('/api/appointments', { ...at(day, start, end), title: `Trim, ${day}; ${start}`, clientId })
      await add('/api/appointments', { title: 'Stop', onDay: day, isCallOnly: true, callNumber: 2, callPeriod: 'PM', clientId })
    }
  await add('/api/time-off', { fromDay: '2027-03-26', toDay: '2027-03-29', kind: 'holiday' })
  await add('/api/time-off', { fromDay: '2027-10-30', toDay: '2027-10-31', localStart: '12:00', localEnd: '18:00', kind: 'course' })
}

const at = (day: string, start: string, end: string) => ({
  startTime: instantOf(day, start, ZONE).toISOString(),
  endTime: instantOf(day, end, ZONE).toISOString(),
})

/** The diary as its tables hold it. */
async function inTables(): Promise<string[]> {
  const rows = await server.gareth.inPractice(async (tx) => {
    const visits = await sql<{ timed: boolean; start: string; end: string }>`
      select not is_call_only as timed,
        case when is_call_only then on_day::text else to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') end as start,
        case when is_call_only then on_day::text else to_char(ends_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') end as end
      from appointments where deleted_at is null`.execute(tx)
    const off = await sql<{ timed: boolean; start: string; end: string }>`
      select local_start is not null as timed,
        case when local_start is null then from_day::text
          else to_char((from_day + local_start) at time zone ${ZONE} at time zone 'UTC', 'YYYY-MM-DD HH24:MI') end as start,
        case when local_start is null then to_day::text
          else to_char((to_day + local_end) at time zone ${ZONE} at time zone 'UTC', 'YYYY-MM-DD HH24:MI') end as end
      from time_off where deleted_at is null`.execute(tx)
    return [...visits.rows, ...off.rows]
  })
  return rows.map(({ start, end }) => `${start} ${end}`).sort()
}

const whenOf = (read: readonly Read[]) => read.map(([, start, end]) => `${start} ${end}`).sort()

describe.skipIf(missingReaders.length > 0)(`the feed${missingReaders.length > 0 ? ` (missing: ${missingReaders.join(', ')})` : ''}`, () => {
  test('is read by python3-vobject as SQL reads the diary', async () => {
    const read = await readByVobject(address)
    expect(whenOf(read)).toEqual(await inTables())
    expect(read.filter(([title]) => title.startsWith('Jane: Trim, 2027-'))).toHaveLength(30)
  })

  test('is fetched by vdirsyncer and listed by khal as SQL reads the diary', async () => {
    expect(whenOf(await readByKhal(address, folder, ['2027-03-01', 400]))).toEqual(await inTables())
  })
})
