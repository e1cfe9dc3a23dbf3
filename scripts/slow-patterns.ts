// Fails on a regular expression that takes more than linear time on some input: one request with such an input would stop the server.
import { globSync, readFileSync } from 'node:fs'
import { slowPatternsIn } from '#testing/slow-patterns.ts'

const FEWEST_FILES = 900

/* Tests read only their own text. */
const files = globSync('{src,scripts,db}/**/*.{ts,tsx,mjs}').filter((file) => !/\.test\.tsx?$|^src[\\/]testing[\\/]/.test(file))
const slow = files.flatMap((file) => slowPatternsIn(file, readFileSync(file, 'utf8')).map((found) => ({ file, ...found })))
for (const { file, line, pattern, why } of slow) console.error(`${file}:${line}: /${pattern}/ is ${why}`)
if (files.length < FEWEST_FILES) console.error(`only ${files.length} files were looked at, of at least ${FEWEST_FILES}`)
console.log(`${files.length} files, ${slow.length} slow patterns`)
process.exitCode = slow.length > 0 || files.length < FEWEST_FILES ? 1 : 0
