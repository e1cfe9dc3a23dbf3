import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { caldav } from '#connectors/caldav/connector.ts'
import { radicale, xandikos } from '#connectors/caldav/far-side.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import { openWire } from '#features/office/integrations/server/wire.ts'
import type { CalendarItem } from '#lib/ics-write.ts'
import { openReach } from '#platform/server/reach.ts'
import { calendarSuite } from '#testing/calendar-suite.ts'

calendarSuite('Radicale', caldav, radicale)
calendarSuite('Xandikos', caldav, xandikos)

type DavRequest = { method: string; path: string; depth: string | undefined; match: string | undefined; body: string }
type Answer = { status: number; body?: string; headers?: Record<string, string> }

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server that answers by `answerTo`, and the way to it. */
async function fake(answerTo: (asked: DavRequest, origin: string) => Answer, { path = '/', account = 'me@example.org' } = {}) {
  const asked: DavRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url = '', headers } = request
    const one = {
      method,
      path: url,
      depth: String(headers.depth ?? ''),
      match: headers['if-match'],
      body: Buffer.concat(chunks).toString(),
    }
    asked.push(one)
    const { status, body = '', headers: sent } = answerTo(one, `http://${request.headers.host}`)
    response.writeHead(status, { 'content-type': 'application/xml', ...sent }).end(body)
  })
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const wire = openWire({
    fetch: openReach({ reach: ['127.0.0.1'] }),
    manifest: caldav.manifest,
    credentials: { key: 'secret', account, address: `http://${host}${path}` },
  })
  return { wire, asked, origin: `http://${host}`, cal: `http://${host}/cal/` }
}

const XMLNS = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:S="http://calendarserver.org/ns/"'
const many = (...parts: string[]): Answer => ({ status: 207, body: `<D:multistatus ${XMLNS}>${parts.join('')}</D:multistatus>` })
const has = (href: string, props: string) =>
  `<D:response><D:href>${href}</D:href><D:propstat><D:prop>${props}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`
const is = (href: string, status: number) => `<D:response><D:href>${href}</D:href><D:status>HTTP/1.1 ${status} x</D:status></D:response>`
const tagged = (href: string, tag: string) => has(href, `<D:getetag>${tag}</D:getetag>`)
const token = (text: string) => `<D:sync-token>${text}</D:sync-token>`
const fault = (status: number, name: string): Answer => ({ status, body: `<?xml version="1.0"?><D:error ${XMLNS}><${name}/></D:error>` })

const event = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//X//EN', 'BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')
const HOUR = ['DTSTART:20270301T090000Z', 'DTEND:20270301T100000Z']
const data = (href: string, tag: string, text: string) =>
  has(href, `<D:getetag>${tag}</D:getetag><C:calendar-data><![CDATA[${text}]]></C:calendar-data>`)

const WINDOW = { fromDay: '2027-01-01', toDay: '2028-01-01', zone: 'Europe/London' }
const NOW = new Date('2027-01-02T09:00:00Z')
const VISIT: CalendarItem = {
  uid: 'a@pritchel',
  when: { start: new Date('2027-03-01T09:00:00Z'), end: new Date('2027-03-01T10:30:00Z'), zone: 'Europe/London' },
  ...{ title: 'Visit', place: 'Hill Farm', status: 'CONFIRMED', isFree: false },
}
const { calendar } = caldav

describe('a hostile server', () => {
  const laughs = `<!DOCTYPE m [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><D:multistatus ${XMLNS}>&b;</D:multistatus>`
  const file = `<!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]><D:multistatus ${XMLNS}>${token('&x;')}</D:multistatus>`
  test.for([
    ['entities in entities', laughs],
    ['entities of files', file],
    ['an entity nobody declared', `<D:multistatus ${XMLNS}>${token('&x;')}</D:multistatus>`],
    ['a million depths', '<a>'.repeat(1_000_000)],
    ['another root', '<html><body>Sign in</body></html>'],
    ['half an answer', `<D:multistatus ${XMLNS}><D:response>`],
    ['names without a namespace', '<D:multistatus/>'],
    ['no XML', '{"token":1}'],
    ['nothing', ''],
    ['bytes', '\u0000\u0001\ufffd'],
  ] as const)('%s is refused', async ([, body]) => {
    const { wire, cal } = await fake(() => ({ status: 207, body }))
    const refusal = await calendar.changes(wire, cal, null, () => false, WINDOW).catch((error) => error)
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ kind: 'refused', sentence: expect.stringContaining('not a calendar server') })
  })

  test('gets no further than its calendar', async () => {
    const hrefs = ['/elsewhere/a.ics', '/cal/deep/a.ics', '/cal/../b.ics', 'http://[/', '', 'https://10.0.0.1/cal/inside.ics']
    const { wire, cal, asked, origin } = await fake(({ body }) =>
      body.includes('multiget') ? many() : many(...hrefs.map((href) => tagged(href, '1')), token('t')),
    )
    await calendar.changes(wire, cal, null, () => false, WINDOW)
    expect(asked[1]?.body.match(/<d:href>[^<]*/g)).toEqual(['<d:href>/cal/inside.ics'])
    expect(origin).toContain('127.0.0.1')
  })

  test.for([
    ['no calendar', 'hello'],
    ['a time that is none', event('DTSTART:garbage')],
    ['a time of the year 10007', event('DTSTART:99999999T999999Z')],
    ['a day of the year 0', event('DTSTART;VALUE=DATE:00000000')],
    ['no start', event('SUMMARY:x')],
    ['parts in parts', event(...HOUR, ...Array.from({ length: 20_000 }, () => 'BEGIN:X'))],
    ['a series', event(...HOUR, 'RRULE:FREQ=SECONDLY')],
  ] as const)('%s has no time, and what we write stands in its place', async ([, text]) => {
    const { wire, cal, asked } = await fake(({ method, body }) => {
      if (method === 'GET') return { status: 200, body: text, headers: { etag: '"1"' } }
      if (method === 'PUT') return { status: 204 }
      return body.includes('multiget') ? many(data('/cal/a.ics', '"1"', text)) : many(tagged('/cal/a.ics', '"1"'), token('t'))
    })
    const { items } = await calendar.changes(wire, cal, null, () => false, WINDOW)
    expect(items).toEqual([expect.objectContaining({ id: `${cal}a.ics`, tag: '"1"', when: null })])
    await calendar.put(wire, cal, VISIT, items[0], NOW)
    expect(asked.at(-1)?.body).toContain('SUMMARY:Visit')
    expect(asked.at(-1)?.body).not.toMatch(/RRULE|BEGIN:X/)
  })

  test('a calendar that repeats without end costs little, and is refused or left out', async () => {
    const texts = (count: number, rule: string) => Array.from({ length: count }, () => event(...HOUR, `RRULE:FREQ=${rule}`))
    const busyWith = async (list: string[]) => {
      const { wire, cal } = await fake(({ method }) =>
        method === 'REPORT' ? many(...list.map((text) => data('/cal/a.ics', '1', text))) : many(),
      )
      return calendar.busy(wire, [cal], WINDOW)
    }
    expect(await busyWith(texts(1, 'SECONDLY'))).toEqual([])
    await expect(busyWith(texts(500, 'DAILY'))).rejects.toMatchObject({ name: 'Refusal', kind: 'refused' })
  })
})

describe('what has changed', () => {
  test('is fetched until a server has listed all', async () => {
    const pages = [
      many(tagged('/cal/a.ics', '"1"'), tagged('/cal/b.ics', '"1"'), is('/cal/', 507), token('t2')),
      many(is('/cal/a.ics', 404), is('/cal/c.ics', 404), is('/cal/d.ics', 403), is('/cal/', 507), token('t3')),
      many(token('t4')),
      many(data('/cal/b.ics', '"1"', event(...HOUR, 'SUMMARY:B'))),
    ]
    const { wire, cal, asked } = await fake(() => pages.shift() ?? { status: 500 })
    const { cursor, items, gone, isWhole } = await calendar.changes(wire, cal, 't1', () => false, WINDOW)
    expect({ cursor, gone, isWhole }).toEqual({ cursor: 't4', gone: [`${cal}a.ics`, `${cal}c.ics`], isWhole: false })
    expect(items.map(({ title }) => title)).toEqual(['B'])
    expect(asked.slice(0, 3).map(({ body }) => /<d:sync-token>(.*)<\/d:sync-token>/.exec(body)?.[1])).toEqual(['t1', 't2', 't3'])
  })

  test('is not fetched for ever', async () => {
    const { wire, cal, asked } = await fake(() => many(is('/cal/', 507), token('t')))
    await expect(calendar.changes(wire, cal, 't', () => false, WINDOW)).rejects.toMatchObject({ kind: 'later' })
    expect(asked).toHaveLength(1)
  })

  test('is the same entry however its address is written', async () => {
    const ways = [
      '/cal/a%20b%40c.ics',
      '/cal/a%20b@c.ics',
      '/cal/a b@c.ics',
      'http://inside:80/cal/a%20b%40c.ics',
      '/%63al/a%20b%40%63.ics',
    ]
    for (const href of ways) {
      const { wire, cal } = await fake(({ body }) =>
        body.includes('multiget')
          ? many(data(href, 'W/"1"', event(...HOUR)))
          : many(has('/cal', ''), has('/cal/', ''), tagged(href, '"1"'), token('t')),
      )
      const { items } = await calendar.changes(wire, cal, null, () => false, WINDOW)
      expect(items.map(({ id, tag }) => [id, tag])).toEqual([[`${cal}a%20b%40c.ics`, '"1"']])
    }
  })

  test('is fetched fifty at a time, and tasks are left where they are', async () => {
    const names = Array.from({ length: 120 }, (_, at) => `/cal/${at}.ics`)
    const task = event().replaceAll('VEVENT', 'VTODO')
    const { wire, cal, asked } = await fake(({ body }) =>
      body.includes('multiget')
        ? many(...[...body.matchAll(/<d:href>([^<]*)/g)].map(([, href = '']) => data(href, '1', href === names[7] ? task : event(...HOUR))))
        : many(...names.map((name) => tagged(name, '1')), token('t')),
    )
    expect((await calendar.changes(wire, cal, null, () => false, WINDOW)).items).toHaveLength(119)
    expect(asked.map(({ body }) => body.match(/<d:href>/g)?.length ?? 0)).toEqual([0, 50, 50, 20])
  })

  test('of a whole calendar is what its window holds', async () => {
    const days = ['20261231', '20270101', '20271231', '20280101']
    const { wire, cal } = await fake(({ body }) =>
      body.includes('multiget')
        ? many(...days.map((day) => data(`/cal/${day}`, '1', event(`DTSTART;VALUE=DATE:${day}`))))
        : many(...days.map((day) => tagged(`/cal/${day}`, '1')), token('t')),
    )
    const idsSince = async (cursor: string | null) =>
      (await calendar.changes(wire, cal, cursor, () => false, WINDOW)).items.map(({ id }) => id.slice(-8))
    expect(await idsSince(null)).toEqual(['20270101', '20271231'])
    expect(await idsSince('t0')).toEqual(days)
  })

  test.for([
    ['tells so', fault(403, 'D:supported-report')],
    ['answers 501', { status: 501 }],
    ['answers 400', { status: 400 }],
    ['gives no token', many(tagged('/cal/a.ics', '1'))],
  ] as const)('is seen by tags where a server knows no cursors and %s', async ([, answer]) => {
    let ctag = 'one'
    const { wire, cal, asked } = await fake(({ method, depth, body }) => {
      if (body.includes('multiget')) return many(data('/cal/a.ics', '"1"', event(...HOUR)))
      if (method === 'REPORT') return answer
      return depth === '0' ? many(has('/cal/', `<S:getctag>${ctag}</S:getctag>`)) : many(has('/cal/', ''), tagged('/cal/a.ics', '"1"'))
    })
    const whole = await calendar.changes(wire, cal, null, () => false, WINDOW)
    expect(whole).toMatchObject({ cursor: 'ctag:one', isWhole: true, items: [{ id: `${cal}a.ics` }], gone: [] })
    const before = asked.length
    expect(await calendar.changes(wire, cal, whole.cursor, () => false, WINDOW)).toMatchObject({ isWhole: false, items: [], gone: [] })
    expect(asked.length - before).toBe(1)
    ctag = 'two'
    expect(await calendar.changes(wire, cal, whole.cursor, () => true, WINDOW)).toMatchObject({
      cursor: 'ctag:two',
      isWhole: true,
      items: [],
    })
  })

  test.for([
    ['resync', fault(403, 'D:valid-sync-token')],
    ['resync', fault(409, 'D:valid-sync-token')],
    ['resync', fault(412, 'D:valid-sync-token')],
    ['resync', { status: 400 }],
    ['not_allowed', { status: 403 }],
    ['not_allowed', fault(403, 'D:need-privileges')],
    ['gone', { status: 404 }],
    ['gone', { status: 410 }],
    ['sign_in', { status: 401 }],
    ['later', { status: 500 }],
    ['later', { status: 503 }],
    ['later', { status: 429 }],
  ] as const)('is refused as %s by %o', async ([kind, answer]) => {
    const { wire, cal } = await fake(() => answer)
    await expect(calendar.changes(wire, cal, 't', () => false, WINDOW)).rejects.toMatchObject({ name: 'Refusal', kind })
  })
})

describe('an entry', () => {
  const THERE = event(
    ...HOUR,
    'DURATION:PT1H',
    'SEQUENCE:3',
    'LOCATION:Old farm',
    'X-APPLE-STRUCTURED-LOCATION;VALUE=URI:geo:52,-2',
    'X-OTHER:kept',
    'RRULE:FREQ=DAILY',
    'ORGANIZER:mailto:a@example.org',
    'ATTENDEE:mailto:b@example.org',
  )

  test('that others made repeat or invited people to loses that when it is written', async () => {
    const { wire, cal, asked } = await fake(({ method }) =>
      method === 'GET' ? { status: 200, body: THERE, headers: { etag: 'W/"1"' } } : { status: 204, headers: { etag: 'W/"2"' } },
    )
    expect(await calendar.put(wire, cal, VISIT, { id: `${cal}a.ics`, tag: '"1"' }, NOW)).toEqual({ id: `${cal}a.ics`, tag: '"2"' })
    const { match, body } = asked.at(-1) as DavRequest
    expect(match).toBe('"1"')
    expect(body).not.toMatch(/RRULE|ATTENDEE|ORGANIZER|DURATION|STRUCTURED/)
    for (const line of ['SEQUENCE:4', 'LOCATION:Hill Farm', 'X-OTHER:kept', 'DTSTART;TZID=Europe/London:20270301T090000', 'UID:1'])
      expect(body.split('\r\n')).toContain(line)
    expect(body.match(/BEGIN:VTIMEZONE/g)).toHaveLength(1)
  })

  test('has no known version where a server gives none', async () => {
    const { wire, cal } = await fake(() => ({ status: 201 }))
    expect(await calendar.put(wire, cal, VISIT, undefined, NOW)).toEqual({ id: `${cal}a.ics`, tag: null })
  })

  test('changed between our reading and our writing is a conflict', async () => {
    const { wire, cal } = await fake(({ method }) =>
      method === 'GET' ? { status: 200, body: THERE, headers: { etag: '"1"' } } : { status: 412 },
    )
    await expect(calendar.put(wire, cal, VISIT, { id: `${cal}a.ics`, tag: '"1"' }, NOW)).rejects.toMatchObject({ kind: 'conflict' })
  })

  test.for([
    ['refused', fault(403, 'C:valid-calendar-data')],
    ['refused', fault(403, 'C:max-resource-size')],
    ['refused', { status: 413 }],
    ['refused', { status: 507 }],
    ['not_allowed', { status: 403 }],
    ['later', { status: 423 }],
    ['later', { status: 503 }],
  ] as const)('is refused as %s by %o', async ([kind, answer]) => {
    const { wire, cal } = await fake(() => answer)
    await expect(calendar.put(wire, cal, VISIT, undefined, NOW)).rejects.toMatchObject({ name: 'Refusal', kind })
  })

  test('that is not there is deleted, however a server answers to a version of nothing', async () => {
    const { wire, cal } = await fake(({ method }) => ({ status: method === 'DELETE' ? 412 : 404 }))
    await calendar.remove(wire, { id: `${cal}a.ics`, tag: '"1"' })
  })
})

describe('an account', () => {
  const principal = (href: string) => has('/', `<D:current-user-principal><D:href>${href}</D:href></D:current-user-principal>`)
  const home = (href: string) => has('/', `<C:calendar-home-set><D:href>${href}</D:href></C:calendar-home-set>`)
  const collection = (href: string, kinds: string, name = '') =>
    has(href, `<D:resourcetype><D:collection/>${kinds}</D:resourcetype><D:displayname>${name}</D:displayname>`)
  /** A server whose principal is found at one address only. */
  const at = (place: string) => (asked: DavRequest) => {
    if (asked.path === '/me/') return many(home('/home'))
    if (asked.path === '/home/') return many()
    return asked.path === place ? many(principal('/me/')) : { status: 404 }
  }

  test('is found where servers must name it, at the address, and by its path', async () => {
    for (const [place, path] of [
      ['/.well-known/caldav', '/'],
      ['/', '/'],
      ['/remote.php/dav', '/remote.php/dav'],
      ['/.well-known/caldav', '/remote.php/dav'],
    ] as const) {
      const { wire, origin } = await fake(at(place), { path })
      expect(await caldav.check(wire)).toEqual({ account: `me@example.org at ${new URL(origin).host}` })
    }
  })

  test.for([
    ['sign_in', many(has('/', '<D:current-user-principal><D:unauthenticated/></D:current-user-principal>'))],
    ['sign_in', { status: 401 }],
    ['refused', { status: 404 }],
    ['refused', { status: 200, body: '<html>' }],
    ['refused', { status: 207, body: '<html>' }],
    ['later', { status: 502 }],
  ] as const)('is refused as %s by %o', async ([kind, answer]) => {
    const { wire } = await fake(() => answer)
    await expect(caldav.check(wire)).rejects.toMatchObject({ name: 'Refusal', kind })
  })

  test('at another host is named, not followed with the key', async () => {
    const other = await fake(() => many(principal('/me/')))
    const { wire } = await fake(() => ({ status: 301, headers: { location: `${other.origin}/dav` } }))
    await expect(caldav.check(wire)).rejects.toMatchObject({ kind: 'refused', sentence: expect.stringContaining('put that address in') })
  })

  test('has the calendars that hold events', async () => {
    const comp = (name: string) => `<C:supported-calendar-component-set><C:comp name="${name}"/></C:supported-calendar-component-set>`
    const { wire, origin } = await fake(({ path }) => {
      if (path !== '/home/') return at('/')({ path } as DavRequest)
      return many(
        collection('/home/', ''),
        collection('/home/work', '<C:calendar/>', '2027'),
        collection('/home/inbox/', '<C:schedule-inbox/>'),
        has('/home/tasks/', `<D:resourcetype><C:calendar/></D:resourcetype>${comp('VTODO')}`),
        has('/home/all/', `<D:resourcetype><C:calendar/></D:resourcetype>${comp('VEVENT')}`),
      )
    })
    expect(await calendar.calendars(wire)).toEqual([
      { id: `${origin}/home/work/`, name: '2027' },
      { id: `${origin}/home/all/`, name: 'Calendar' },
    ])
  })

  test('that makes no calendars for us says so; one made meanwhile is used', async () => {
    const ensureWith = async (status: number, isThereThen: boolean) => {
      let made = false
      const { wire } = await fake((asked) => {
        if (asked.method === 'MKCALENDAR') {
          made = true
          return { status }
        }
        return asked.path === '/home/' && made && isThereThen
          ? many(collection('/home/pritchel/', '<C:calendar/>', 'Ours'))
          : at('/')(asked)
      })
      return calendar.ensure(wire, 'pritchel', 'Pritchel')
    }
    expect(await ensureWith(405, true)).toMatchObject({ name: 'Ours' })
    expect(await ensureWith(409, true)).toMatchObject({ name: 'Ours' })
    for (const status of [405, 501]) await expect(ensureWith(status, false)).rejects.toMatchObject({ kind: 'refused' })
    await expect(ensureWith(403, false)).rejects.toMatchObject({ kind: 'not_allowed' })
  })
})
