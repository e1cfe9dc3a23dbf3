import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Limits, Verdict } from '#features/files/server/picture-maker.ts'
import type { PictureFault } from '#features/files/server/queries.ts'

const MAKER = fileURLToPath(new URL('./picture-maker.ts', import.meta.url))
/** Enough for 48 megapixels of an iPhone, which are decoded in one piece. */
export const LIMITS: Limits = { bytes: 1_200_000_000, ms: 60_000 }
/** For what a process needs to begin and to be ended. */
const GRACE_MS = 5000
/** Behind everything that somebody waits for. */
const LOW = 15
/** Nothing of ours, and above all no secrets; Windows starts no program without these. */
const ENV = Object.fromEntries(['PATH', 'SystemRoot'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))

/**
 * Draws the pictures of a file into a folder, in a process of its own. Undefined: they are there.
 * @throws when the process was ended from outside, as when the server stops
 */
export async function drawPictures(path: string, folder: string, mime: string, limits = LIMITS): Promise<PictureFault | undefined> {
  const child = spawn(process.execPath, ['--max-old-space-size=256', MAKER, path, folder, mime, JSON.stringify(limits)], {
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    env: ENV,
  })
  const said = text(child.stdio[3] as Readable)
  const { signal, isLate } = await watched(child, limits.ms + GRACE_MS)
  const verdict = (await said) as Verdict | ''
  if (verdict) return verdict === 'made' ? undefined : verdict
  if (signal !== 'SIGKILL') throw new Error(`the maker of pictures ended: ${signal}`)
  return isLate ? 'too_slow' : 'too_heavy'
}

/**
 * How a process ended that is to leave the machine to everybody else, and to be done in time. It ends with ours.
 * @throws when there is no such program
 */
export async function watched(child: ChildProcess, ms: number): Promise<{ code: number | null; signal: string | null; isLate: boolean }> {
  const started = performance.now()
  const end = () => child.kill('SIGKILL')
  const timer = setTimeout(end, ms)
  process.once('exit', end)
  try {
    const ended = once(child, 'close')
    giveWay(child)
    const [code, signal] = (await ended) as [number | null, string | null]
    return { code, signal, isLate: performance.now() - started > ms - GRACE_MS }
  } finally {
    clearTimeout(timer)
    process.off('exit', end)
  }
}

function giveWay({ pid }: ChildProcess): void {
  try {
    if (pid) setPriority(pid, LOW)
  } catch {
    // It has ended already.
  }
}
