import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MyView } from '#app/my/views.ts'
import { cast } from '#db/cast.ts'
import { keepDemo } from '#db/cast-write.ts'
import { currentTime } from '#lib/clock.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { App } from '#platform/server/http/http.ts'
import { makeGuest } from '#testing/guests.ts'
import { startPortal } from '#testing/portal.ts'
import { SHOWN } from '#testing/portal-fields.ts'
import { makeHousehold } from '#testing/portal-household.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { atLength } from '#testing/whole.ts'
import { buildIfNeeded } from '../../../scripts/build.mjs'

/** Every owner of the demo takes a minute. */
const EVERY = atLength(10, 1)
const OWNERS_PATIENCE_MS = 600_000

let server: TestServer
let portal: App
const seen = new Map<MyView['page'], Set<string>>()
beforeAll(async () => {
  buildIfNeeded()
  server = await startTestServer({ own: true })
  portal = await startPortal(server.app.setup, note)
})
afterAll(async () => {
  await portal.close()
  await server.stop()
})

/** Keeps the fields of what a page is made of; entries of a list have the same ones. */
function note(view: MyView) {
  const fields = seen.get(view.page) ?? new Set()
  seen.set(view.page, fields)
  for (const path of pathsIn(view, '')) fields.add(path)
}
function pathsIn(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => pathsIn(each, path))
  if (value === null || typeof value !== 'object') return [path]
  return Object.entries(value).flatMap(([key, each]) => pathsIn(each, path ? `${path}.${key}` : key))
}

let visitors = 0
/** Opens every page that links lead to from the first one, as their browser does; each body by its address. */
async function openAll(guest: { cookies: Record<string, string> }): Promise<Map<string, string>> {
  const remoteAddress = `10.7.0.${++visitors}`
  const bodies = new Map<string, string>()
  const open = ['/my', '/my/settings', '/my/data']
  for (let url = open.shift(); url !== undefined; url = open.shift()) {
    if (bodies.has(url)) continue
    const { body, headers } = await portal.inject({ url, cookies: guest.cookies, remoteAddress })
    const isPage = String(headers['content-type']).startsWith('text/html')
    bodies.set(url, isPage ? body : '')
    if (!isPage) continue
    for (const [, link = ''] of body.matchAll(/href="(\/my[^"#]*)/g)) {
      const to = link.replaceAll('&amp;', '&')
      if (!/\/files\/|\.pdf|\/picture\/|\/file\//.test(to)) open.push(to)
    }
  }
  return bodies
}

/** What no owner is shown, written wherever it is kept; and names that say whose they are. */
const PLANTED = `
  update clients c set notes = 'ZZ note', tags = '{ZZ tag}', name = 'Zq' || k.n from (select id, 1000 + row_number() over (order by id) as n from clients) k
    where k.id = c.id;
  update horses h set special_notes = 'ZZ special', temperament = 'ZZ temper', flags = '{ZZ flag}', vet_name = 'ZZ vet', name = 'Hq' || k.n
    from (select id, 1000 + row_number() over (order by id) as n from horses) k where k.id = h.id;
  update yards set gate_code = 'ZZ gate', access_notes = 'ZZ access';
  update appointments set notes = 'ZZ visit', description = 'ZZ described';
  update work_entries set setup = jsonb_set(setup, '{NF,note}', '"ZZ foot"') where setup ? 'NF';
  update charges set description = 'ZZ charge', unit_pence = 98765 where invoice_id is null;
  update price_overrides set unit_pence = 98765`
const NEVER = /ZZ [a-z]+|987\.65|98,?765/
/** The names of clients and horses in a page. */
const namesIn = (body: string) => new Set(body.match(/\b[ZH]q\d{4}\b/g))

test(
  'no owner of the demo is shown a note, a temper, a flag, a gate code, another client or their horse, or a price that isn’t billed',
  async () => {
    await keepDemo(server.db, currentTime())
    await server.asOwner(PLANTED)
    const inPractice = <T>(work: (tx: PracticeTx, actor: Actor) => Promise<T>) =>
      server.db.withPractice(cast.practice.id, (tx) => work(tx, { ...server.gareth.actor, practiceId: cast.practice.id, memberId: null }))
    const owners = await server.asOwner(`select c.id, array_agg(distinct c.name) || array_agg(distinct h.name) as own from clients c
    left join horses h on h.client_id = c.id or exists (select from horse_owners o where o.horse_id = h.id and o.client_id = c.id)
    where c.practice_id = '${cast.practice.id}' and c.deleted_at is null group by c.id order by c.id`)
    expect(owners).toHaveLength(40)
    const wrong: string[] = []
    let named = 0
    for (const { id, own } of owners.filter((_, at) => at % EVERY === 0)) {
      const guest = await makeGuest(portal, { practice: { inPractice } as never, clientId: String(id) })
      for (const [url, body] of await openAll(guest)) {
        const names = [...namesIn(body)]
        const others = names.filter((name) => !(own as string[]).includes(name))
        if (others.length < names.length) named += 1
        const said = NEVER.exec(body)?.[0]
        if (said || others.length > 0) wrong.push(`${url}: ${said ?? ''} ${others.join(' ')}`)
      }
    }
    expect(wrong).toEqual([])
    // The search finds what is there: pages name their own.
    expect(named).toBeGreaterThan(10)
  },
  OWNERS_PATIENCE_MS,
)

test('each page is made of these fields and no others', async () => {
  const guest = await makeHousehold(server, 'Ffion', { managesYard: true, looksAfter: true })
  await openAll(guest)
  await portal.inject({ url: '/my/at/nowhere/terms', cookies: guest.cookies })
  const cared = `/my/care/${guest.slug}/${guest.subjects.horses}`
  await portal.inject({ method: 'POST', url: `${cared}/end`, headers: FORM, cookies: guest.cookies, payload: '' })
  await portal.inject({ url: cared, cookies: guest.cookies })
  for (const url of ['/my/sign-in', '/my/sign-in/link', '/my/not-me', '/my/closed', '/my/no-signal']) await portal.inject({ url })
  const link = { toName: 'Tom Pugh', purpose: 'sale', work: 'yes', days: '14', [`photo-${guest.subjects.photos}`]: 'yes' }
  for (const step of ['preview', 'make'])
    await portal.inject({
      ...{ method: 'POST', url: `/my/at/${guest.slug}/horses/${guest.subjects.horses}/share`, headers: FORM, cookies: guest.cookies },
      payload: new URLSearchParams({ ...link, step }).toString(),
    })
  const asked = await portal.inject({ method: 'POST', url: '/my/sign-in', headers: FORM, payload: 'address=07700900118' })
  await portal.inject({ url: '/my/sign-in/code', cookies: Object.fromEntries(asked.cookies.map(({ name, value }) => [name, value])) })
  expect([...seen.keys()].toSorted()).toEqual(Object.keys(SHOWN).toSorted())
  const more = [...seen].flatMap(([page, fields]) => {
    const may = fieldsIn(SHOWN[page])
    return [...fields].filter((field) => !may.has(field)).map((field) => `${page}: ${field}`)
  })
  expect(more).toEqual([])
})

/** `horses id name; . slug`: the fields of each part. */
const fieldsIn = (parts: string): Set<string> =>
  new Set([
    'page',
    ...parts.split(/;\s*/).flatMap((part) => {
      const [of = '', ...keys] = part.split(' ')
      return keys.map((key) => (of === '.' ? key : `${of}.${key}`))
    }),
  ])

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
