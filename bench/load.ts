import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** A server in a process of its own, so that its CPU and memory are its own. */
export type Subject = {
  port: number
  cpuMs: () => Promise<number>
  rssMb: () => Promise<number>
  /** What it still holds once its garbage is collected. */
  liveMb: () => Promise<number>
  stop: () => Promise<void>
}

// Anything that hangs ends with an error: a subject that dies or is silent, a request without an answer.
export const LONGEST_WAIT_MS = 30_000

/** Starts `file` with `input`; the child reports its port, and answers `usage` with its CPU and memory. */
export async function startSubject(file: URL, input: object): Promise<Subject> {
  const child = fork(file, { env: { ...process.env, NODE_ENV: 'production' } })
  child.send(input)
  const { port } = (await messageOf(child)) as { port: number }
  const ask = <T>(what: string) => {
    child.send(what)
    return messageOf(child) as Promise<T>
  }
  const usage = () => ask<{ cpuMs: number; rssMb: number }>('usage')
  return {
    port,
    cpuMs: async () => (await usage()).cpuMs,
    rssMb: async () => (await usage()).rssMb,
    liveMb: () => ask<number>('live'),
    stop: () => stop(child),
  }
}

async function messageOf(child: ChildProcess): Promise<unknown> {
  const over = new AbortController()
  const { signal } = over
  const died = once(child, 'exit', { signal }).then(([code]) => Promise.reject(new Error(`a measured server ended with ${code}`)))
  const silent = setTimeout(LONGEST_WAIT_MS, undefined, { signal }).then(() => Promise.reject(new Error('a measured server says nothing')))
  try {
    return await Promise.race([once(child, 'message', { signal }).then(([message]) => message), died, silent])
  } finally {
    over.abort()
  }
}

async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.send('stop')
  const force = globalThis.setTimeout(() => child.kill('SIGKILL'), 5000)
  await gone
  clearTimeout(force)
}

/** The child's side of `startSubject`. */
export async function beSubject<T>(start: (input: T) => Promise<{ port: number; stop: () => Promise<void> }>) {
  process.on('disconnect', () => process.exit(1))
  const [input] = (await once(process, 'message')) as [T]
  const server = await start(input)
  process.on('message', async (message) => {
    if (message === 'usage') {
      const { user, system } = process.cpuUsage()
      process.send?.({ cpuMs: (user + system) / 1000, rssMb: process.memoryUsage().rss / 2 ** 20 })
    }
    if (message === 'live') {
      collectGarbage()
      const { heapUsed, external } = process.memoryUsage()
      process.send?.((heapUsed + external) / 2 ** 20)
    }
    if (message === 'stop') {
      await server.stop()
      process.exit(0)
    }
  })
  process.send?.({ port: server.port })
}

/** Collects all of it, now: Node has no other way to force that from within. */
function collectGarbage() {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
}

export const median = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Runs A and B in turn, `rounds` times: the median of the rounds' ratios, and of each result. */
export async function interleave(rounds: number, a: () => Promise<number>, b: () => Promise<number>) {
  const ratios: number[] = []
  const costs: { a: number[]; b: number[] } = { a: [], b: [] }
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? (['a', 'b'] as const) : (['b', 'a'] as const)
    for (const which of order) costs[which].push(await (which === 'a' ? a() : b()))
    ratios.push((costs.a.at(-1) ?? 0) / (costs.b.at(-1) ?? 1))
  }
  return { ratio: median(ratios), a: median(costs.a), b: median(costs.b) }
}
