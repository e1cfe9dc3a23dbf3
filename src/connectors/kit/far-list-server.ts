import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/* For tests only: what doubles of newsletter services have in common, a server that fails in every way a server can. */

/** What is wrong with it. `huge`: 64 MB. */
export type ListFault = 'busy' | 'busy for 2 minutes' | 'broken' | 'hanging' | 'cut' | 'nonsense' | 'another shape' | 'huge' | 'revoked'

export type ListRequest = { method: string; url: URL; headers: IncomingMessage['headers']; body: unknown }
type Answered = { status: number; body?: unknown }

/** A person as a service has them. */
export type ListPerson = { email: string; firstName: string; tags: string[]; status: 'on' | 'left' | 'off' }

/** An answer instead of the usual one. */
export class Answer extends Error {
  readonly answered: Answered
  constructor(status: number, body?: unknown) {
    super(String(status))
    this.answered = { status, body }
  }
}

/** Starts it. `answer` throws `Answer`; `refusedAs`: how it words a key it doesn't know. */
export async function startListServer(answer: (asked: ListRequest) => unknown, refused: Answered) {
  let fault: ListFault | null = null
  let lost = 0
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const text = await bodyOf(request)
    if (fault === 'revoked') return send(response, refused)
    if (fault) return failAs(fault, response)
    const url = new URL(request.url ?? '', 'http://double')
    asked.push(`${request.method} ${url.pathname}${text && ` ${text}`}`)
    const answered = answerOf(() =>
      answer({ method: request.method ?? '', url, headers: request.headers, body: text ? JSON.parse(text) : undefined }),
    )
    if (request.method !== 'GET' && answered.status < 300 && lost > 0) {
      lost -= 1
      return response.destroy()
    }
    return send(response, answered)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    address: `http://${host}`,
    asked,
    fail(next: ListFault | null) {
      fault = next
    },
    /** Carries out the next writes, this many, and ends the connection instead of answering. */
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

function answerOf(work: () => unknown): Answered {
  try {
    return { status: 200, body: work() }
  } catch (error) {
    if (!(error instanceof Answer)) throw error
    return error.answered
  }
}

const send = (response: ServerResponse, { status, body }: Answered) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(body === undefined ? '' : JSON.stringify(body))

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const MEGABYTE = ' '.repeat(1_000_000)

function failAs(fault: ListFault, response: ServerResponse): void {
  const json = (status: number, body: string, headers = {}) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  if (fault === 'busy') json(429, '{"title":"Too Many Requests","code":"too_many_requests"}')
  else if (fault === 'busy for 2 minutes') json(429, '{}', { 'retry-after': '120' })
  else if (fault === 'broken') json(500, '')
  else if (fault === 'nonsense') json(200, '<html>Back soon</html>')
  else if (fault === 'another shape') json(200, '{"lists":{"a":1},"members":7,"contacts":"none","attributes":[],"status":9,"id":"x"}')
  else if (fault === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
    response.write('{"lists":[', () => response.destroy())
  } else if (fault === 'huge') {
    response.writeHead(200, { 'content-type': 'application/json' })
    for (let nth = 0; nth < 64; nth++) response.write(MEGABYTE)
    response.end('{}')
  }
}
