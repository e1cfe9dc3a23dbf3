import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { AppError } from '#lib/errors.ts'
import type { Answer } from '#platform/server/jobs/apart-child.ts'

/** What a process may take before it is stopped: bytes of memory, and milliseconds of a processor's time. */
export type Limits = { bytes: number; ms: number }
/** `inTurn`: made by `turns`, or omitted where there is only one caller at a time. `isBehind`: it yields to everything a user waits for. */
type Options = { inTurn: Turns; isBehind?: boolean }
type Turns = <T>(work: () => Promise<T>) => Promise<T>

/** The process was stopped for exceeding its limits. */
export class PastLimits extends Error {
  readonly limit: keyof Limits

  constructor(limit: keyof Limits) {
    super(`stopped: too much of ${limit}`)
    this.limit = limit
  }
}

/** It ended without an answer. */
export class Crashed extends Error {}

/** For what a process needs to begin and to be ended. */
const GRACE_MS = 5000
/** On a busy machine a second of a processor's time takes several. */
const WALL_TO_CPU = 4
/** Nothing of ours, and above all no secrets; Windows starts no program without these. */
const ENV = Object.fromEntries(
  ['PATH', 'SystemRoot', 'NODE_COMPILE_CACHE'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
)
const CHILD = fileURLToPath(new URL('./apart-child.ts', import.meta.url))

/**
 * Wraps a function of a module so that it runs in a process of its own, where bad input may slow it down, fill its memory or crash it without
 * affecting anything else. Input and result are copied, so they hold data only.
 * @throws PastLimits, Crashed, what the function throws as an `AppError`, busy when too many wait
 */
export function apart<W extends (input: never) => unknown>(
  module: URL,
  name: string,
  limits: Limits,
  options: Options,
): (input: Parameters<W>[0]) => Promise<Awaited<ReturnType<W>>> {
  const { inTurn, isBehind = false } = options
  return (input) => inTurn(() => call(module, name, { input, limits, isBehind })) as Promise<Awaited<ReturnType<W>>>
}

type Call = { input: unknown; limits: Limits; isBehind: boolean }

async function call(module: URL, name: string, { input, limits, isBehind }: Call): Promise<unknown> {
  const child = fork(CHILD, [JSON.stringify(limits)], {
    // Its young objects count too: what is over is stopped by the watch, and not by a crash.
    execArgv: [`--max-old-space-size=${Math.ceil(limits.bytes / 1_000_000)}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: ENV,
  })
  let answer: Answer | undefined
  child.once('message', (said) => (answer = said as Answer))
  // A process that has been stopped takes no input: the code below reports how it ended.
  child.send({ module: module.href, name, input }, () => {})
  const ended = await watched(child, limits.ms * WALL_TO_CPU + GRACE_MS, isBehind)
  if (!answer) throw faultOf(ended)
  if ('value' in answer) return answer.value
  throw answer.refusal ? new AppError(answer.refusal.code, answer.refusal.details, answer.refusal.message) : new Error(answer.message)
}

type Ended = { code: number | null; signal: string | null; isLate: boolean }

function faultOf({ code, signal, isLate }: Ended): Error {
  if (isLate || signal === TIME_SIGNAL) return new PastLimits('ms')
  if (FULL.has(signal ?? code)) return new PastLimits('bytes')
  return new Crashed(`a process of ours ended: ${signal ?? code}`)
}

/** How the watch ends a process that has had its time: no program sends this one. */
const TIME_SIGNAL = 'SIGVTALRM'
/** How a process ends that the watch found too large, or whose heap was full before. */
const FULL: ReadonlySet<string | number | null> = new Set(['SIGKILL', 'SIGABRT', 'SIGTRAP', 128 + constants.signals.SIGABRT])
/** A lower priority than everything a user waits for. */
const LOW = 15
/** A lower priority than answering requests, because others wait for those. */
const LOWER = 5

/**
 * Resolves with how a process ended that yields the machine to all others and takes at most `ms`. It ends with ours.
 * @throws when there is no such program
 */
export async function watched(child: ChildProcess, ms: number, isBehind = true): Promise<Ended> {
  let isLate = false
  const end = () => child.kill('SIGKILL')
  const timer = setTimeout(() => {
    isLate = true
    end()
  }, ms)
  process.once('exit', end)
  try {
    const ended = once(child, 'close')
    giveWay(child, isBehind ? LOW : LOWER)
    const [code, signal] = (await ended) as [number | null, string | null]
    return { code, signal, isLate }
  } finally {
    clearTimeout(timer)
    process.off('exit', end)
  }
}

function giveWay({ pid }: ChildProcess, priority: number): void {
  try {
    if (pid) setPriority(pid, priority)
  } catch {
    // It has ended already, or we give way more than that ourselves.
  }
}

/** Lets so many run at once, and so many more wait, in the order they came; any further caller is refused as busy. */
export function turns({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): Turns {
  const waiting: (() => void)[] = []
  let atWork = 0
  return async (work) => {
    if (atWork < atOnce) atWork++
    else if (waiting.length >= mostWaiting) throw new AppError('busy')
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await work()
    } finally {
      // Its place goes to the next.
      const next = waiting.shift()
      if (next) next()
      else atWork--
    }
  }
}
