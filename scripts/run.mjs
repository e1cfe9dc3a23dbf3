// `node scripts/run.mjs FILE …` runs one of our TypeScript files on Node 24, installing what is missing first.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onNode24, root } from './bootstrap.mjs'

await onNode24(import.meta.url)
process.argv.splice(1, 1) // the file expects its arguments where any script has them
process.argv[1] = resolve(root, process.argv[1])
await import(pathToFileURL(process.argv[1]).href)
