import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'

/** A server in a process of its own, so that its CPU and memory are its own. */
export type Subject = { port: number; cpuMs: () => Promise<number>; rssMb: () => Promise<number>; stop: () => Promise<void> }

/** Starts `file` with `input`; it answers with its port, and to `usage` with what it has used. */
export async function startSubject(file: URL, input: object): Promise<Subject> {
  const child = fork(file, { env: { ...process.env, NODE_ENV: 'production' } })
  child.send(input)
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const usage = async () => {
    child.send('usage')
    return ((await once(child, 'message')) as [{ cpuMs: number; rssMb: number }])[0]
  }
  return {
    port,
    cpuMs: async () => (await usage()).cpuMs,
    rssMb: async () => (await usage()).rssMb,
    stop: () => stop(child),
  }
}

async function stop(child: ChildProcess) {
  const gone = once(child, 'exit')
  child.send('stop')
  await gone
}

/** The other end of `startSubject`, in the child. */
export async function beSubject<T>(start: (input: T) => Promise<{ port: number; stop: () => Promise<void> }>) {
  const [input] = (await once(process, 'message')) as [T]
  const server = await start(input)
  process.on('message', async (message) => {
    if (message === 'usage') {
      const { user, system } = process.cpuUsage()
      process.send?.({ cpuMs: (user + system) / 1000, rssMb: process.memoryUsage().rss / 2 ** 20 })
    }
    if (message === 'stop') {
      await server.stop()
      process.exit(0)
    }
  })
  process.send?.({ port: server.port })
}

export type Asked = { path: string; cookie?: string; etag?: string }
export type Answered = { status: number; ms: number; bytes: number; etag: string | undefined; body: string }

let asked = 0
const agent = new Agent({ keepAlive: true, maxSockets: 16 })

export function ask(port: number, { path, cookie, etag }: Asked): Promise<Answered> {
  const started = performance.now()
  // The limits count by address; the load comes from as many as it has requests.
  const address = `10.${asked % 250}.${(asked >> 8) % 250}.${(asked >> 16) % 250}`
  asked++
  const headers = { 'x-forwarded-for': address, ...(cookie ? { cookie } : {}), ...(etag ? { 'if-none-match': etag } : {}) }
  return new Promise((done, failed) => {
    request({ port, host: '127.0.0.1', path, headers, agent }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const body = Buffer.concat(chunks)
        const ms = performance.now() - started
        done({ status: answer.statusCode ?? 0, ms, bytes: body.length, etag: answer.headers.etag, body: body.toString() })
      })
    })
      .on('error', failed)
      .end()
  })
}

/** `count` requests by `lanes` askers at once; each asks again when it is answered. */
export async function load(port: number, count: number, next: (n: number) => Asked, lanes = 8): Promise<Answered[]> {
  const answers: Answered[] = []
  let n = 0
  const lane = async () => {
    while (n < count) answers.push(await ask(port, next(n++)))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return answers
}

export const median = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Runs A and B in turn, `rounds` times, and gives each round's CPU per request of both. */
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
