import { serviceEndpoints } from '#features/records/services/contract.ts'
import { clientServices, endForClient, openPaid, type ServicePlaces } from '#features/records/services/server/service.ts'
import { sellingOf } from '#features/records/services/server/stripe-services.ts'
import { takeServiceEvent } from '#features/records/services/server/take-event.ts'
import { tellOf, wouldTell } from '#features/records/services/server/telling.ts'
import { idOf } from '#lib/canonical.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember, serveMemberAside } from '#platform/server/http/serve-endpoint.ts'
import { stripeRoute } from '#platform/server/stripe-route.ts'

export function serviceRoutes(app: App) {
  const places = servicePlaces(app)
  serveMemberAside(app, serviceEndpoints.list, ({ actor }) => clientServices(places, actor))
  serveMemberAside(app, serviceEndpoints.end, ({ actor, params }) => endForClient(places, actor, idOf(params.id, 'service_not_found')))
  serveMember(app, serviceEndpoints.wouldTell, ({ tx, actor, query }) => wouldTell(tx, actor, query.service))
  serveMember(app, serviceEndpoints.tell, ({ tx, actor, body }) =>
    tellOf(
      tx,
      actor,
      body.service,
      body.clientIds.map((id) => idOf(id, 'client_not_found')),
    ),
  )
  stripeRoute(app, '/api/stripe/services', async (event) => {
    const paid = await openPaid(places)
    if (paid) await takeServiceEvent(paid, event)
  })
}

/** Where services are, on this server. */
export const servicePlaces = ({ db, setup }: App): ServicePlaces => ({
  ...{ db, origin: setup.origin, isTestVersion: setup.mode === 'test', selling: sellingOf(setup) },
})
