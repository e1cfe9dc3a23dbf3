import { serviceEndpoints } from '#features/records/services/contract.ts'
import { clientServices, endForClient, type ServicePlaces } from '#features/records/services/server/service.ts'
import { tellOf, wouldTell } from '#features/records/services/server/telling.ts'
import { idOf } from '#lib/canonical.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember, serveMemberAside } from '#platform/server/http/serve-endpoint.ts'

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
}

const servicePlaces = ({ db, setup }: App): ServicePlaces => ({ db, origin: setup.origin, isTestVersion: setup.mode === 'test' })
