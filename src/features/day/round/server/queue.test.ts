import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Letterhead } from '#features/core/letterhead/contract.ts'
import { RED_POINT } from '#features/core/letterhead/sample.ts'
import type { AfterStop, PublicStop } from '#features/day/round/contract.ts'
import type { Appointment } from '#features/visits/appointments/contract.ts'
import { currentTime, setClock } from '#lib/clock.ts'
import { addDays, type Day, dayOf, instantOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { addQueueLink } from '#platform/server/links.ts'
import { freezeAt } from '#testing/freeze.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let production: TestServer
beforeAll(async () => {
  // Regardless of the day, it is a morning with a round ahead.
  setClock(instantOf(today(), '10:00', ZONE))
  server = await startTestServer({ own: true })
  production = await startTestServer({ mode: 'production', geocoder: async (address) => [{ name: address, lat: 52.2, lng: -2.8 }] })
})
afterAll(() => Promise.all([server.stop(), production.stop()]))

const ZONE = 'Europe/London'
const today = () => dayOf(currentTime(), ZONE)
const NO_TRACKER = { currentCallNumber: 1, callNumber: 1, isCallComplete: false }

type Cast = { sarah: string; tom: string; visits: Appointment[]; token: string; day: Day }

/** Four stops today: Tom, Sarah, a yard with both, Tom. */
async function aDay({ gareth }: TestServer, day = today()): Promise<Cast> {
  const add = async (path: string, body: object) => {
    const answer = await gareth.post(path, body)
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json<Appointment>()
  }
  const client = async (name: string, address: string) =>
    (await add('/api/clients', { name, address, phone: '07700 900118', notes: `Secret of ${name}` })).id
  const [sarah, tom] = [await client('Sarah Penrose', 'Lower Barn'), await client('Tom Vaughan', 'Upper House')]
  const yardId = (await add('/api/yards', { name: 'Hollybush Livery', gateCode: '4471', address: 'Mill Lane', lat: 52.1, lng: -2.7 })).id
  const horse = async (name: string, clientId: string) => (await add('/api/horses', { name, clientId })).id
  const [biscuit, merlin] = [await horse('Biscuit', sarah), await horse('Merlin', tom)]
  const book = (hour: number, more: object) =>
    add('/api/appointments', {
      title: 'Trim',
      startTime: `${day}T${hour}:00:00Z`,
      endTime: `${day}T${hour}:30:00Z`,
      notes: 'Gate sticks',
      ...more,
    })
  const visits = [
    await book(10, { clientId: tom, title: 'Tom, full set' }),
    await book(11, { clientId: sarah, title: 'Front refit', location: 'Lower Barn, HR3 5QX' }),
    await book(12, {
      clientId: tom,
      yardId,
      title: 'Hollybush, Tom and Sarah',
      horses: [{ horseId: merlin }, { horseId: biscuit, plannedWork: 'Trim' }],
    }),
    await book(14, { clientId: tom, title: 'Tom again' }),
  ]
  const token = await gareth.inPractice((tx, actor) => addQueueLink(tx, actor, sarah, day))
  return { sarah, tom, visits, token, day }
}

const list = (who: TestServer, id: string, headers = {}) => who.app.inject({ url: `/api/appointments/today/${id}`, headers })
const tracker = (who: TestServer, id: string) => who.app.inject({ url: `/api/call-tracker/${id}` })
const complete = (who: TestServer, visit: Appointment | undefined) => who.gareth.put(`/api/appointments/${visit?.id}/complete-call`)

/** Answers are remembered for a moment; a test that writes and reads again lets that moment pass on the server's clock. */
let ahead = 0
const clock = performance.now.bind(performance)
beforeAll(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => clock() + ahead)
})
const later = () => {
  ahead += 20_000
}
/** Requests are counted by the minute; who counts them to the last begins with one. */
const aMinuteLater = () => {
  ahead += 60_000
}
beforeEach(later)

describe('a link from a text', () => {
  let cast: Cast
  beforeAll(async () => {
    cast = await aDay(server)
  })

  test('shows the owner’s own stops of the day, with their places in the whole of it', async () => {
    const stops = (await list(server, cast.token)).json<PublicStop[]>()
    expect(stops).toMatchObject([
      { title: 'Front refit', callNumber: 2, currentCallNumber: 1, stopsBefore: 1, totalStops: 4, completedStops: 0 },
      { title: 'Biscuit, trim', callNumber: 3, stopsBefore: 2 },
    ])
    expect((await tracker(server, cast.token)).json()).toEqual({ currentCallNumber: 1, callNumber: 2, isCallComplete: false })
  })

  test('reveals nothing about anyone else, nor where anything is', async () => {
    const allowed = [
      ...['id', 'title', 'callNumber', 'currentCallNumber', 'stopsBefore', 'isCallOnly', 'callPeriod', 'startTime', 'isCallComplete'],
      ...['isSkipped', 'totalStops', 'completedStops', 'note', 'arrivalRange'],
    ]
    const answer = await list(server, cast.token)
    for (const stop of answer.json<PublicStop[]>()) expect(Object.keys(stop).sort()).toEqual([...allowed].sort())
    const page = await server.app.inject({ url: `/call-status?client=${cast.token}` })
    const cast_ = ['Tom', 'Vaughan', 'Merlin', 'Penrose', 'Hollybush', '4471', 'Mill Lane', 'Lower Barn', 'Upper House', 'HR3', '52\\.1']
    const more = ['Secret', 'Gate sticks', '900118', cast.sarah, cast.tom, server.gareth.practiceId]
    // Compared as words, and not within a time: random values, like the token, may contain any letters.
    const said = [answer, await tracker(server, cast.token), page].map(({ body }) => body.replace(/\d\d:\d\d:[\d.]+Z/g, ''))
    for (const word of [...cast_, ...more]) for (const body of said) expect(body).not.toMatch(new RegExp(`\\b${word}`))
  })

  test('names the practice, with its number to call and text where it has given one', async () => {
    const head = async () => (await server.app.inject({ url: `/call-status?client=${cast.token}` })).body
    expect(await head()).toContain('Gareth Probert Farriery')
    expect(await head()).not.toContain('tel:')
    await server.gareth.put('/api/money/settings', { invoicing: { phone: '07700 900 555' } })
    expect(await head()).toMatch(/href="tel:07700900555".*href="sms:07700900555"/)
    await server.gareth.put('/api/money/settings', { invoicing: { phone: '' } })
  })

  test('shows the farrier’s picture where the practice has one, else its initials; an unknown link shows neither', async () => {
    const head = async (token: string) => (await server.app.inject({ url: `/call-status?client=${token}` })).body.split('<main')[0]
    expect(await head(cast.token)).toContain('>GF</span>')
    const set = (image: string | null) => server.gareth.put('/api/practice/pictures', { kind: 'farrier', image })
    const { path } = (await set(RED_POINT)).json<Letterhead>().farrier ?? { path: '' }
    expect(await head(cast.token)).toContain(`<img src="${path}" alt="" width="40" height="40"`)
    for (const part of [path, '</span>']) expect(await head('nosuchlink')).not.toContain(part)
    await set(null)
    expect(await head(cast.token)).not.toContain('<img')
  })

  test('follows the round: done, reordered, late', async () => {
    await complete(server, cast.visits[0])
    await server.gareth.put('/api/rounds', {
      memberId: server.gareth.memberId,
      onDay: cast.day,
      state: 'late',
      lateMinutes: 40,
      reason: 'Traffic',
    })
    later()
    const stops = (await list(server, cast.token)).json<PublicStop[]>()
    expect(stops[0]).toMatchObject({ callNumber: 2, currentCallNumber: 2, completedStops: 1 })
    expect(stops[0]?.note).toEqual({ state: 'late', reason: 'Traffic', lateMinutes: 40 })
    expect((await tracker(server, cast.token)).json()).toEqual({ currentCallNumber: 2, callNumber: 2, isCallComplete: false })
  })

  test('is answered 304 while nothing changed, and in full after a change', async () => {
    const first = await list(server, cast.token)
    const { etag } = first.headers
    expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' })
    const same = await list(server, cast.token, { 'if-none-match': etag })
    expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', etag])
    await server.gareth.put('/api/rounds', { memberId: server.gareth.memberId, onDay: cast.day, state: 'running' })
    later()
    const changed = await list(server, cast.token, { 'if-none-match': etag })
    expect(changed.statusCode).toBe(200)
    expect(changed.headers.etag).not.toBe(etag)
  })

  test('shows at night that the round has ended, and times no longer, though no one closed it', async () => {
    freezeAt(`${cast.day}T22:30:00Z`)
    try {
      later()
      const open = (await list(server, cast.token)).json<PublicStop[]>().filter((stop) => !stop.isCallComplete)
      expect(open.length).toBeGreaterThan(0)
      for (const stop of open) {
        expect(stop).toMatchObject({ note: { state: 'finished', reason: null, lateMinutes: null }, arrivalRange: null })
        expect(stop.startTime).not.toBeNull()
      }
    } finally {
      vi.useRealTimers()
      later()
    }
  })

  test('shows the arrival range, and the range before with the reason', async () => {
    const at = (time: string) => freezeAt(`${cast.day}T${time}:00Z`)
    const range = async () => (await list(server, cast.token)).json<PublicStop[]>()[1]?.arrivalRange
    const span = (from: string, to: string) => ({ from: `${cast.day}T${from}:00.000Z`, to: `${cast.day}T${to}:00.000Z` })
    await server.asOwner(`update appointments set completed_at = '${cast.day}T10:35:00Z' where is_call_complete`)
    try {
      at('11:10')
      later()
      const planned = await range()
      expect(planned).toEqual({ ...span('12:00', '12:45'), was: null, why: null })
      await server.gareth.put('/api/rounds', {
        memberId: server.gareth.memberId,
        onDay: cast.day,
        state: 'late',
        lateMinutes: 90,
        saidAt: `${cast.day}T11:10:00Z`,
      })
      later()
      expect(await range()).toEqual({ ...span('13:00', '13:45'), was: span('12:00', '12:45'), why: 'late' })
      await server.gareth.put('/api/rounds', { memberId: server.gareth.memberId, onDay: cast.day, state: 'paused' })
      later()
      expect(await range()).toBeNull()
    } finally {
      vi.useRealTimers()
      await server.gareth.put('/api/rounds', { memberId: server.gareth.memberId, onDay: cast.day, state: 'running' })
    }
  })

  test('dies at the end of its day', async () => {
    const tomorrow = addDays(cast.day, 1)
    freezeAt(`${tomorrow}T00:00:30Z`)
    try {
      expect((await list(server, cast.token)).json()).toEqual([])
      expect((await tracker(server, cast.token)).json()).toEqual(NO_TRACKER)
    } finally {
      vi.useRealTimers()
    }
  })

  test('stops working when it is revoked', async () => {
    await server.asOwner('update directory.links set revoked_at = clock_now()')
    later()
    const answer = await list(server, cast.token)
    expect([answer.statusCode, answer.json()]).toEqual([200, []])
    await server.asOwner('update directory.links set revoked_at = null')
  })
})

test('an address is looked up where a look-up is set up, by members alone', async () => {
  const path = '/api/places?address=Kingsland'
  expect((await production.gareth.get(path)).json()).toEqual([{ name: 'Kingsland', lat: 52.2, lng: -2.8 }])
  expect((await production.gareth.get('/api/places?address=K')).statusCode).toBe(400)
  expect((await production.app.inject({ url: path })).statusCode).toBe(401)
  const none = await server.gareth.get(path)
  expect([none.statusCode, none.json().code]).toEqual([422, 'geocoder_off'])
})

test('an unknown token has no stops and the defaults, and cannot be distinguished', async () => {
  for (const id of ['nonsense', 'x'.repeat(100), uuidv7(), `offline_${uuidv7()}`, '%00', "'--"]) {
    const answer = await list(server, encodeURIComponent(id))
    expect([answer.statusCode, answer.json()]).toEqual([200, []])
    const where = await tracker(server, encodeURIComponent(id))
    expect([where.statusCode, where.json()]).toEqual([200, NO_TRACKER])
  }
})

describe('a raw id', () => {
  test('opens an owner’s stops, or one visit, in the test version', async () => {
    const { tom, visits } = await aDay(server)
    const stops = (await list(server, tom)).json<PublicStop[]>()
    expect(stops.map(({ title }) => title)).toEqual(['Tom, full set', 'Merlin', 'Tom again'])
    expect((await list(server, `offline_${tom}`)).json()).toEqual(stops)
    expect((await list(server, String(visits[3]?.id))).json()).toMatchObject([{ title: 'Tom again' }])
    expect((await tracker(server, String(visits[3]?.id))).json()).toMatchObject({ callNumber: stops[2]?.callNumber })
  })

  test('opens nothing in production, where a token still does', async () => {
    const { sarah, visits, token } = await aDay(production)
    for (const id of [sarah, String(visits[1]?.id)]) {
      expect((await list(production, id)).json()).toEqual([])
      expect((await tracker(production, id)).json()).toEqual(NO_TRACKER)
    }
    expect((await list(production, token)).json()).toHaveLength(2)
  })
})

test('an address with too many requests must wait', async () => {
  const from = { 'x-forwarded-for': '203.0.113.7' }
  aMinuteLater()
  const codes: number[] = []
  for (let n = 0; n < 245; n++) codes.push((await list(server, 'nonsense', from)).statusCode)
  expect(codes.filter((code) => code === 200)).toHaveLength(240)
  expect(codes.at(-1)).toBe(429)
  expect((await list(server, 'nonsense')).statusCode).toBe(200)
})

test('over the network a poll is answered as by the router, and limited alike', async () => {
  const { token } = await aDay(server)
  const url = `${await server.app.listen({ port: 0, host: '127.0.0.1' })}/api/appointments/today/${token}`
  const from = { headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' } }
  aMinuteLater()
  const [fast, routed] = [await fetch(url, from), await list(server, token)]
  expect(await fast.json()).toEqual(routed.json())
  for (const name of ['etag', 'cache-control', 'x-robots-tag', 'content-type']) expect(fast.headers.get(name)).toBe(routed.headers[name])
  const etag = String(fast.headers.get('etag'))
  expect((await fetch(url, { headers: { ...from.headers, 'if-none-match': etag } })).status).toBe(304)
  expect((await fetch(`${url}%20`, from)).status).toBe(200)
  const rest = Array.from({ length: 240 }, async () => (await fetch(url, from)).status)
  expect((await Promise.all(rest)).filter((status) => status === 429).length).toBeGreaterThan(0)
})

describe('after a stop is finished', () => {
  const followingOf = async (of: TestServer, token: string) => {
    const answer = await of.app.inject({ url: `/api/appointments/today/${token}/after` })
    expect(answer.statusCode).toBe(200)
    return answer.json<AfterStop[]>()
  }

  test('its owner finds the card, the invoice once it was sent, and when they meet next', async () => {
    const { gareth } = server
    const { visits, token, sarah } = await aDay(server)
    expect(await followingOf(server, token)).toEqual([])
    const visit = visits[2]
    const biscuit = (await gareth.get('/api/horses')).json<{ id: string; clientId: string }[]>().find(({ clientId }) => clientId === sarah)
    await gareth.put(`/api/horses/${biscuit?.id}`, { cycleDays: 42 })
    await complete(server, visit)
    const [first] = await followingOf(server, token)
    expect(first).toMatchObject({ id: visit?.id, invoice: null, next: [{ name: 'Biscuit', dueOn: expect.any(String), booked: null }] })
    const page = await server.app.inject({ url: first?.cardPath ?? '' })
    expect([page.statusCode, page.body.includes('Visit card')]).toEqual([200, true])
    await gareth.put('/api/money/settings', { bank: { accountName: 'G Probert', sortCode: '20-00-00', accountNumber: '55779911' } })
    await gareth.post('/api/charges', { clientId: sarah, appointmentId: visit?.id, description: 'Trim', unitPence: 3500 })
    const invoice = (await gareth.post('/api/invoices', { payerClientId: sarah, appointmentId: visit?.id })).json<{ id: string }>().id
    expect((await followingOf(server, token))[0]?.invoice).toBeNull()
    await gareth.post(`/api/invoices/${invoice}/link`)
    const [second] = await followingOf(server, token)
    expect(second?.invoice?.title).toMatch(/^Invoice INV-/)
    expect(second?.invoice?.pay.at(-1)).toEqual({ label: 'Reference', words: expect.stringMatching(/^INV-/), isCopied: true })
    expect((await server.app.inject({ url: second?.invoice?.path ?? '' })).statusCode).toBe(200)
    // The same links each time.
    expect(await followingOf(server, token)).toEqual([second])
  })

  test('another owner of the day, a raw id and an unknown link find nothing of it', async () => {
    const { visits, sarah, day } = await aDay(server)
    await complete(server, visits[2])
    const stranger = (await server.gareth.post('/api/clients', { name: 'Rhys Bevan' })).json<{ id: string }>().id
    const other = await server.gareth.inPractice((tx, actor) => addQueueLink(tx, actor, stranger, day))
    for (const token of [other, sarah, uuidv7(), 'nosuchlink']) expect(await followingOf(server, token)).toEqual([])
  })

  test('a card whose link was revoked is not shown', async () => {
    const { gareth } = server
    const { visits, token } = await aDay(server)
    await complete(server, visits[2])
    const [{ cardPath } = { cardPath: null }] = await followingOf(server, token)
    await gareth.delete(`/api/appointments/${visits[2]?.id}/visit-card`)
    expect((await followingOf(server, token))[0]?.cardPath).toBeNull()
    expect((await server.app.inject({ url: cardPath ?? '' })).statusCode).toBe(404)
  })
})
