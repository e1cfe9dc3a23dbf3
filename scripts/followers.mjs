// Checks that every writer of rows with followers declares them, and that the diagram is complete: docs/ARCHITECTURE.md, What follows from rows.
// scripts/boundaries.mjs runs it.
import { globSync, readFileSync } from 'node:fs'

const read = (file) => readFileSync(file, 'utf8')
const featureOf = (file) => /features\/([^/]+\/[^/]+)\//.exec(file)?.[1]
/** The table a row is written to, if it is named. */
const WRITES = /\b(?:insert|update|delete|restore)Row\([^']*'(\w+)'/g

/** The missing declarations, a sentence each, and the number of files checked. */
export function missingFollowers() {
  const followers = readFollowers()
  const drawn = [...read('docs/ARCHITECTURE.md').matchAll(/^([\w ]+) ─+► .* (\S+)$/gm)].map(
    ([, tables, feature]) => `${feature}: ${tables}`,
  )
  const undrawn = followers.filter(({ feature, tables }) => !drawn.includes(`${feature}: ${tables.join(' ')}`))
  const writers = globSync('src/features/*/*/server/*.ts', { exclude: ['**/*.test.ts'] }).flatMap((file) => {
    const tables = [...read(file).matchAll(WRITES)].map(([, table]) => table)
    const concerned = followers.filter((follower) => follower.tables.some((table) => tables.includes(table)))
    return concerned.length > 0 ? [{ file, concerned }] : []
  })
  return {
    missing: [
      ...undrawn.map(({ feature, tables }) => `docs/ARCHITECTURE.md does not say that ${feature} follows from ${tables.join(' ')}`),
      ...writers.flatMap(({ file, concerned }) => {
        const said = /^\/\/ Followed by: .*$/m.exec(read(file))?.[0] ?? ''
        return concerned
          .filter(({ feature }) => !said.includes(`(${feature})`))
          .map(({ feature }) => `${file} does not say that ${feature} follows`)
      }),
    ],
    writers: writers.length,
  }
}

/** For each follower in src/app/followers.ts: its feature, and its tables. */
function readFollowers() {
  const files = [...read('src/app/followers.ts').matchAll(/import \{ \w+Follower \} from '#(.+)'/g)].map(([, path]) => `src/${path}`)
  return files.map((file) => {
    const [, list] = /(?:tables:|TABLES =) \[(.+)\]/.exec(read(file)) ?? [undefined, '']
    return { feature: featureOf(file), tables: list.match(/\w+/g) ?? [] }
  })
}
