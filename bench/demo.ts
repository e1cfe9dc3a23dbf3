// `node scripts/run.mjs bench/demo.ts`: how long visitors wait for a copy of the demo, 30 at once and 200 one after another, and what the server's
// memory is before and after. The server is the product in a process of its own, on an empty data folder.
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '#platform/server/embedded/endpoint.ts'
import { queryDatabase } from '#testing/e2e-practice.ts'
import { spawnServer } from '#testing/server-process.ts'
import { buildIfNeeded } from '../scripts/build.mjs'

const { values } = parseArgs({
  options: {
    atOnce: { type: 'string', default: '30' },
    inRow: { type: 'string', default: '200' },
    everyMs: { type: 'string', default: '0' },
  },
})
const AT_ONCE = Number(values.atOnce)
const IN_ROW = Number(values.inRow)
const GOAL_MS = 1000
const LONGEST_MS = 15 * 60_000

buildIfNeeded()
const folder = mkdtempSync(join(tmpdir(), 'pritchel-bench-demo-'))
chmodSync(folder, 0o711) // mkdtemp gives 0700, which the database's own user could not enter
const port = String(await freePort())
const url = `http://localhost:${port}`
const server = await spawnServer({ PORT: port, PRITCHEL_DATA: folder, PRITCHEL_DEMO_READY: String(AT_ONCE), LOG_LEVEL: 'silent' })
setTimeout(() => process.exit(1), LONGEST_MS).unref()
process.once('exit', () => server.kill('SIGKILL'))
try {
  const filling = performance.now()
  while ((await countIn('ready')) < AT_ONCE) await pause(500)
  console.log(`${AT_ONCE} copies wait after ${seconds(performance.now() - filling)}`)
  const before = memoryMb()
  report(`${AT_ONCE} at once`, await Promise.all(Array.from({ length: AT_ONCE }, open)))
  const each: number[] = []
  for (let count = 0; count < IN_ROW; count++) {
    each.push(await open())
    await pause(Number(values.everyMs))
  }
  report(`${IN_ROW} one after another`, each)
  console.log(
    `server memory: ${before} MB before, ${memoryMb()} MB after; ${await countIn('given')} copies given, ${await countIn('over')} to be deleted`,
  )
} finally {
  const gone = once(server, 'exit')
  server.kill('SIGTERM')
  await gone
  rmSync(folder, { recursive: true, force: true })
}

/** Opens the demo as a browser of its own, and reads who it is there: milliseconds until the answer. */
async function open(): Promise<number> {
  const began = performance.now()
  const address = `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`
  const answer = await fetch(`${url}/api/auth/demo`, { method: 'POST', headers: { origin: url, 'x-forwarded-for': address } })
  if (!answer.ok) throw new Error(`the demo did not open: ${answer.status}`)
  const took = performance.now() - began
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const user = await fetch(`${url}/api/auth/user`, { headers: { cookie, 'x-forwarded-for': address } })
  if (!user.ok) throw new Error(`a copy did not open: ${user.status}`)
  return took
}

function report(what: string, each: number[]) {
  const sorted = [...each].sort((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  const late = sorted.filter((ms) => ms > GOAL_MS).length
  console.log(
    `${what}: median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms; ${late === 0 ? 'each under 1 s' : `${late} over 1 s`}`,
  )
}

async function countIn(state: string): Promise<number> {
  const [row] = await queryDatabase<{ count: number }>(
    folder,
    'select count(*)::int as count from directory.demo_copies where state = $1',
    [state],
  )
  return row?.count ?? 0
}

function memoryMb(): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1000)
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
