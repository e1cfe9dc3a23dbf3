import { billingEndpoints } from '#features/core/billing/contract.ts'
import { billingOf, cancelPlan, choosePlan, portalOf, startTrial, takeBillingEvent } from '#features/core/billing/server/service.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMemberAside } from '#platform/server/http/serve-endpoint.ts'
import { stripeRoute } from '#platform/server/stripe-route.ts'

export function billingRoutes(app: App) {
  serveMemberAside(app, billingEndpoints.billing, ({ actor }) => billingOf(app, actor))
  serveMemberAside(app, billingEndpoints.startTrial, ({ actor }) => startTrial(app, actor))
  serveMemberAside(app, billingEndpoints.choose, ({ actor, body }) => choosePlan(app, actor, body))
  serveMemberAside(app, billingEndpoints.cancel, ({ actor }) => cancelPlan(app, actor))
  serveMemberAside(app, billingEndpoints.portal, ({ actor }) => portalOf(app, actor))
  stripeRoute(app, '/api/stripe/billing', (event) => takeBillingEvent(app, event))
}
