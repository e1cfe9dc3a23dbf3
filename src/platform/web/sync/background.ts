/** What the browser calls the errand. */
export const SEND_TAG = 'pritchel-send'

/* Chromium's alone, so that TypeScript's library doesn't know it. */
type Waking = ServiceWorkerRegistration & { sync?: { register: (tag: string) => Promise<void> } }

/**
 * Has the service worker woken once there is a network, even when the app is closed by then. Where the browser can't, the changes go when the
 * app is opened again.
 */
export async function requestWake(): Promise<void> {
  if (typeof navigator === 'undefined' || !navigator.serviceWorker) return
  try {
    const registration = (await navigator.serviceWorker.getRegistration()) as Waking | undefined
    await registration?.sync?.register(SEND_TAG)
  } catch {
    // Turned off by the person; nothing depends on it.
  }
}
