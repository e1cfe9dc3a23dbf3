import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { realMs } from '#lib/clock.ts'

/* For tests only: the server under a double of a service that answers in JSON, and what can be wrong with it. */

export type FarAnswer = { status?: number; body?: unknown; headers?: Record<string, string> }
export type FarFault =
  | 'busy'
  | 'busy for 2 minutes'
  | 'broken'
  | 'hanging'
  | 'cut'
  | 'nonsense'
  | 'another shape'
  | 'huge'
  | 'expired'
  | 'revoked'

/** What this service says when a key is refused and when there is too much of it, and an answer of a shape it never has. */
type Words = { refused: object; busy: object; otherShape: object }

/** `isWrite`: by its answer, a request that changed something. */
type Served = {
  words: Words
  answer: (request: IncomingMessage, text: string, bytes: Buffer) => FarAnswer | Promise<FarAnswer>
  isWrite: (request: IncomingMessage) => boolean
}

export async function startFarServer({ words, answer, isWrite }: Served) {
  let fault: FarFault | null = null
  let lost = 0
  const server = createServer(async (request, response) => {
    const bytes = await bodyOf(request)
    response.setHeader('date', new Date(realMs()).toUTCString())
    if (fault) return failAs(fault, words, response)
    const { status = 200, body, headers } = await answer(request, bytes.toString(), bytes)
    if (lost > 0 && status < 300 && isWrite(request)) {
      lost -= 1
      return response.destroy()
    }
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body === undefined ? '' : JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail(next: FarFault | null) {
      fault = next
    },
    loseAnswers(count: number) {
      lost = count
    },
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const MEGABYTE = ' '.repeat(1_000_000)
function failAs(fault: FarFault, { refused, busy, otherShape }: Words, response: ServerResponse): void {
  const json = (status: number, body: object, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  if (fault === 'busy') json(429, busy)
  else if (fault === 'busy for 2 minutes') json(429, busy, { 'retry-after': '120' })
  else if (fault === 'broken') json(500, {})
  else if (fault === 'expired' || fault === 'revoked') json(401, refused)
  else if (fault === 'another shape') json(200, otherShape)
  else if (fault === 'nonsense') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Back soon</html>')
  else if (fault === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
    response.write('{"', () => response.destroy())
  } else if (fault === 'huge') {
    response.writeHead(200, { 'content-type': 'application/json' })
    for (let nth = 0; nth < 64; nth++) response.write(MEGABYTE)
    response.end('{}')
  }
}
