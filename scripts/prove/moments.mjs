// Runs the tests at every listed moment: `node scripts/prove/moments.mjs [MOMENT or PROJECT …]`; without names, at all moments with all projects.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { onNode24, root } from '../bootstrap.mjs'

await onNode24(import.meta.url)
const { MOMENTS } = await import('../../src/testing/moments.ts')
const { buildIfNeeded } = await import('../build.mjs')

/* What runs concurrently, as in `npm test`. */
const PARTS = [
  ['browser', 'node'],
  ['e2e', 'device'],
]

const asked = process.argv.slice(2)
const known = [...Object.keys(MOMENTS), ...PARTS.flat()]
const unknown = asked.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no moment or project ${unknown.join(', ')}. There are: ${known.join(', ')}.`)
  process.exit(2)
}
const among = (names) => (names.some((name) => asked.includes(name)) ? names.filter((name) => asked.includes(name)) : names)

buildIfNeeded()
const projects = among(PARTS.flat())
const moments = among(Object.keys(MOMENTS))
const failed = []
for (const moment of moments)
  for (const part of PARTS) await Promise.all(part.filter((project) => projects.includes(project)).map((project) => prove(project, moment)))
console.log(
  failed.length ? `\nFailed:\n${failed.join('\n')}` : `\nAll passed, at ${moments.length} of ${Object.keys(MOMENTS).length} moments`,
)
process.exitCode = failed.length ? 1 : 0

async function prove(project, moment) {
  const why = MOMENTS[moment]
  for (const files of filesFor(project, why)) {
    const name = `${moment} (${why}): ${[project, ...files].join(' ')}`
    const isOk = await vitest(['--project', project, ...files], moment, isLate(why))
    console.log(`${isOk ? 'ok  ' : 'FAIL'} ${name}`)
    if (!isOk) failed.push(name)
  }
}

/* Files share a server, whose clock goes on. Just before midnight each has its own, or all but the first would begin on the next day. */
const isLate = (why) => why.startsWith('23:58')

function filesFor(project, why) {
  if (project !== 'e2e' || !isLate(why)) return [[]]
  return readdirSync(join(root, 'e2e'))
    .filter((name) => name.endsWith('.e2e.ts'))
    .map((name) => [`e2e/${name}`])
}

async function vitest(args, moment, isAlone) {
  const env = { ...process.env, NODE_ENV: 'test', PRITCHEL_TEST_MOMENT: moment, PRITCHEL_TEST_ALONE: isAlone ? 'yes' : '' }
  const child = spawn('vitest', ['run', ...args, '--passWithNoTests', '--reporter=dot'], {
    stdio: 'inherit',
    cwd: root,
    env,
    shell: process.platform === 'win32',
  })
  const [status] = await once(child, 'close')
  return status === 0
}
