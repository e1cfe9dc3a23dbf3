// Writes docs/words: every string a person reads, by room, feature and file, to be read or searched together. With --check, compares.
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wordsIn } from '#testing/words-in.ts'

const folder = new URL('../docs/words/', import.meta.url)
const files = globSync('src/**/*.{ts,tsx}')
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.(test|examples)\.tsx?$|^src\/testing\/|\/(sample|far-side[\w-]*)\.ts$/.test(file))
  .toSorted()

const listings = new Map<string, string[]>()
for (const file of files) {
  const words = wordsIn(file, readFileSync(file, 'utf8'))
  if (words.length === 0) continue
  const { room, feature, rest } = placeOf(file)
  const lines = listings.get(room) ?? [`# Words: ${room}`, '', 'Made by `npm run words`; do not edit.']
  const heading = `## ${feature}`
  if (feature && !lines.includes(heading)) lines.push('', heading)
  lines.push('', `### ${rest}`, '', ...words.map((line) => `- ${line}`))
  listings.set(room, lines)
}

if (process.argv.includes('--check')) check()
else write()

/** Rooms of features have a listing each; so has every other layer. */
function placeOf(file: string) {
  const [, room, feature, rest] = /^src\/features\/([^/]+)\/([^/]+)\/(.+)$/.exec(file) ?? []
  if (room && feature && rest) return { room, feature, rest }
  const [, layer = '', inside = ''] = /^src\/([^/]+)\/(.+)$/.exec(file) ?? []
  return { room: layer, feature: '', rest: inside }
}

function textOf(lines: string[]) {
  return `${lines.join('\n')}\n`
}

function write() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [room, lines] of listings) writeFileSync(new URL(`${room}.md`, folder), textOf(lines))
}

function check() {
  const differing = [...listings].filter(([room, lines]) => {
    const file = new URL(`${room}.md`, folder)
    return !existsSync(file) || readFileSync(file, 'utf8') !== textOf(lines)
  })
  const gone = globSync(join('docs', 'words', '*.md')).filter((file) => !listings.has(file.replace(/^.*[\\/]|\.md$/g, '')))
  for (const name of [...differing.map(([room]) => `docs/words/${room}.md`), ...gone])
    console.error(`${name} differs from the sources: npm run words`)
  if (differing.length + gone.length > 0) process.exitCode = 1
}
