// npm run durability: Node and PostgreSQL killed under write load 20 times each; in `npm test` it is six times.
import { onNode24, run } from './bootstrap.mjs'

await onNode24(import.meta.url)
const { buildIfNeeded } = await import('./build.mjs')
buildIfNeeded()
run('vitest', ['run', '--project', 'e2e', 'e2e/durability.e2e.ts'], { env: { ...process.env, PRITCHEL_KILLS: '20' } })
