// node scripts/run.mjs scripts/prove/fuzz.ts -- --requests 20000 --seed 1: sends invalid requests to every route that writes, and exits 1
// when any is answered by an unintended 5xx. The same seed generates the same requests.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApp } from '#app/build-app.ts'
import { startDatabase } from '#app/database.ts'
import { openDatabase } from '#platform/server/database/db.ts'
import { fileStore } from '#platform/server/files/store.ts'
import { openJobs } from '#platform/server/jobs/jobs.ts'
import { makeLog } from '#platform/server/log.ts'
import { fuzz } from '#testing/fuzz.ts'
import { removeWhenWeDie } from '#testing/remove-when-we-die.ts'
import { testHash, testVault } from '#testing/vault.ts'

const { values } = parseArgs({
  args: process.argv.slice(2).filter((each) => each !== '--'),
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 30)) },
  },
})
const [requests, seed] = [Number(values.requests), Number(values.seed)]

const folder = mkdtempSync(join(tmpdir(), 'pritchel-fuzz-'))
chmodSync(folder, 0o711) // mkdtemp gives 0700, which the database's own user could not enter
const watcher = removeWhenWeDie(folder, join(folder, 'postgres/db'))
const database = await startDatabase({ dataFolder: folder }, { note: () => {} })
const db = openDatabase(database)
const jobs = await openJobs(database.app, { error: () => {} })
const app = await buildApp({
  db,
  files: fileStore({ filesFolder: join(folder, 'files') }),
  mode: 'test',
  origin: 'http://localhost:3000',
  checksAnswers: true,
  vault: testVault(),
  keyedHash: testHash(),
  log: makeLog('error'),
})
await app.ready()

console.log(`seed ${seed}`)
const started = performance.now()
const { statuses, faults } = await fuzz(app, { seed, requests })
const seconds = Math.round((performance.now() - started) / 1000)
console.log(`${requests} requests in ${seconds} s, seed ${seed}: ${JSON.stringify(statuses)}`)
for (const fault of faults) console.error(fault)
console.log(faults.length === 0 ? 'No fault of the server.' : `${faults.length} faults of the server.`)

await app.close()
await jobs.close()
await db.close()
await database.stop()
await watcher.finish()
rmSync(folder, { recursive: true, force: true })
process.exitCode = faults.length === 0 ? 0 : 1
