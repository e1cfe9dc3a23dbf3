import { loneEndpoints } from '#features/day/lone/contract.ts'
import { answerTimer, askContact, loneWorkerOf, type Offering, setTimer } from '#features/day/lone/server/service.ts'
import { idOf } from '#lib/canonical.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

export function loneRoutes(app: App) {
  const offering = ({ signedIn }: { signedIn: { isLapsed: boolean } | null }): Offering => ({
    setup: app.setup,
    isLapsed: signedIn?.isLapsed ?? false,
  })
  serveMember(app, loneEndpoints.mine, ({ tx, actor, request }) => loneWorkerOf(tx, actor, offering(request)))
  serveMember(app, loneEndpoints.ask, async ({ tx, actor, body, request }) => {
    await askContact(tx, actor, body, offering(request))
    return loneWorkerOf(tx, actor, offering(request))
  })
  serveMember(app, loneEndpoints.set, async ({ tx, actor, body, request }) => {
    await setTimer(tx, actor, { ...body, visitId: idOf(body.visitId, 'appointment_not_found') }, offering(request))
    return loneWorkerOf(tx, actor, offering(request))
  })
  serveMember(app, loneEndpoints.answer, async ({ tx, actor, params, request }) => {
    await answerTimer(tx, actor, idOf(params.id, 'lone_timer_not_found'))
    return loneWorkerOf(tx, actor, offering(request))
  })
}
