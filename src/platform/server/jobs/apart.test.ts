import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#lib/errors.ts'
import { apart, PastLimits, turns } from '#platform/server/jobs/apart.ts'

const LIMITS = { bytes: 400_000_000, ms: 30_000 }
const alone = () => ({ inTurn: turns({ atOnce: 1, mostWaiting: 1 }) })

let folder: string
let module: URL
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pritchel-apart-'))
  const path = join(folder, 'works.mjs')
  const errors = new URL('../../../lib/errors.ts', import.meta.url).href
  await writeFile(
    path,
    `import { AppError } from '${errors}'
    import { existsSync } from 'node:fs'
    export const twice = (bytes) => ({ bytes: Buffer.concat([bytes, bytes]), secret: process.env.APART_SECRET, pid: process.pid })
    export const forEver = () => { for (;;); }
    export const slowPattern = () => /^(a+)+$/.test('a'.repeat(60) + 'b')
    export const fill = () => { const all = []; for (;;) all.push(new Array(1000).fill(0)) }
    export const refuse = () => { throw new AppError('unreadable_file', { row: 3 }, 'Row 3 is odd.') }
    export const fail = () => { throw new TypeError('no such thing') }
    export const until = async (path) => { while (!existsSync(path)) await new Promise((done) => setTimeout(done, 5)) }`,
  )
  module = pathToFileURL(path)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = (name: string, input?: unknown, limits = LIMITS) => apart<(input: unknown) => unknown>(module, name, limits, alone())(input)

test('a function runs in another process, without our secrets, and answers with data', async () => {
  process.env.APART_SECRET = 'a secret'
  try {
    const { bytes, secret, pid } = (await run('twice', Buffer.from('ab'))) as { bytes: Uint8Array; secret?: string; pid: number }
    expect([Buffer.from(bytes).toString(), secret]).toEqual(['abab', undefined])
    expect(pid).not.toBe(process.pid)
  } finally {
    delete process.env.APART_SECRET
  }
})

test.each(['forEver', 'slowPattern'])('a function that takes too long is stopped, regardless of what it does: %s', async (name) => {
  await expect(run(name, null, { ...LIMITS, ms: 300 })).rejects.toEqual(new PastLimits('ms'))
})

test.each([
  ['the heap', 400_000_000],
  ['the whole process', 1_000_000],
])('what takes too much memory is stopped: %s', async (_of, bytes) => {
  await expect(run('fill', null, { ...LIMITS, bytes })).rejects.toEqual(new PastLimits('bytes'))
})

test('a refusal comes back as it was thrown, any other error as an error', async () => {
  const refusal = await run('refuse').catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(AppError)
  expect(refusal).toMatchObject({ code: 'unreadable_file', status: 422, details: { row: 3 }, message: 'Row 3 is odd.' })
  const error = await run('fail').catch((thrown: unknown) => thrown)
  expect(error).not.toBeInstanceOf(AppError)
  expect(error).toMatchObject({ message: 'no such thing' })
})

test('only so many run at once and wait, and a place is free again after each end', async () => {
  const until = apart<(path: string) => Promise<void>>(module, 'until', LIMITS, alone())
  const path = join(folder, 'go-on')
  const [first, second] = [until(path), until(path)]
  await expect(until(path)).rejects.toMatchObject({ code: 'busy' })
  await writeFile(path, '')
  await Promise.all([first, second])
  await expect(until(path)).resolves.toBeUndefined()
})
