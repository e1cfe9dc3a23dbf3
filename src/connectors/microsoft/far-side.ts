import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerTo } from '#connectors/microsoft/far-side-answers.ts'
import { type Answer, Fault } from '#connectors/microsoft/far-side-asked.ts'
import { openMailbox } from '#connectors/microsoft/far-side-mailbox.ts'
import { phoneOf } from '#connectors/microsoft/far-side-phone.ts'

/* For tests only: a double of Microsoft Graph's calendars, as its documentation says they are, and a phone that changes what is in them. */

const KEY = 'a token of Microsoft'
const MOST_AT_ONCE = 4

export const graphDouble = { missing: null, start: () => startGraph() }

/** `loses`: the next request of this method is handled, and its connection ends without an answer. */
export async function startGraph() {
  let open = 0
  let loses: string | null = null
  const server = createServer(async (request, response) => {
    open += 1
    try {
      const answer = await answered(request, open)
      if (loses === request.method) {
        loses = null
        response.destroy()
      } else send(response, answer)
    } finally {
      open -= 1
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const account = `farrier@${host}`
  const mailbox = openMailbox(`http://${host}`, account)

  async function answered(request: IncomingMessage, number: number): Promise<Answer> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (number > MOST_AT_ONCE) return { ...faultOf(new Fault(429, 'ApplicationThrottled')), headers: { 'retry-after': '1' } }
    if (request.headers.authorization !== `Bearer ${KEY}`) return faultOf(new Fault(401, 'InvalidAuthenticationToken'))
    try {
      const text = Buffer.concat(chunks).toString()
      const { method = '', url = '', headers } = request
      return answerTo(mailbox, {
        ...{ method, url: new URL(url, `http://${host}`), body: text ? JSON.parse(text) : null },
        ...{ prefer: String(headers.prefer ?? ''), match: headers['if-match'] ?? null },
      })
    } catch (error) {
      if (error instanceof Fault) return faultOf(error)
      throw error
    }
  }

  return {
    ...{ host, credentials: { address: `http://${host}`, account, key: KEY }, hasKey: true },
    ...{ busyTitles: false, renewsCursors: true, phone: phoneOf(mailbox), mailbox },
    loseAnswer: (method: string) => {
      loses = method
    },
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

function send(response: ServerResponse, { status, body, headers }: Answer) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body === undefined ? '' : JSON.stringify(body))
}

const faultOf = ({ status, code, headers }: Fault): Answer => ({
  status,
  headers,
  body: { error: { code, message: `This is what happened: ${code}.`, innerError: { date: '2027-01-01T00:00:00', 'request-id': 'r' } } },
})
