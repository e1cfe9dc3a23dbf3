import { connect } from 'node:net'
import { LONGEST_WAIT_MS } from './load.ts'

/** With a `body` (JSON) the method is POST by default. `from`: the address it comes from, by default one of a thousand in turn. */
export type BenchRequest = {
  path: string
  cookie?: string
  authorization?: string
  from?: string
  etag?: string
  method?: string
  body?: string
}
export type Answered = { status: number; ms: number; etag: string | undefined; body: string }
export type Line = { ask: (request: BenchRequest) => Promise<Answered>; close: () => void }

const LANES = 8
const NOTHING = Buffer.alloc(0)

/** Sends `count` requests over `lanes` connections at once; each lane sends the next when it is answered. `seen` is called with every answer. */
export async function load(
  port: number,
  count: number,
  next: (n: number) => BenchRequest,
  { lanes = LANES, seen }: { lanes?: number; seen?: (answer: Answered, request: BenchRequest) => void } = {},
): Promise<Answered[]> {
  const answers: Answered[] = []
  let n = 0
  const lane = async () => {
    const line = openLine(port)
    try {
      while (n < count) {
        const request = next(n++)
        const answer = await line.ask(request)
        answers.push(answer)
        seen?.(answer, request)
      }
    } finally {
      line.close()
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return answers
}

/** One request on a connection of its own. */
export async function ask(port: number, request: BenchRequest): Promise<Answered> {
  const line = openLine(port)
  return line.ask(request).finally(line.close)
}

/** A kept-alive connection with minimal HTTP: Node's own client costs more than the servers it would measure. */
export function openLine(port: number): Line {
  const socket = connect(port, '127.0.0.1').setNoDelay()
  let { promise, resolve, reject } = Promise.withResolvers<Answered>()
  let [received, started] = [NOTHING, 0]
  socket.on('data', (chunk) => {
    received = received.length > 0 ? Buffer.concat([received, chunk]) : chunk
    const answer = answerIn(received)
    if (answer instanceof Error) socket.destroy(answer)
    if (!answer || answer instanceof Error) return
    received = NOTHING
    resolve({ ...answer, ms: performance.now() - started })
  })
  socket.setTimeout(LONGEST_WAIT_MS, () => socket.destroy(new Error('no answer')))
  socket.on('error', (error) => reject(error))
  socket.on('close', () => reject(new Error('the connection was closed')))
  promise.catch(() => {}) // the caller handles the rejection
  return {
    ask(request) {
      ;({ promise, resolve, reject } = Promise.withResolvers<Answered>())
      started = performance.now()
      socket.write(requestOf(request))
      return promise
    },
    close: () => void socket.end(),
  }
}

let nextAgent = 0

function requestOf({ path, cookie, authorization, etag, body, from, method = body === undefined ? 'GET' : 'POST' }: BenchRequest): string {
  // The limits count by address; a thousand phones stay below them.
  nextAgent = (nextAgent + 1) % 1000
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    `x-forwarded-for: ${from ?? `10.0.${Math.floor(nextAgent / 250)}.${nextAgent % 250}`}`,
  ]
  if (cookie) lines.push(`cookie: ${cookie}`)
  if (authorization) lines.push(`authorization: ${authorization}`)
  if (etag) lines.push(`if-none-match: ${etag}`)
  if (body !== undefined) lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`)
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

function answerIn(received: Buffer): Omit<Answered, 'ms'> | Error | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = received.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  if (!length && status !== 304 && status !== 204) return new Error(`an answer without its length: ${head}`)
  const body = received.subarray(end + 4)
  if (body.length < Number(length ?? 0)) return undefined
  return { status, etag: /^etag: (.+)$/im.exec(head)?.[1]?.trim(), body: body.toString() }
}
