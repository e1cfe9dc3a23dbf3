import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { can, refusalOf, TIERS, type Tier } from '#lib/plan.ts'
import type { ServedRoute } from '#platform/server/http/http.ts'
import { type FixturePractice, makeFixturePractice } from '#testing/practice.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

/** What a practice whose plan has ended may still write: its way out, its way back, and who is signed in. */
const WHILE_LAPSED = [
  'POST /api/auth/invitations/:id/accept',
  'DELETE /api/auth/invitations/:id',
  'DELETE /api/api-keys/:id',
  'DELETE /api/auth/kept-keys/:id',
  'DELETE /api/auth/sessions/:id',
  'DELETE /api/auth/passkeys/:id',
  'DELETE /api/exports/:id',
  'DELETE /api/integrations/:id',
  'DELETE /api/reports/:id',
  'DELETE /api/webhooks/:id',
  'POST /api/auth/practice',
  'POST /api/auth/shell/code',
  'POST /api/billing/cancel',
  'POST /api/billing/choose',
  'POST /api/billing/portal',
  'POST /api/billing/trial',
  'POST /api/clients/:id/pack',
  'POST /api/exports',
  'POST /api/grants/:id/end',
  'POST /api/lone-timer/:id/answer',
  'POST /api/reports',
  'POST /api/services/:id/end',
  'DELETE /api/posts/:id',
  'POST /api/posts/:id/networks/:network',
  // What an owner withdraws is never kept from them.
  'PUT /api/photo-consents/:id',
]

let server: TestServer
let practice: FixturePractice
let routes: ServedRoute[]
beforeAll(async () => {
  server = await startTestServer({ mode: 'production' })
  routes = server.app.routeTable.filter((route) => route.audience === 'member' && route.method !== 'HEAD' && route.schema?.summary)
})
beforeEach(async () => {
  practice = await makeFixturePractice(server.app, 'Gareth Probert')
})
afterAll(() => server.stop())

const nameOf = ({ method, path }: ServedRoute) => `${method} ${path}`
let addresses = 0
/** A request that could do nothing even where it is let in: the plan is checked first. */
const send = (who: Pick<FixturePractice, 'cookies'>, { method, path }: ServedRoute) =>
  server.app.inject({
    method: method as 'GET',
    url: path.replace(/:\w+/g, uuidv7()),
    remoteAddress: `10.2.${Math.floor(++addresses / 250)}.${addresses % 250}`,
    cookies: who.cookies,
    ...(method === 'GET' ? {} : { payload: '"nothing"', headers: { 'content-type': 'application/json' } }),
  })
/** A user who signs in when the plan has this status. */
const ownerOn = async (columns: string) => {
  await server.asOwner(`update directory.practices set ${columns} where id = '${practice.practiceId}'`)
  return practice.addMember('Nia Owner', 'owner')
}

describe.each(TIERS)('on %s', (tier) => {
  test('every endpoint that belongs to a plan is open from that plan on, and refused below it', async () => {
    const owner = await ownerOn(`tier = '${tier}'`)
    const wrong: string[] = []
    const gated = routes.filter((route) => route.feature)
    for (const route of gated) {
      const { statusCode, body } = await send(owner, route)
      const code = route.feature && refusalOf(route.feature)
      const isRefused = statusCode === 403 && JSON.parse(body).code === code
      if (isRefused === (route.feature !== undefined && can(tier, route.feature))) wrong.push(`${nameOf(route)}: ${statusCode} ${body}`)
    }
    expect(gated.map(nameOf)).toEqual(
      expect.arrayContaining(['POST /api/invitations', 'POST /api/work-templates', 'PUT /api/work-templates/:id']),
    )
    expect(wrong).toEqual([])
  })

  test('a device’s change is checked the same way', async () => {
    const device = (await ownerOn(`tier = '${tier}'`)).device()
    const data = { name: 'Bar shoes', serviceType: 'Trim' }
    const { results } = await device.push(device.op({ entity: 'work_templates', action: 'CREATE', id: uuidv7(), data }))
    expect(results).toMatchObject([can(tier, 'work-templates') ? { status: 'applied' } : { code: 'templates_not_in_plan' }])
  })
})

describe('when the plan has ended', () => {
  test('everything can be read, and nothing written but what leads out or back', async () => {
    const owner = await ownerOn(`paid_until = '2020-01-01'`)
    const wrong: string[] = []
    // The stream of news has no end.
    for (const route of routes.filter(({ path }) => path !== '/api/sync/events')) {
      const { statusCode, body } = await send(owner, route)
      const isRefused = statusCode === 402 && JSON.parse(body).code === 'plan_lapsed'
      const isOpen = route.method === 'GET' || WHILE_LAPSED.includes(nameOf(route))
      if (isRefused === isOpen) wrong.push(`${nameOf(route)}: ${statusCode}`)
    }
    expect(routes.filter((route) => route.method !== 'GET').length).toBeGreaterThan(80)
    expect(wrong).toEqual([])
  })

  test('a device’s changes stay with it, and it reads on', async () => {
    const owner = await ownerOn(`trial_ends_on = '2020-01-01'`)
    const device = owner.device()
    const op = device.op({ entity: 'clients', action: 'CREATE', id: uuidv7(), data: { name: 'Ann' } })
    expect(await device.push(op)).toMatchObject({ statusCode: 402, code: 'plan_lapsed' })
    expect(await device.pull()).toMatchObject({ rows: expect.any(Array) })
    const again = await ownerOn(`paid_until = '2099-01-01'`)
    expect((await again.device().push(op)).results).toMatchObject([{ status: 'applied' }])
  })

  test('the test version requires no plan of anyone', async () => {
    const before = server.app.setup.mode
    Object.assign(server.app.setup, { mode: 'test' })
    const lowest: Tier = 'essential'
    const owner = await ownerOn(`tier = '${lowest}', paid_until = '2020-01-01'`)
    expect((await owner.post('/api/work-templates', { name: 'Bar shoes', serviceType: 'Trim' })).statusCode).toBe(201)
    Object.assign(server.app.setup, { mode: before })
  })
})
