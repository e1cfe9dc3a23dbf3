// Mutates the files changed since a commit: `node scripts/prove/mutate-changed.mjs [COMMIT]`; by default since the last tag, else the last
// merge, else since docs/MUTATION.md was last measured.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { onNode24, root, run } from '../bootstrap.mjs'

await onNode24(import.meta.url)

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
const since = process.argv[2] ?? lastMark()
const changed = new Set(git('diff', '--name-only', since).split('\n'))
let isOk = true
for (const settings of ['stryker.config.json', 'stryker.server.json']) {
  const files = mutatedBy(settings).filter((name) => changed.has(name))
  console.log(`${settings}: ${files.join(' ') || 'nothing of it has changed'} (since ${since})`)
  if (files.length > 0) isOk = mutate(settings, files) && isOk
}
process.exitCode = isOk ? 0 : 1

function lastMark() {
  try {
    return git('describe', '--tags', '--abbrev=0')
  } catch {
    return git('rev-list', '--merges', '--max-count=1', 'HEAD') || git('log', '-1', '--format=%H', '--', 'docs/MUTATION.md')
  }
}

/* The files named in the settings of a mutation run. */
function mutatedBy(settings) {
  const { mutate } = JSON.parse(readFileSync(new URL(settings, `file://${root}/`), 'utf8'))
  const named = (isLeftOut) =>
    globSync(
      mutate.filter((each) => each.startsWith('!') === isLeftOut).map((each) => each.replace(/^!/, '')),
      { cwd: root },
    )
  const leftOut = new Set(named(true))
  return named(false)
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !leftOut.has(name))
}

function mutate(settings, files) {
  try {
    run('stryker', ['run', settings, '--mutate', files.join()])
    return true
  } catch {
    return false
  }
}
