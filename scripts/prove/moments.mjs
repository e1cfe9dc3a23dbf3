// Runs the tests at the listed moments (docs/decisions/086-moments-in-rounds.md):
//
//   node scripts/prove/moments.mjs [PROJECT …]               the next round, as docs/MOMENTS.md has it, and adds a line there when it is green
//   node scripts/prove/moments.mjs round=7 [MOMENT or PROJECT …]     that round, or its named ones
//   node scripts/prove/moments.mjs all [MOMENT or PROJECT …]         every test file at each moment: a working day
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { onNode24, root } from '../bootstrap.mjs'

await onNode24(import.meta.url)
const { MOMENTS } = await import('../../src/testing/moments.ts')
const { turnOf } = await import('../../src/testing/rounds.ts')
const { buildIfNeeded } = await import('../build.mjs')
const { pureTests } = await import('./pure-tests.mjs')

/* What runs concurrently, as in `npm test`. */
const LANES = [
  ['browser', 'e2e'],
  ['node', 'device'],
]
const PROJECTS = LANES.flat()
const NAMES = Object.keys(MOMENTS)
const RECORD = join(root, 'docs/MOMENTS.md')

const asked = process.argv.slice(2)
const isAll = asked.includes('all')
const round = Number(asked.find((name) => name.startsWith('round='))?.slice('round='.length) ?? nextRound())
const named = asked.filter((name) => name !== 'all' && !name.startsWith('round='))
const unknown = named.filter((name) => ![...NAMES, ...PROJECTS].includes(name))
if (unknown.length > 0 || !Number.isInteger(round)) {
  console.error(`There is no moment or project ${unknown.join(', ')}. There are: ${[...NAMES, ...PROJECTS].join(', ')}; round=NUMBER; all.`)
  process.exit(2)
}
const among = (names) => (names.some((name) => named.includes(name)) ? names.filter((name) => named.includes(name)) : names)

buildIfNeeded()
const projects = among(PROJECTS)
const moments = among(NAMES)
const everywhere = await pureTests()
const files = Object.fromEntries(await Promise.all(projects.map(async (project) => [project, await filesOf(project)])))
const failed = []
let ran = 0
await Promise.all(LANES.map(proveLane))
const where = `at ${moments.length} of ${NAMES.length} moments, ${isAll ? 'every file' : `round ${round}`}: ${ran} times a file`
console.log(failed.length > 0 ? `\nFailed:\n${failed.join('\n')}` : `\nAll passed, ${where}`)
process.exitCode = failed.length > 0 ? 1 : 0
if (failed.length === 0 && named.length === 0 && !isAll) note()

async function proveLane(lane) {
  for (const moment of moments) for (const project of lane) if (projects.includes(project)) await prove(project, moment)
}

async function prove(project, moment) {
  const why = MOMENTS[moment]
  const those = files[project].filter(
    (file) => isAll || everywhere.has(file) || turnOf(file, round, NAMES.length) === NAMES.indexOf(moment),
  )
  const runs = project === 'e2e' && isLate(why) ? those.map((file) => [file]) : [those]
  for (const each of runs) if (each.length > 0) await vitest(project, each, moment)
}

async function vitest(project, those, moment) {
  const outcome = join(root, `node_modules/.cache/outcome-moments-${project}.json`)
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
  rmSync(outcome, { force: true })
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    PRITCHEL_TEST_MOMENT: moment,
    PRITCHEL_TEST_ALONE: isLate(MOMENTS[moment]) ? 'yes' : '',
    PRITCHEL_OUTCOME: outcome,
  }
  const paths = those.map((file) => join(root, file))
  const args = ['run', '--project', project, ...paths, '--reporter=dot', `--reporter=${join(root, 'scripts/outcome.mjs')}`]
  const child = spawn('vitest', args, { stdio: 'inherit', cwd: root, env, shell: process.platform === 'win32' })
  const [status] = await once(child, 'close')
  const found = readOutcome(outcome)
  // A file that is listed and was not run would be passed over without a word.
  const isOk = status === 0 && found.files === those.length
  const name = `${moment} (${MOMENTS[moment]}), ${project}: ${found.files} of ${those.length} files, ${found.passed} tests`
  console.log([`${isOk ? 'ok  ' : 'FAIL'} ${name}`, ...found.failures].join('\n     '))
  if (!isOk) failed.push(name, ...found.failures.map((failure) => `     ${failure}`))
  ran += found.files
}

function readOutcome(outcome) {
  try {
    return JSON.parse(readFileSync(outcome, 'utf8'))
  } catch {
    return { files: 0, passed: 0, failures: ['it ended without a result'] }
  }
}

/* Files share a server, whose clock goes on. Just before midnight each has its own, and each journey a run of its own, or all but the first would begin on the next day. */
function isLate(why) {
  return why.startsWith('23:58')
}

/* As Vitest itself finds them, so that none is missed. */
async function filesOf(project) {
  const child = spawn('vitest', ['list', '--filesOnly', '--json', '--project', project], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: root,
    shell: process.platform === 'win32',
  })
  const closed = once(child, 'close')
  const text = (await Array.fromAsync(child.stdout.setEncoding('utf8'))).join('')
  await closed
  return JSON.parse(text).map(({ file }) => relative(root, file).replaceAll('\\', '/'))
}

function nextRound() {
  return Math.max(0, ...[...readFileSync(RECORD, 'utf8').matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number))) + 1
}

function note() {
  appendFileSync(RECORD, `| ${round} | ${new Date().toISOString().slice(0, 10)} | ${ran} |\n`)
}
