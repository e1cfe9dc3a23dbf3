import { alertEndpoints } from '#features/core/notices/alerts-contract.ts'
import { addAlertDevice, alertsOf, removeAlertDevice, sendingState, setAlertPhone, tryAlert } from '#features/core/notices/server/alerts.ts'
import { idOf } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

export function alertRoutes(app: App) {
  const { pushKey } = app.setup
  serveMember(app, alertEndpoints.mine, ({ tx, actor }) => alertsOf(tx, actor, pushKey))
  serveMember(app, alertEndpoints.setPhone, async ({ tx, actor, body }) => {
    await setAlertPhone(tx, actor, body.phone)
    return alertsOf(tx, actor, pushKey)
  })
  serveMember(app, alertEndpoints.addDevice, async ({ tx, actor, body, request }) => {
    if (!pushKey) throw new AppError('push_off')
    const userAgent = request.headers['user-agent'] ?? ''
    return addAlertDevice(tx, actor, body, { userAgent, browserId: request.signedIn?.browserId ?? null })
  })
  serveMember(app, alertEndpoints.removeDevice, async ({ tx, actor, params }) => {
    await removeAlertDevice(tx, actor, idOf(params.id, 'push_subscription_not_found'))
  })
  serveMember(app, alertEndpoints.tryOut, async ({ tx, actor }) => {
    await tryAlert(tx, actor)
  })
  serveMember(app, alertEndpoints.sending, ({ tx, actor }) => sendingState(tx, actor, app.setup, currentTime()))
}
