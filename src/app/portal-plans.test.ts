import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { can, SERVICES, TIERS, type Tier } from '#lib/plan.ts'
import type { ServedRoute } from '#platform/server/http/http.ts'
import { type Household, makeHousehold } from '#testing/portal-household.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { atLength } from '#testing/whole.ts'
import { buildIfNeeded } from '../../scripts/build.mjs'

const TODAY = dayOf(currentTime(), 'Europe/London')
type Seat = 'none' | 'open' | 'late' | 'over'
/** The days of a horse's service. `none`: it begins tomorrow; `late`: its payment failed, and is waited for until today; `over`: until yesterday. */
const SEATS: Readonly<Record<Seat, string>> = {
  none: `from_on = '${addDays(TODAY, 1)}', paid_until = null, is_past_due = false, ends_on = null, ended_why = null`,
  open: `from_on = '${addDays(TODAY, -60)}', paid_until = '${TODAY}', is_past_due = false, ends_on = null, ended_why = null`,
  late: `from_on = '${addDays(TODAY, -60)}', paid_until = '${addDays(TODAY, -14)}', is_past_due = true, ends_on = null, ended_why = null`,
  over: `from_on = '${addDays(TODAY, -60)}', paid_until = '${addDays(TODAY, -15)}', is_past_due = true, ends_on = null, ended_why = null`,
}
const isOpen = (seat: Seat) => seat === 'open' || seat === 'late'

let server: TestServer
let owner: Household
let manager: Household
let vet: Household
let physio: Household
let routes: ServedRoute[]
beforeAll(async () => {
  buildIfNeeded()
  server = await startTestServer({ own: true })
  owner = await makeHousehold(server, 'Ffion')
  manager = await makeHousehold(server, 'Huw', { role: 'yard' })
  vet = await makeHousehold(server, 'Nia', { role: 'vet' })
  physio = await makeHousehold(server, 'Mair', { role: 'para-professional' })
  routes = server.app.routeTable.filter(({ audience, method }) => audience === 'guest' && method !== 'HEAD')
  for (const { subjects } of [owner, vet, physio])
    for (const service of SERVICES)
      await server.asOwner(`insert into horse_services (practice_id, id, horse_id, service, from_on)
        values ('${server.gareth.practiceId}', '${uuidv7()}', '${subjects.horses}', '${service}', '${TODAY}') on conflict do nothing`)
})
afterAll(() => server.stop())

const isMeasuring = (route: ServedRoute) => isOfFilm(route) && route.method !== 'GET'
const LENGTH = {
  kind: 'length',
  places: [
    { x: 1, y: 2 },
    { x: 3, y: 4 },
  ],
  frame: 0,
  label: null,
}
const COLLEAGUE = { name: 'Ann Price', practice: 'Teme Vets', to: 'ann.price@example.com' }

const nameOf = ({ method, path }: ServedRoute) => `${method} ${path}`
const isOfFilm = ({ path }: ServedRoute) => path.startsWith('/api/my/films/')
const isCare = (route: ServedRoute) => route.path.startsWith('/my/care/:slug') || isOfFilm(route)

type PlanCase = { mode: 'test' | 'production'; tier: Tier; seat: Seat }
async function stand({ mode, tier, seat }: PlanCase) {
  Object.assign(server.app.setup, { mode })
  await server.asOwner(`update directory.practices set tier = '${tier}' where id = '${server.gareth.practiceId}';
    update horse_services set ${SEATS[seat]}`)
}

/** What was measured last. */
let measured = ''

/** What each parameter stands for. */
const urlOf = ({ path }: ServedRoute, { slug, subjects }: Household) => {
  const of: Record<string, string> = subjects
  return path.replaceAll(/:(\w+)/g, (_, name: string, at: number) => {
    if (name === 'slug') return slug
    if (name === 'size') return path.startsWith('/my/care') ? 'file' : 'large'
    if (path.startsWith('/api/my/films')) return name === 'id' ? subjects.films : measured
    if (path.startsWith('/my/care')) return name === 'id' ? subjects.horses : subjects.films
    if (path.includes('/card') && name === 'id') return subjects.past
    return of[path.slice(0, at).split('/').at(-2) ?? ''] ?? uuidv7()
  })
}

let addresses = 0
function send(route: ServedRoute, of: Household, fields: object = {}) {
  addresses += 1
  const isPage = route.path.startsWith('/my')
  const payload = isPage ? new URLSearchParams(fields as Record<string, string>).toString() : JSON.stringify(fields)
  return server.app.inject({
    method: route.method as 'GET',
    url: urlOf(route, of),
    cookies: of.cookies,
    remoteAddress: `10.9.${addresses >> 8}.${addresses & 255}`,
    ...(route.method === 'GET'
      ? {}
      : { headers: { 'content-type': isPage ? 'application/x-www-form-urlencoded' : 'application/json' }, payload }),
  })
}

/** What a page of an owner or of a yard's manager shows of what a plan or a service opens, where its status is the same without. */
const SHOWN: Readonly<Record<string, string>> = {
  'GET /my/at/:slug/horses/:id': 'Sound',
  'GET /my/at/:slug/horses/:id/share': 'name="toName"',
}
/** Open with the practice's plan, or for a horse whose owner pays for it. */
const BY_PLAN_OR_SEAT = ['GET /my/at/:slug/horses/:id', 'GET /my/at/:slug/files/:id/:size']
/** Of the practice's plan alone: no service of a client's has it. */
const BY_PLAN = ['GET /my/at/:slug/horses/:id/share']

const standings = (['test', 'production'] as const).flatMap((mode) =>
  TIERS.flatMap((tier) => (['none', 'open', 'late', 'over'] as const).map((seat): PlanCase => ({ mode, tier, seat }))),
)
/** A payment that is awaited, and one no longer awaited, are days of the same rule: on one plan they are enough. */
const isShort = ({ mode, tier, seat }: PlanCase) => seat === 'none' || seat === 'open' || (mode === 'production' && tier === 'essential')

describe.each(standings.filter((standing) => atLength(isShort(standing), true)))(
  'in the $mode version, on $tier, with a service: $seat',
  (standing) => {
    const { tier, seat } = standing

    test('each page of an owner shows what the plan or the service has, and what is free is open on every plan', async () => {
      await stand(standing)
      const wrong: string[] = []
      for (const route of routes.filter((one) => one.method === 'GET' && !isCare(one) && !one.path.includes('/yards/'))) {
        const name = nameOf(route)
        const { statusCode, body } = await send(route, owner)
        const shown = SHOWN[name]
        const isThere = statusCode === 200 && (shown === undefined || body.includes(shown))
        const hasIt = BY_PLAN.includes(name)
          ? can(tier, 'client-portal')
          : !BY_PLAN_OR_SEAT.includes(name) || can(tier, 'client-portal') || isOpen(seat)
        // An account without anything of that kind is led on.
        if (isThere !== hasIt && statusCode !== 303) wrong.push(`${name}: ${statusCode}`)
      }
      expect(wrong).toEqual([])
    })

    test('the manager of a yard has its board by the plan alone', async () => {
      await stand(standing)
      const { statusCode, body } = await manager.get(`/my/at/${manager.slug}/yards/${manager.subjects.yards}`)
      expect([statusCode, body.includes('is on a plan without')]).toEqual([200, !can(tier, 'client-portal')])
    })

    test('an owner sends photos of a horse whose record is open, and of no other', async () => {
      await stand(standing)
      const upload = routes.find(({ path }) => path === '/api/my/uploads') as ServedRoute
      const file = { practice: owner.slug, horseId: owner.subjects.horses, id: uuidv7(), bytes: 10 }
      const { statusCode } = await send(upload, owner, file)
      expect(statusCode).toBe(can(tier, 'client-portal') || isOpen(seat) ? 200 : 404)
    })

    test.each(['a vet', 'a physio'])(
      'each page and form of %s is open while the service is, on every plan, and is the page of an end else',
      async (who) => {
        await stand(standing)
        const carer = who === 'a vet' ? vet : physio
        const wrong: string[] = []
        for (const route of routes.filter(isCare)) {
          // Ending is never refused, and would end it here.
          if (route.path.endsWith('/end')) continue
          // Of a vet alone.
          if ((route.path.endsWith('/plans') || isMeasuring(route)) && who !== 'a vet') continue
          if (isMeasuring(route) && route.method === 'POST') measured = uuidv7()
          const fields = isMeasuring(route)
            ? { id: measured, ...LENGTH }
            : { formId: uuidv7(), body: 'Sore behind', 'NF-wedge': '3', do: 'passes', note: await ownNote(carer), ...COLLEAGUE }
          const { statusCode } = await send(route, carer, fields)
          const isDone = (isOfFilm(route) || route.method === 'GET' ? [200, 201, 204] : [303]).includes(statusCode)
          if (isDone !== isOpen(seat) || (!isDone && statusCode !== 410 && statusCode !== 404))
            wrong.push(`${nameOf(route)}: ${statusCode}`)
        }
        expect(wrong).toEqual([])
        const upload = routes.find(({ path }) => path === '/api/my/uploads') as ServedRoute
        const file = { practice: carer.slug, horseId: carer.subjects.horses, id: uuidv7(), bytes: 10, asCarer: true }
        expect((await send(upload, carer, file)).statusCode).toBe(isOpen(seat) ? 200 : 404)
      },
    )
  },
)

/** A note of theirs that can be withdrawn. */
async function ownNote({ personId, subjects }: Household): Promise<string> {
  await server.asOwner(`update care_notes set withdrawn_at = null where id = '${subjects.notes}' and person_id = '${personId}'`)
  return subjects.notes
}
