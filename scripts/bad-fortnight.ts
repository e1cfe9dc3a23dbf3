// A bad fortnight of a diary and its calendar: `npm run bad-fortnight`, or `-- --server xandikos --seed N` for one of them, `-- --broken all` for
// the broken ones alone. A practice with a calendar at a real Radicale (three seeds) or Xandikos (one) has its clocks go forward, while 400 things
// are changed in the diary and 200 in the calendar by another client, every seventh answer is cut off after it was handled, the worker is killed 30
// times, and the server loses its sync caches twice. A ledger that knows nothing of the exchange (src/testing/bad-fortnight/ledger.ts) says how the
// calendar, as khal reads it, must be in the end, and how many questions must arise. Prints a line of counts a seed; then those of engines
// broken in four ways, which must be found out. Exits 1 otherwise. The same seed makes the same changes; what a kill or a cut strikes is chance.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApp } from '#app/build-app.ts'
import { startDatabase } from '#app/database.ts'
import { radicale, xandikos } from '#connectors/caldav/far-side.ts'
import { setClock } from '#lib/clock.ts'
import { openDatabase } from '#platform/server/database/db.ts'
import { fileStore } from '#platform/server/files/store.ts'
import { openJobs } from '#platform/server/jobs/jobs.ts'
import { makeLog } from '#platform/server/log.ts'
import { openReach } from '#platform/server/reach.ts'
import { openVault } from '#platform/server/vault.ts'
import { BROKEN, type Broken } from '#testing/bad-fortnight/broken.ts'
import { BEGINS_AT, badFortnight, type Ground, type Outcome, SHORT, WHOLE } from '#testing/bad-fortnight/fortnight.ts'
import { missingReader } from '#testing/bad-fortnight/readings.ts'
import { removeWhenWeDie } from '#testing/remove-when-we-die.ts'
import { testHash } from '#testing/vault.ts'

const SERVERS = { radicale, xandikos }
type Server = keyof typeof SERVERS
const FORTNIGHTS: [Server, number][] = [
  ['radicale', 1],
  ['radicale', 2],
  ['radicale', 3],
  ['xandikos', 4],
]
const MOST_FAULTS = 12

const { values } = parseArgs({
  args: process.argv.slice(2).filter((each) => each !== '--'),
  options: { server: { type: 'string' }, seed: { type: 'string' }, broken: { type: 'string' } },
})
const { server: only, seed, broken: brokenAsked } = values
if (only && !Object.hasOwn(SERVERS, only)) throw new Error(`no server: ${only}`)
const fortnights: [Server, number][] = seed ? [[(only ?? 'radicale') as Server, Number(seed)]] : FORTNIGHTS
const isAll = !only && !seed && !brokenAsked

setClock(BEGINS_AT)
const folder = mkdtempSync(join(tmpdir(), 'pritchel-bad-fortnight-'))
chmodSync(folder, 0o711) // mkdtemp gives 0700, which the database's own user could not enter
const watcher = removeWhenWeDie(folder, join(folder, 'postgres/db'))
const database = await startDatabase({ dataFolder: folder }, { note: () => {} })
const db = openDatabase(database)
const jobs = await openJobs(database.app, { error: () => {} })
const vaultKey = randomBytes(32).toString('base64')
const app = await buildApp({
  db,
  files: fileStore({ filesFolder: join(folder, 'files') }),
  ...{ mode: 'test', origin: 'http://localhost:3000', checksAnswers: true, log: makeLog('error') },
  vault: openVault({ dataFolder: '', vaultKeys: [vaultKey] }),
  keyedHash: testHash(),
  ...{ reach: openReach({ reach: ['127.0.0.1'] }), reachable: ['127.0.0.1'] },
})
await app.ready()
const ground: Ground = { app, db, vaultKey }

let isGood = true
try {
  for (const [server, each] of fortnights) if (!brokenAsked && (only ?? server) === server) isGood = (await live(server, each)) && isGood
  for (const broken of Object.keys(BROKEN) as Broken[])
    if (isAll || brokenAsked === 'all' || brokenAsked === broken) isGood = (await isFoundOut(broken)) && isGood
} finally {
  await app.close()
  await jobs.close()
  await db.close()
  await database.stop()
  await watcher.finish()
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = isGood ? 0 : 1

async function live(server: Server, seed: number): Promise<boolean> {
  const missing = SERVERS[server].missing ?? missingReader
  if (missing) {
    console.log(`skip ${server}, seed ${seed}: ${missing} is missing`)
    return true
  }
  const started = performance.now()
  const outcome = await run(server, { seed, length: WHOLE })
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`${outcome.faults.length === 0 ? 'ok  ' : 'FAIL'} ${server}, seed ${seed}, ${seconds} s: ${countsOf(outcome)}`)
  for (const fault of outcome.faults.slice(0, MOST_FAULTS)) console.error(`     ${fault}`)
  return outcome.faults.length === 0
}

async function isFoundOut(broken: Broken): Promise<boolean> {
  if (radicale.missing ?? missingReader) return true
  const outcome = await run('radicale', { seed: 1, length: SHORT, broken })
  const { faults } = outcome
  console.log(`${faults.length > 0 ? 'ok  ' : 'FAIL'} broken, ${broken}: ${countsOf(outcome)}`)
  for (const fault of faults.slice(0, MOST_FAULTS)) console.log(`     ${fault}`)
  return faults.length > 0
}

async function run(server: Server, plan: Parameters<typeof badFortnight>[2]): Promise<Outcome> {
  const far = await SERVERS[server].start()
  try {
    return await badFortnight(ground, far, plan)
  } finally {
    await far.stop()
  }
}

function countsOf(outcome: Outcome): string {
  const { here, there, answers, cut, kills, losses, passes } = outcome
  const { inDiary, inCalendar, open, conflicts, questions, lost, doubled, different, texts, unasked, alarms, alarmsLost } = outcome
  return [
    `${here} changes here, ${there} there, ${answers} answers`,
    `${passes} passes, ${cut} answers cut, ${kills} kills, ${losses} caches lost`,
    `${inDiary} in the diary, ${inCalendar} in the calendar, ${open} open`,
    `${lost} lost, ${doubled} doubled, ${different} different`,
    `${conflicts} conflicts, ${questions} questions`,
    `${texts} clients texted, ${unasked} unasked`,
    `${alarms} alarms, ${alarmsLost} lost`,
  ].join('; ')
}
