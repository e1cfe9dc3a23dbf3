// npm run durability: Node and PostgreSQL killed under write load 20 times each, the sending worker 30 times; in `npm test` it is a few times.
import { onNode24, run } from './bootstrap.mjs'

await onNode24(import.meta.url)
const { buildIfNeeded } = await import('./build.mjs')
buildIfNeeded()
const env = { ...process.env, PRITCHEL_WHOLE: 'yes' }
run('vitest', ['run', '--project', 'e2e', 'e2e/durability.e2e.ts'], { env })
run('vitest', ['run', '--project', 'node', 'src/app/sending-killed.test.ts'], { env })
