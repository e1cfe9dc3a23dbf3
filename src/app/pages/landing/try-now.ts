import type { MouseEvent } from 'react'
import type { practiceEndpoints } from '#features/practice/contract.ts'
import { call } from '#platform/web/api.ts'
import { orNullOn401 } from '#platform/web/queries.ts'

/**
 * Follows the link to / with something behind it: whoever is signed in simply goes there; in the test version the demo practice is
 * opened; where there is no demo practice, sign-in. Without script it is an ordinary link.
 */
export async function tryNow(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  window.location.assign(await placeToStart())
}

async function placeToStart() {
  try {
    if (await orNullOn401(call<typeof practiceEndpoints.user>('GET /api/auth/user'))) return '/'
    await call<typeof practiceEndpoints.demo>('POST /api/auth/demo')
    return '/'
  } catch {
    return '/api/login'
  }
}
