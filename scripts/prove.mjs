// npm run prove: the proofs that take too long to run on each change. `npm run prove -- hostile bad-week` runs some of them; without a name all of
// them, one after the other.
import { fileURLToPath } from 'node:url'
import { onNode24, run } from './bootstrap.mjs'

const node = (file, ...args) => ['node', ['scripts/run.mjs', file, ...args]]

/* One part a line: its name, and a program that fails when the proof fails. */
const PARTS = [
  ['whole', 'node', ['scripts/test.mjs', '--whole']],
  ['hostile', ...node('scripts/prove/hostile-sizes.ts')],
  ['fuzz', ...node('scripts/prove/fuzz.ts', '--requests', '20000')],
  ['simulate', ...node('scripts/simulate.ts', '100000')],
  ['bad-week', ...node('scripts/bad-week.ts')],
  ['bad-fortnight', ...node('scripts/bad-fortnight.ts')],
  ['moments', 'node', ['scripts/prove/moments.mjs']],
  ['mutate', 'node', ['scripts/prove/mutate-changed.mjs']],
]

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await onNode24(import.meta.url)
  const { buildIfNeeded } = await import('./build.mjs')
  const asked = process.argv.slice(2)
  const unknown = asked.filter((name) => !PARTS.some(([part]) => part === name))
  if (unknown.length > 0) {
    console.error(`There is no part ${unknown.join(', ')}. There are: ${PARTS.map(([name]) => name).join(', ')}.`)
    process.exit(2)
  }
  buildIfNeeded()
  const results = PARTS.filter(([name]) => asked.length === 0 || asked.includes(name)).map(proved)
  for (const { name, isOk, seconds } of results) console.log(`${isOk ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
  process.exitCode = results.every(({ isOk }) => isOk) ? 0 : 1
}

function proved([name, command, args]) {
  console.log(`\n${name}`)
  const started = performance.now()
  let isOk = true
  try {
    run(command, args)
  } catch {
    isOk = false
  }
  return { name, isOk, seconds: Math.round((performance.now() - started) / 1000) }
}
