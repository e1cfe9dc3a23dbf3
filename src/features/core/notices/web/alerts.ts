import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Alerts, alertEndpoints, SubscriptionInput } from '#features/core/notices/alerts-contract.ts'
import { call } from '#platform/web/api.ts'
import { asking } from '#platform/web/queries.ts'

type Endpoints = typeof alertEndpoints

/** How I am called; asks the server. */
export const askingAlerts = asking<Endpoints['mine']>('GET /api/alerts')
/** What can be sent by, and what has gone. */
export const askingSending = asking<Endpoints['sending']>('GET /api/sending')

/** Whether this browser can be called at all; an iPhone only once the app is on its home screen. */
export const canBeCalled = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Where this device is called, when it is; undefined in a browser that never was asked. */
export async function endpointHere(): Promise<string | undefined> {
  if (!canBeCalled()) return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription())?.endpoint
}

/** What keeps this device from being called, as a sentence. */
export class CannotCall extends Error {}

/**
 * Asks the person, and then the browser's push service, to have this device called.
 * @throws CannotCall with what to do about it
 */
async function subscribeHere(pushKey: string): Promise<SubscriptionInput> {
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration) throw new CannotCall('Open Pritchel again and try once more: it is not fully on this device yet.')
  if ((await Notification.requestPermission()) !== 'granted')
    throw new CannotCall('This browser may not show notifications of Pritchel. Allow them in its settings, then try again.')
  // One made for other keys is of no use.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey }).catch(() => {
    throw new CannotCall('The push service of this browser gave no answer. Try again when you have a signal.')
  })
  const { endpoint = '', keys = {} } = made.toJSON()
  return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' }
}

/** What can be done about how I am called; each shows what came of it. */
export function useAlertActions() {
  const client = useQueryClient()
  const again = () => client.invalidateQueries({ queryKey: askingAlerts.queryKey })
  return {
    addHere: useMutation({
      mutationFn: async (pushKey: string) =>
        call<Endpoints['addDevice']>('POST /api/alerts/devices', { body: await subscribeHere(pushKey) }),
      onSuccess: again,
    }),
    remove: useMutation({
      mutationFn: async ({ id, endpoint }: Alerts['devices'][number]) => {
        await call<Endpoints['removeDevice']>('DELETE /api/alerts/devices/:id', { params: { id } })
        if (endpoint !== (await endpointHere())) return
        const registration = await navigator.serviceWorker.getRegistration()
        await (await registration?.pushManager.getSubscription())?.unsubscribe()
      },
      onSuccess: again,
    }),
    setPhone: useMutation({
      mutationFn: (phone: string | null) => call<Endpoints['setPhone']>('PUT /api/alerts', { body: { phone } }),
      onSuccess: again,
    }),
    tryOut: useMutation({ mutationFn: () => call<Endpoints['tryOut']>('POST /api/alerts/try') }),
  }
}
