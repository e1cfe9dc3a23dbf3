import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerTo } from '#connectors/google/far-answers.ts'
import { type Far, Fault, isGone, type Json, openFar, patched } from '#connectors/google/far-calendars.ts'
import { entriesFrom } from '#connectors/google/far-ics.ts'
import { fieldsOf, openTokens, type Tokens } from '#connectors/google/far-pages.ts'

/* For tests only: a double of Google Calendar's API, as its documentation says it is, and a phone that changes what is in it. */

const KEY = 'a token of Google'
/** What a phone adds to an entry: ours is not to lose it. */
const ADDED = { reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 30 }] }, colorId: '11', description: 'Ring first' }

export const googleDouble = { missing: null, start: () => startGoogle() }

/** `loses`: the next request of this method is handled, and its connection ends without an answer. */
export async function startGoogle() {
  let loses: string | null = null
  const server = createServer(async (request, response) => {
    const { status, body } = await answered(request)
    if (loses === request.method) {
      loses = null
      response.destroy()
    } else
      response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(body === undefined ? '' : JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const account = `farrier@${host}`
  const [far, tokens] = [openFar(account), openTokens()]

  async function answered(request: IncomingMessage): Promise<{ status: number; body: Json | undefined }> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    try {
      if (request.headers.authorization !== `Bearer ${KEY}`) throw new Fault(401, 'authError')
      const { method = '', headers } = request
      const [url, text] = [new URL(request.url ?? '', `http://${host}`), Buffer.concat(chunks).toString()]
      const body = answerTo(far, tokens, { method, url, body: text ? JSON.parse(text) : {}, match: headers['if-match'] })
      return { status: body ? 200 : 204, body: body && fieldsOf(body, url.searchParams.get('fields')) }
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      return { status: error.status, body: faultOf(error.status, error.reason, error.domain) }
    }
  }

  return {
    ...{ host, credentials: { address: `http://${host}`, account, key: KEY }, hasKey: true },
    ...{ busyTitles: false, renewsCursors: true, deletesCalledOff: true, phone: phoneOf(far, tokens) },
    ...{ calendars: far.calendars, first: far.first },
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

/** An error as Google writes it. */
export const faultOf = (code: number, reason: string, domain = 'global'): Json => ({
  error: { errors: [{ domain, reason, message: `It is ${reason}.` }], code, message: `It is ${reason}.` },
})

/** Someone else's program on the same calendars. */
function phoneOf(far: Far, tokens: Tokens) {
  const calendarOf = (id: string) => {
    const calendar = far.calendars.get(id)
    if (!calendar) throw new Error(`no such calendar: ${id}`)
    return calendar
  }
  const find = (id: string) => {
    const [, calendarId = '', , eventId = ''] = id.split('/').map(decodeURIComponent)
    const calendar = calendarOf(calendarId)
    const stored = calendar.events.get(eventId)
    if (!stored) throw new Error(`no such entry: ${id}`)
    return { calendar, stored }
  }
  const change = async (id: string, patch: Json) => {
    const { calendar, stored } = find(id)
    far.keep(calendar, stored.id, patched(stored.json, patch))
  }
  return {
    change,
    /** An entry as Google keeps it. */
    read: async (id: string): Promise<Json> => find(id).stored.json,
    add: async (calendarId: string, name: string, lines: readonly string[]) => {
      const entries = entriesFrom(name, lines, far.account)
      for (const { id, json } of entries) far.keep(calendarOf(calendarId), id, json)
      return `calendars/${encodeURIComponent(calendarId)}/events/${entries[0]?.id}`
    },
    move: (id: string, start: Date, end: Date) =>
      change(id, { start: { dateTime: start.toISOString(), date: null }, end: { dateTime: end.toISOString(), date: null } }),
    decorate: (id: string) => change(id, ADDED),
    lost: async (id: string) => {
      const { json } = find(id).stored
      return Object.entries(ADDED).flatMap(([name, value]) => (JSON.stringify(json[name]) === JSON.stringify(value) ? [] : [name]))
    },
    remove: async (id: string) => far.drop(find(id).stored),
    removeCalendar: async (calendarId: string) => void far.calendars.delete(calendarId),
    count: async (calendarId: string) => [...calendarOf(calendarId).events.values()].filter((stored) => !isGone(stored)).length,
    loseCursor: async (_calendarId: string, cursor: string) => {
      tokens.since.delete(cursor)
      return cursor
    },
  }
}
