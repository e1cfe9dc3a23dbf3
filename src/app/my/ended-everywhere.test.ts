import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GuestRole } from '#features/records/guests/rules.ts'
import { endAccess } from '#features/records/guests/server/let-in.ts'
import { endYardAccess } from '#features/records/guests/server/let-into-yard.ts'
import { endLooks } from '#features/records/guests/server/let-look.ts'
import { type Database, openDatabase } from '#platform/server/database/db.ts'
import type { App } from '#platform/server/http/http.ts'
import { startPortal } from '#testing/portal.ts'
import { type Household, makeHousehold } from '#testing/portal-household.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { buildIfNeeded } from '../../../scripts/build.mjs'

/* Access is read from rows: an end holds on the next request, on each of two servers on one database. */

let server: TestServer
let twin: Database
let portals: [App, App]
beforeAll(async () => {
  buildIfNeeded()
  server = await startTestServer({ own: true })
  const app = server.db.pool.options
  twin = openDatabase({ app, directory: { ...app, user: 'pritchel_directory', max: 2 } })
  portals = [await startPortal(server.app.setup), await startPortal({ ...server.app.setup, db: twin })]
})
afterAll(async () => {
  for (const portal of portals) await portal.close()
  await twin.close()
  await server.stop()
})

const here = <T>(work: Parameters<typeof server.gareth.inPractice<T>>[0]) => server.gareth.inPractice(work)
const sell = async ({ subjects }: Household) => {
  const buyer = (await server.gareth.post('/api/clients', { name: 'Huw Bevan' })).json<{ id: string }>().id
  await server.gareth.put(`/api/horses/${subjects.horses}`, { clientId: buyer })
}
const switchOff = ({ client }: Household) => server.gareth.put(`/api/clients/${client}`, { portal: false })
const die = ({ subjects }: Household) =>
  server.gareth.put(`/api/horses/${subjects.horses}`, { goneOn: '2026-01-05', goneReason: 'deceased' })

const HORSE = ({ subjects }: Household) => [
  `/horses/${subjects.horses}`,
  `/files/${subjects.files}/small`,
  `/files/${subjects.files}/large`,
]
const BOARD = ({ subjects }: Household) => [`/yards/${subjects.yards}`]

type End = [
  who: string,
  how: string,
  role: GuestRole,
  of: (household: Household) => string[],
  end: (household: Household) => Promise<unknown>,
]
const ENDS: End[] = [
  ['a sharer', 'it was ended', 'sharer', HORSE, ({ personId }) => here((tx, actor) => endLooks(tx, actor, { personId }))],
  ['a sharer', 'it was sold', 'sharer', HORSE, sell],
  ['a sharer', 'it has died', 'sharer', HORSE, die],
  ['a sharer', 'the portal is off for its owner', 'sharer', HORSE, switchOff],
  ['a helper', 'it was ended', 'helper', HORSE, ({ personId, client }) => here((tx) => endAccess(tx, { personId, clientId: client }))],
  ['a helper', 'it was sold', 'helper', HORSE, sell],
  ['a helper', 'the portal is off for its owner', 'helper', HORSE, switchOff],
  ['a yard’s manager', 'it was ended', 'yard', BOARD, ({ personId }) => here((tx) => endYardAccess(tx, { personId }))],
  ['a yard’s manager', 'the yard is closed', 'yard', BOARD, ({ subjects }) => server.gareth.delete(`/api/yards/${subjects.yards}`)],
]

test.each(ENDS)('%s sees nothing once %s, by either server', async (_who, _how, role, of, end) => {
  const household = await makeHousehold(server, 'Ffion', { role })
  const statuses = async () => {
    const seen: number[] = []
    for (const portal of portals)
      for (const path of of(household)) {
        const { statusCode } = await portal.inject({ method: 'GET', url: `/my/at/${household.slug}${path}`, cookies: household.cookies })
        seen.push(statusCode)
      }
    return [...new Set(seen)]
  }
  expect(await statuses()).toEqual([200])
  await end(household)
  expect(await statuses()).toEqual([404])
})
