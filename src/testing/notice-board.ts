import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import ICAL from 'ical.js'
import { z } from 'zod'
import { addDays, instantOf } from '#lib/dates.ts'
import { parseCalendar, readCalendar, whenOf } from '#lib/ics-read.ts'
import type { FarSide, Phone } from '#testing/calendar-suite.ts'

/* The far side of the connector that docs/INTEGRATIONS.md writes: a village hall's notice board, on the web. */

const [ACCOUNT, KEY] = ['warden', 'nails-and-string']
const ZONE = 'Europe/London'
type Notice = { slug: string; version: string; seq: number; isTakenDown: boolean; lines?: readonly string[]; [property: string]: unknown }
type Board = { name: string; oldest: number; notices: Map<string, Notice> }
type Answer = { status?: number; body?: object }

const When = z.union([z.object({ fromDay: z.string(), toDay: z.string() }), z.object({ start: z.coerce.date(), end: z.coerce.date() })])
const textOf = (lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Board//EN', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')

/** All that hangs there. `seq` counts the changes. */
type Hall = { boards: Map<string, Board>; seq: number }

/** The board as it runs, and another person who pins notices to it and takes them down. */
export const noticeBoardStarter = { missing: null, start: startBoard }

async function startBoard(): Promise<FarSide> {
  const hall: Hall = { boards: new Map(), seq: 0 }
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const isIn = headers.authorization === `Bearer ${KEY}`
    const asked = { method, url: new URL(url, 'http://board'), tag: headers['if-match'], body: await bodyOf(request) }
    const { status = 200, body = {} } = isIn ? answer(hall, asked) : { status: 401 }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return {
    host,
    credentials: { address: `http://${host}`, account: ACCOUNT, key: KEY },
    hasKey: true,
    busyTitles: true,
    phone: phoneAt(hall),
    stop,
  }
}

async function bodyOf(request: IncomingMessage): Promise<object> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {}
}

function pin(hall: Hall, board: Board, slug: string, more: object): Notice {
  const seq = ++hall.seq
  const none = { uid: slug, title: '', place: null, when: null, isOff: false, isFree: false }
  const notice = { ...none, ...board.notices.get(slug), ...more, slug, seq, version: `v${seq}`, isTakenDown: false }
  board.notices.set(slug, notice)
  return notice
}

const takeDown = (hall: Hall, board: Board, slug: string) =>
  void board.notices.set(slug, { ...pin(hall, board, slug, {}), isTakenDown: true })

type BoardRequest = { method: string; url: URL; tag: string | undefined; body: object }

function answer(hall: Hall, asked: BoardRequest): Answer {
  const [, what = '', slug = '', part, notice] = asked.url.pathname.split('/')
  if (what === 'me') return { body: { name: ACCOUNT } }
  if (!slug) return { body: [...hall.boards].map(([id, { name }]) => ({ slug: id, name })) }
  const board = hall.boards.get(slug)
  if (!part && asked.method === 'PUT') {
    const { name } = z.object({ name: z.string() }).parse(asked.body)
    if (!board) hall.boards.set(slug, { name, oldest: 0, notices: new Map() })
    return { body: { slug, name: board?.name ?? name } }
  }
  if (!board) return { status: 404 }
  if (part === 'busy') return { body: busyOn(board, asked.url.searchParams) }
  return notice ? change(hall, board, notice, asked) : newsOf(hall, board, asked.url.searchParams.get('since') ?? '')
}

function newsOf({ seq }: Hall, { oldest, notices }: Board, since: string): Answer {
  if (since && Number(since) < oldest) return { status: 409 }
  const news = [...notices.values()].filter((each) => (since ? each.seq > Number(since) : !each.isTakenDown))
  return { body: { upTo: String(seq), notices: news } }
}

function change(hall: Hall, board: Board, slug: string, { method, tag, body }: BoardRequest): Answer {
  const there = board.notices.get(slug)
  const isThere = there && !there.isTakenDown
  if (method === 'DELETE' && !isThere) return { body: {} }
  if (tag && (!isThere || there.version !== tag)) return { status: 412 }
  if (method === 'PATCH') return { body: pin(hall, board, slug, body) }
  takeDown(hall, board, slug)
  return { body: {} }
}

/** What another person adds to a notice. */
const ADDED = { colour: 'tomato', alarmMinutes: 30, notes: 'Ring first' }

function phoneAt(hall: Hall): Phone {
  const at = (id: string) => {
    const [, , slug = '', , notice = ''] = id.split('/')
    const board = hall.boards.get(slug)
    if (!board) throw new Error(`there is no board ${slug}`)
    return { slug, board, notice }
  }
  const repin = async (id: string, more: object) => void pin(hall, at(id).board, at(id).notice, more)
  return {
    add: async (boardId, name, lines) => {
      const id = `${boardId}/notices/${name}`
      await repin(id, { lines, ...readLines(name, lines) })
      return id
    },
    move: (id, start, end) => repin(id, { when: { start, end } }),
    decorate: (id) => repin(id, ADDED),
    lost: async (id) => {
      const notice = at(id).board.notices.get(at(id).notice)
      return Object.entries(ADDED).flatMap(([name, value]) => (notice?.[name] === value ? [] : [name]))
    },
    remove: async (id) => takeDown(hall, at(id).board, at(id).notice),
    removeCalendar: async (boardId) => void hall.boards.delete(at(boardId).slug),
    count: async (boardId) => [...at(boardId).board.notices.values()].filter(({ isTakenDown }) => !isTakenDown).length,
    loseCursor: async (boardId, cursor) => {
      at(boardId).board.oldest = hall.seq + 1
      return cursor
    },
  }
}

/** What a notice shows of the lines of a calendar's entry. */
function readLines(name: string, lines: readonly string[]) {
  const component = parseCalendar(textOf([`UID:${name}`, ...lines])).getFirstSubcomponent('vevent')
  const event = new ICAL.Event(component ?? new ICAL.Component('vevent'))
  const isOff = event.component.getFirstPropertyValue('status') === 'CANCELLED'
  return { title: event.summary, when: event.isRecurring() ? null : whenOf(event, ZONE), isOff }
}

/** When the warden has no time by a board: notices that repeat one by one, without those that are off, free or declined. */
function busyOn({ notices }: Board, query: URLSearchParams): object[] {
  const [fromDay = '', toDay = '', zone = ''] = ['fromDay', 'toDay', 'zone'].map((name) => query.get(name) ?? '')
  const window = { fromDay, toDay: addDays(toDay, -1), zone }
  return [...notices.values()].flatMap(({ lines, isTakenDown, slug, when, isOff, isFree, title }) => {
    if (isTakenDown) return []
    if (!lines) return isOff || isFree ? [] : blockOf(When.parse(when), String(title), zone)
    const { occurrences } = readCalendar(textOf([`UID:${slug}`, ...lines]), window)
    const busy = occurrences.filter((each) => !each.isFree && !each.about.declined.includes(ACCOUNT))
    return busy.flatMap((each) => blockOf(each.when, each.about.title, zone))
  })
}

const blockOf = (when: z.infer<typeof When>, title: string, zone: string) =>
  'fromDay' in when
    ? [{ start: instantOf(when.fromDay, '00:00', zone), end: instantOf(when.toDay, '00:00', zone), isAllDay: true, title }]
    : [{ start: when.start, end: when.end, isAllDay: false, title }]
