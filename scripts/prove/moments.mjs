// Runs the tests at every listed moment: `node scripts/prove/moments.mjs [PROJECT …]`, all projects unless some are named.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { onNode24, root } from '../bootstrap.mjs'

await onNode24(import.meta.url)
const { MOMENTS } = await import('../../src/testing/moments.ts')
const { buildIfNeeded } = await import('../build.mjs')

const projects = process.argv.length > 2 ? process.argv.slice(2) : ['node', 'device', 'browser', 'e2e']
buildIfNeeded()
const failed = []
for (const [moment, why] of Object.entries(MOMENTS)) {
  for (const project of projects) {
    for (const files of filesFor(project, why)) {
      const name = `${moment} (${why}): ${[project, ...files].join(' ')}`
      const isOk = await vitest(['--project', project, ...files], moment)
      console.log(`${isOk ? 'ok  ' : 'FAIL'} ${name}`)
      if (!isOk) failed.push(name)
    }
  }
}
console.log(failed.length ? `\nFailed:\n${failed.join('\n')}` : `\n${Object.keys(MOMENTS).length} moments: all passed`)
process.exitCode = failed.length ? 1 : 0

/* Journeys share one server. Just before midnight each has its own, or all but the first would begin on the next day. */
function filesFor(project, why) {
  if (project !== 'e2e' || !why.startsWith('23:58')) return [[]]
  return readdirSync(join(root, 'e2e'))
    .filter((name) => name.endsWith('.e2e.ts'))
    .map((name) => [`e2e/${name}`])
}

async function vitest(args, moment) {
  const env = { ...process.env, NODE_ENV: 'test', PRITCHEL_TEST_MOMENT: moment }
  const child = spawn('vitest', ['run', ...args, '--reporter=dot'], {
    stdio: 'inherit',
    cwd: root,
    env,
    shell: process.platform === 'win32',
  })
  const [status] = await once(child, 'close')
  return status === 0
}
