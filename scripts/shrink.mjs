// Last step of a build: beside each file of the web app that shrinks, `app.js.br` and `app.js.gz`, for browsers that accept them.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { root } from './bootstrap.mjs'

const WEB = join(root, 'dist/web')
/* Pictures and fonts are packed as they are. */
const SHRINKS = /\.(js|css|html|svg|wasm|json|txt|webmanifest)$/
const WORTH_IT = 1024
const AT_ONCE = 4

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

const files = readdirSync(WEB, { recursive: true }).filter((name) => SHRINKS.test(name) && !name.startsWith('.vite'))
const waiting = files.map((name) => join(WEB, name)).filter((path) => statSync(path).size >= WORTH_IT)
await Promise.all(Array.from({ length: AT_ONCE }, shrinkNext))

async function shrinkNext() {
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    const bytes = readFileSync(path)
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    keep(`${path}.br`, await packBrotli(bytes, { params }), bytes)
    keep(`${path}.gz`, await packGzip(bytes, { level: constants.Z_BEST_COMPRESSION }), bytes)
  }
}

function keep(path, packed, bytes) {
  if (packed.length < bytes.length) writeFileSync(path, packed)
}
