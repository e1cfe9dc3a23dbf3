import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endAccess } from '#features/records/guests/server/let-in.ts'
import { letIntoYard } from '#features/records/guests/server/let-into-yard.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { ServedRoute } from '#platform/server/http/http.ts'
import { letCare } from '#testing/care.ts'
import { makeGuest } from '#testing/guests.ts'
import { type Household, makeHousehold } from '#testing/portal-household.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { buildIfNeeded } from '../../scripts/build.mjs'

let server: TestServer
let world: Awaited<ReturnType<typeof makeWorld>>
let routes: ServedRoute[]
beforeAll(async () => {
  buildIfNeeded()
  server = await startTestServer({ own: true })
  world = await makeWorld()
  routes = server.app.routeTable.filter(({ audience, method }) => audience === 'guest' && method !== 'HEAD')
})
afterAll(() => server.stop())

/** Ffion, with one of each thing that a page of the portal may be about, and Huw, who has the same in the same practice. */
const makeWorld = async () => ({
  ffion: await makeHousehold(server, 'Ffion', { managesYard: true, looksAfter: true }),
  huw: await makeHousehold(server, 'Huw', { managesYard: true, looksAfter: true }),
  far: await makeHousehold(server, 'Nia', { practice: server.other, managesYard: true, looksAfter: true }),
  slug: server.gareth.practiceId,
})

/**
 * What each parameter of the portal's paths stands for, by the word before it; a route with a word that is missing here fails, so that none is
 * passed over. `null`: an id of the guest's own account.
 */
const SUBJECTS: Readonly<Record<string, keyof Household['subjects'] | null>> = {
  horses: 'horses',
  visits: 'visits',
  card: 'past',
  files: 'files',
  photos: 'photos',
  invoices: 'invoices',
  messages: 'messages',
  picture: 'picture',
  file: 'file',
  passkeys: null,
  sessions: null,
  yards: 'yards',
  shares: 'shares',
  films: 'films',
  marks: 'marks',
  agreements: 'agreements',
  // Of a horse that they look after.
  ':slug': 'horses',
}

const nameOf = ({ method, path }: ServedRoute) => `${method} ${path}`
const wordBefore = (path: string, at: number) => path.slice(0, at).split('/').at(-2) ?? ''
const NEVER = uuidv7()

/** A path with its parameters filled in: the practice's slug, and the household's record that the path is about. */
const urlOf = (
  { path }: ServedRoute,
  of: Household,
  { slug = of.slug, id, size = 'small' }: { slug?: string; id?: string; size?: string } = {},
) =>
  path.replaceAll(/:(\w+)/g, (whole, name: string, at: number) => {
    if (name === 'slug') return slug
    if (name === 'size') return size
    const word = wordBefore(path, at)
    const subject =
      SUBJECTS[
        word === 'visits' && path.includes('/card') ? 'card' : path.includes('/films/:slug/:id') && word === ':slug' ? 'films' : word
      ]
    if (subject === undefined) throw new Error(`nobody knows what ${whole} of ${path} is: add it to SUBJECTS`)
    return id ?? (subject ? of.subjects[subject] : NEVER)
  })

let addresses = 0
/** Each from another address: the common limits by address are not what is swept for. */
const send = (route: ServedRoute, url: string, cookies: Record<string, string>, payload?: unknown) => {
  addresses += 1
  const isPage = route.path.startsWith('/my')
  const type = isPage ? 'application/x-www-form-urlencoded' : 'application/json'
  return server.app.inject({
    method: route.method as 'GET',
    url,
    cookies,
    remoteAddress: `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`,
    ...(route.method === 'POST' || route.method === 'PUT'
      ? { headers: { 'content-type': type }, payload: (payload ?? (isPage ? '' : JSON.stringify(BODIES[nameOf(route)] ?? {}))) as string }
      : {}),
  })
}

/** What each opening writes: what was opened, of which subject, and how many lines more. The small picture of a file is part of a page. */
const OPENINGS = [
  '/api/my/films/:slug/:id/marks file films 0',
  '/my/at/:slug/agreements/:id/agreement.pdf terms agreements 0',
  '/my/at/:slug/files/:id/:size file files 0',
  '/my/at/:slug/horses/:id horse horses 0',
  '/my/at/:slug/horses/:id/share horse horses 0',
  '/my/at/:slug/horses/:id/sold horse horses 0',
  '/my/at/:slug/invoices/:id invoice invoices 0',
  '/my/at/:slug/invoices/:id/invoice.pdf invoice invoices 0',
  '/my/at/:slug/messages/:id conversation messages 0',
  '/my/at/:slug/messages/:id/file/:fileId file file 0',
  '/my/at/:slug/messages/:id/picture/:fileId file picture 0',
  '/my/at/:slug/visits/:id visit visits 0',
  '/my/at/:slug/visits/:id/card visit past 0',
  '/my/at/:slug/visits/:id/card.pdf visit past 0',
  '/my/at/:slug/visits/:id/card/photos/:photoId visit past 0',
  '/my/at/:slug/yards/:id yard yards 0',
  '/my/care/:slug/:id horse horses 0',
  '/my/care/:slug/:id/files/:fileId/:size file files 0',
  '/my/care/:slug/:id/films/:fileId file films 0',
  '/my/care/:slug/:id/notes horse horses 0',
]

/** What is sent as JSON about something in the path. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /api/my/films/:slug/:id/marks': {
    ...{ id: uuidv7(), kind: 'length', frame: 0, label: null },
    places: [
      { x: 1, y: 1 },
      { x: 4, y: 5 },
    ],
  },
}

/** The words of an answer; of JSON without the number of the request. */
const saidIn = ({ body }: { body: string }) => body.replace(/"requestId":"[\w-]+"/, '')

/** What can't be tried where the path names the practice alone: every client of it has such a page. */
const OF_AN_ID = new Set(['another guest', 'no id', 'a quote'])
const isAbout = ({ path }: ServedRoute) => path.includes(':slug')
/** What a route must answer to a caller who is not signed in. */
const isTurnedAway = (route: ServedRoute, { statusCode, headers, body }: { statusCode: number; headers: object; body: string }) =>
  route.path.startsWith('/my')
    ? statusCode === 303 && (headers as { location?: string }).location === '/my/sign-in'
    : statusCode === 401 && JSON.parse(body).code === 'not_signed_in'

describe('every route of the portal', () => {
  test('is known to this sweep, and answers its own guest', async () => {
    expect(routes.map(nameOf)).toContain('GET /my')
    const wrong: string[] = []
    for (const route of routes.filter(({ method }) => method === 'GET')) {
      const url = urlOf(route, world.ffion)
      const { statusCode } = await send(route, url, world.ffion.cookies)
      if (statusCode !== 200) wrong.push(`${nameOf(route)}: ${statusCode}`)
    }
    expect(wrong).toEqual([])
  })

  test('writes its line as it shows something, one an hour and thing, and shows nothing where no line can be written', async () => {
    const guest = await makeGuest(server.app, { practice: server.gareth, clientId: world.ffion.client })
    const yardId = world.ffion.subjects.yards
    await server.gareth.inPractice((tx, actor) => letIntoYard(tx, actor, { personId: guest.personId, yardId }))
    const { client: clientId, subjects } = world.ffion
    await letCare(server.gareth, { clientId, horseIds: [subjects.horses], personId: guest.personId })
    const lines = () =>
      server.asOwner(
        `select what, subject_id as id, client_id as client from guest_log where person_id = '${guest.personId}' order by what`,
      )
    const openings = routes.filter(({ method, path }) => method === 'GET' && path.includes(':id'))
    const noted: string[] = []
    for (const route of openings) {
      const url = urlOf(route, world.ffion, { size: 'large' })
      await server.asOwner(`delete from guest_log where person_id = '${guest.personId}'`)
      for (let time = 0; time < 2; time++) await send(route, url, guest.cookies)
      const [line, ...more] = await lines()
      noted.push(
        `${route.path} ${line?.what} ${Object.entries(world.ffion.subjects).find(([, id]) => id === line?.id)?.[0]} ${more.length}`,
      )
      expect(line?.client, route.path).toBe(line?.what === 'yard' ? null : world.ffion.client)
    }
    expect(noted.toSorted()).toEqual(OPENINGS)
    await server.asOwner(`create function refuse_line() returns trigger language plpgsql as $$ begin raise 'no line'; end $$;
      create trigger refuse_line before insert on guest_log for each row execute function refuse_line()`)
    const shown: string[] = []
    for (const route of openings) {
      const { statusCode } = await send(route, urlOf(route, world.ffion, { size: 'large' }), guest.cookies)
      if (statusCode < 400) shown.push(route.path)
    }
    await server.asOwner('drop trigger refuse_line on guest_log; drop function refuse_line')
    expect(shown).toEqual([])
  })

  test('leads a caller who is not signed in to the sign-in, or answers 401; a member too', async () => {
    const wrong: string[] = []
    for (const route of routes)
      for (const cookies of [{}, server.gareth.cookies])
        if (!isTurnedAway(route, await send(route, urlOf(route, world.ffion), cookies))) wrong.push(nameOf(route))
    expect(wrong).toEqual([])
  })

  test('shows what is another’s, of another practice, ended, or no id at all as what never was, byte by byte', async () => {
    const gone = await makeGuest(server.app, { practice: server.gareth, clientId: world.ffion.client })
    await server.gareth.inPractice((tx) => endAccess(tx, { personId: gone.personId, clientId: world.ffion.client }))
    const wrong: string[] = []
    for (const route of routes.filter(isAbout)) {
      const never = await send(route, urlOf(route, world.ffion, { id: NEVER }), world.ffion.cookies)
      const tried = {
        'another guest': [urlOf(route, world.ffion), world.huw.cookies],
        'a guest of another practice': [urlOf(route, world.ffion), world.far.cookies],
        'a guest whose access has ended': [urlOf(route, world.ffion), gone.cookies],
        'another practice’s slug': [urlOf(route, world.ffion, { slug: server.other.practiceId }), world.ffion.cookies],
        'a slug that never was': [urlOf(route, world.ffion, { slug: 'nobody-here' }), world.ffion.cookies],
        'no id': [urlOf(route, world.ffion, { id: 'nonsense' }), world.ffion.cookies],
        'a quote': [urlOf(route, world.ffion, { id: "1'--" }), world.ffion.cookies],
        'a slug of junk': [urlOf(route, world.ffion, { slug: '%00' }), world.ffion.cookies],
      } as const
      const hasId = urlOf(route, world.ffion) !== urlOf(route, world.ffion, { id: NEVER })
      for (const [who, [url, cookies]] of Object.entries(tried)) {
        if (!hasId && OF_AN_ID.has(who)) continue
        const answer = await send(route, url, cookies)
        const isSame = !hasId || (answer.statusCode === never.statusCode && saidIn(answer) === saidIn(never))
        if (answer.statusCode !== 404 || !isSame) wrong.push(`${nameOf(route)} ${who}: ${answer.statusCode}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('answers junk with a refusal, never 500', async () => {
    const wrong: string[] = []
    const junk = ['%00=%00', 'a='.repeat(300), `words=${'x'.repeat(30_000)}`, '"text"', '[]', '{"', '{"a": {"b": []}}']
    for (const route of routes.filter(({ method, path, schema }) => method !== 'GET' && (path.startsWith('/my') || schema?.body)))
      for (const body of junk) {
        const { statusCode } = await send(route, urlOf(route, world.ffion), world.ffion.cookies, body)
        const isFine = route.path.startsWith('/my') ? statusCode < 500 : statusCode >= 400 && statusCode < 500
        if (!isFine) wrong.push(`${nameOf(route)} ${body.slice(0, 20)}: ${statusCode}`)
      }
    expect(wrong).toEqual([])
  })
})

test('no route of members opens to a guest', async () => {
  const members = server.app.routeTable.filter(({ audience, method }) => audience === 'member' && method !== 'HEAD')
  expect(members.length).toBeGreaterThan(100)
  const wrong: string[] = []
  for (const route of members) {
    const url = route.path.replaceAll(/:\w+/g, world.ffion.subjects.horses)
    const { statusCode } = await send(route, url, world.ffion.cookies, '{}')
    if (statusCode !== 401) wrong.push(`${nameOf(route)}: ${statusCode}`)
  }
  expect(wrong).toEqual([])
})
