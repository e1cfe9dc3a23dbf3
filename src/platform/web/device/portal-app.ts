import { serverUrl } from '#platform/web/server-url.ts'

/* The owners' portal as an app of its own. It is served to browsers alone: no shell does it another way. */

/** Beside its pages and below none of them: a worker may serve what is below its own address, and `/my` itself is one of the pages. */
const WORKER = '/my-sw.js'
const SCOPE = '/my'

/** Whether this browser keeps anything for pages: not in a private window of some, and not without https. */
export const canKeep = (): boolean => 'caches' in globalThis

/** Starts the portal's service worker, and notifies it that a page came from the server. */
export async function contactPortalWorker(): Promise<void> {
  const registration = await navigator.serviceWorker
    ?.register(serverUrl(WORKER), { scope: SCOPE, updateViaCache: 'none' })
    .catch(() => undefined)
  const worker = registration && (registration.active ?? (await startedOf(registration)))
  worker?.postMessage('contact')
}

const startedOf = ({ installing, waiting }: ServiceWorkerRegistration): Promise<ServiceWorker | undefined> =>
  new Promise((resolve) => {
    const worker = installing ?? waiting
    if (!worker) return resolve(undefined)
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated' || worker.state === 'redundant') resolve(worker)
    })
  })

/** The portal's own, never the staff app's: a farrier is called in the same browser. */
async function portalRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const all = (await navigator.serviceWorker?.getRegistrations().catch(() => [])) ?? []
  return all.find(({ scope }) => new URL(scope).pathname === SCOPE)
}

/** Whether this browser can receive push messages at all; an iPhone's only once the portal is on its home screen. */
export const canBeTold = (): boolean => canKeep() && 'PushManager' in window && 'Notification' in window

/** Whether its person has refused notifications in the browser itself, which then never asks again. */
export const isToldNothing = (): boolean => Notification.permission === 'denied'

/** Why a phone can't receive push messages, as a sentence. */
export class CannotBeTold extends Error {}

/** Asks the person, then subscribes this phone to push messages. @throws CannotBeTold with what to do about it */
export async function askToBeTold(pushKey: string): Promise<{ endpoint: string; p256dh: string; auth: string }> {
  const registration = await portalRegistration()
  if (!registration) throw new CannotBeTold('My horses isn’t fully on this phone yet. Open it again and try once more.')
  if ((await Notification.requestPermission()) !== 'granted')
    throw new CannotBeTold('My horses isn’t allowed to show news here. Allow it in this browser’s settings, then try again.')
  // A subscription made for other keys doesn't work.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey }).catch(() => {
    throw new CannotBeTold('This browser’s push service didn’t answer. Try again when there’s signal.')
  })
  const { endpoint = '', keys = {} } = made.toJSON()
  return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' }
}

/** Unsubscribes this phone; its push service reports that to the server as well. */
export async function beToldNoMore(): Promise<void> {
  const registration = await portalRegistration()
  const subscription = await registration?.pushManager?.getSubscription().catch(() => null)
  await subscription?.unsubscribe().catch(() => false)
}
