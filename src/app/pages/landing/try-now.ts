import { serverUrl } from '#platform/web/server-url.ts'

/**
 * Follows the link to / with something behind it: a signed-in user simply goes there; in the test version the demo practice is opened;
 * where there is no demo practice, sign-in. Without script it is an ordinary link. Plain `fetch`, because public pages carry nothing of the
 * app.
 */
export async function tryNow(event: Pick<Event, 'preventDefault'>) {
  event.preventDefault()
  window.location.assign(await placeToStart())
}

async function placeToStart() {
  try {
    if ((await fetch(serverUrl('/api/auth/user'))).ok) return '/'
    return (await fetch(serverUrl('/api/auth/demo'), { method: 'POST' })).ok ? '/' : serverUrl('/api/login')
  } catch {
    return serverUrl('/api/login')
  }
}
