import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '#app/build-app.ts'
import type { Import } from '#features/office/imports/contract.ts'
import { importFiles } from '#features/office/imports/server/jobs.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { openDatabase } from '#platform/server/database/db.ts'
import { prepareDatabase } from '#platform/server/database/prepare.ts'
import { startEmbedded } from '#platform/server/embedded/embedded.ts'
import { fileStore } from '#platform/server/files/store.ts'
import { openJobs } from '#platform/server/jobs/jobs.ts'
import { type FixturePractice, makeFixturePractice } from '#testing/practice.ts'
import { testHash, testVault } from '#testing/vault.ts'

/** Files as large as a long career: an address book, and a diary of two years at seven visits a day. */
const CONTACTS = 1000
const EVENTS = 5000
const KNOWN_CLIENTS = 300
const GOAL_SECONDS = 60
/** An import may take little longer than as many single entries over HTTP; a second of it is the job queue's. */
const GOAL_RATIO = 1.5

type Figure = { name: string; seconds: number; single?: number; goal: number }

/**
 * How long an import takes from pressing "Bring in" until it is done, including the job queue, and how long its Undo takes; compared with as many
 * single entries through the same endpoints a form uses. On a database of its own.
 */
export async function benchImport(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pritchel-bench-import-'))
  chmodSync(folder, 0o711)
  const postgres = await startEmbedded(folder)
  try {
    const prepared = await prepareDatabase({ ...postgres.owner, database: 'imports' })
    const db = openDatabase(prepared)
    const jobs = await openJobs(prepared.app, console)
    const app = await buildApp({
      db,
      files: fileStore({ filesFolder: join(folder, 'files') }),
      vault: testVault(),
      keyedHash: testHash(),
      mode: 'test',
      origin: 'http://localhost:3000',
      checksAnswers: false,
    })
    await app.ready()
    await jobs.work([importFiles(db)])
    const [filed, typed] = [await makeFixturePractice(app, 'Filed In'), await makeFixturePractice(app, 'Typed In')]
    const figures = [...(await contacts(filed, typed)), ...(await events(filed, typed))]
    await app.close()
    await jobs.close()
    await db.close()
    return figures
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function contacts(filed: FixturePractice, typed: FixturePractice): Promise<Figure[]> {
  const people = Array.from({ length: CONTACTS }, (_, n) => ({
    name: `Person Number${n}`,
    phone: `0770090${String(n % 10_000).padStart(4, '0')}`,
    address: 'Lower Barn',
  }))
  const cards = people.map(
    ({ name, phone, address }) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nTEL:${phone}\r\nADR:;;${address};;;;\r\nEND:VCARD`,
  )
  const brought = await bring(filed, 'contacts.vcf', cards.join('\r\n'))
  const single = await timed(() => oneByOne(typed, '/api/clients', people))
  return [
    { name: `${CONTACTS.toLocaleString('en-GB')} contacts`, seconds: brought.seconds, single, goal: GOAL_SECONDS },
    { name: 'their undo', seconds: await takeBack(filed, brought.id), goal: GOAL_SECONDS },
  ]
}

async function events(filed: FixturePractice, typed: FixturePractice): Promise<Figure[]> {
  const today = dayOf(new Date(), 'Europe/London')
  const clients = Array.from({ length: KNOWN_CLIENTS }, (_, n) => ({ name: `Owner Known${n}`, address: 'Hill Farm' }))
  await oneByOne(filed, '/api/clients', clients)
  const at = (n: number) => ({
    day: addDays(today, (n % 700) - 350),
    hour: String(8 + (n % 10)).padStart(2, '0'),
    title: `Owner Known${n % KNOWN_CLIENTS} trim`,
  })
  const lines = Array.from({ length: EVENTS }, (_, n) => {
    const { day, hour, title } = at(n)
    return `BEGIN:VEVENT\r\nUID:${n}\r\nSUMMARY:${title}\r\nDTSTART:${day.replaceAll('-', '')}T${hour}0000\r\nDURATION:PT45M\r\nEND:VEVENT`
  })
  const brought = await bring(filed, 'diary.ics', `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${lines.join('\r\n')}\r\nEND:VCALENDAR`)
  const visits = Array.from({ length: EVENTS }, (_, n) => {
    const { day, hour, title } = at(n)
    return { title, startTime: `${day}T${hour}:00:00Z`, endTime: `${day}T${hour}:45:00Z` }
  })
  const single = await timed(() => oneByOne(typed, '/api/appointments', visits))
  return [
    { name: `${EVENTS.toLocaleString('en-GB')} events`, seconds: brought.seconds, single, goal: GOAL_SECONDS },
    { name: 'their undo', seconds: await takeBack(filed, brought.id), goal: GOAL_SECONDS },
  ]
}

let addresses = 0
/** Each request has another address: the common limit by address is not measured. */
const post = async <T>(practice: FixturePractice, url: string, body?: object): Promise<T> => {
  addresses++
  const remoteAddress = `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
  const answer = await practice.send('POST', url, body, { remoteAddress })
  if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.statusCode} ${answer.body.slice(0, 300)}`)
  return answer.json<T>()
}

async function oneByOne(practice: FixturePractice, url: string, bodies: readonly object[]) {
  for (const body of bodies) await post(practice, url, body)
}

async function bring(practice: FixturePractice, name: string, text: string): Promise<{ id: string; seconds: number }> {
  const { id } = await post<Import>(practice, '/api/imports', { name, content: Buffer.from(text).toString('base64') })
  const seconds = await timed(async () => {
    await post(practice, `/api/imports/${id}/start`, { plan: null, choices: {} })
    await until(practice, id, 'done')
  })
  return { id, seconds }
}

const takeBack = (practice: FixturePractice, id: string) =>
  timed(async () => {
    await post(practice, `/api/imports/${id}/undo`)
    await until(practice, id, 'undone')
  })

/** Polls the import as the screen does. */
async function until(practice: FixturePractice, id: string, state: Import['state']): Promise<void> {
  for (;;) {
    const now = (await practice.get(`/api/imports/${id}`)).json<Import>()
    if (now.state === state) return
    if (now.state === 'failed' || now.problem) throw new Error(`the import failed: ${now.problem}`)
    await new Promise((done) => setTimeout(done, 200))
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

const figures = await benchImport()
for (const { name, seconds, single, goal } of figures) {
  const ratio = single === undefined ? 0 : seconds / single
  const isOver = seconds > goal || ratio > GOAL_RATIO
  const beside = single === undefined ? '' : `  ${ratio.toFixed(2)}x of ${single.toFixed(1)} s one by one, goal ${GOAL_RATIO}x`
  console.log(`${isOver ? 'OVER' : 'ok  '}  ${name.padEnd(16)}${seconds.toFixed(1)} s, goal ${goal} s${beside}`)
  if (isOver) process.exitCode = 1
}
