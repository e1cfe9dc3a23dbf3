import { useSyncExternalStore } from 'react'
import type { ApiError } from '#platform/web/api.ts'
import { requestPersistence } from '#platform/web/files/storage.ts'
import {
  ANY,
  adopt,
  type Choice,
  currentSession,
  ENDED,
  fetchUser,
  isRefusal,
  kept,
  LEAVING,
  onRefusedPass,
  onSession,
  publish,
  remembered,
  type Session,
  type SessionUser,
  USER,
} from '#platform/web/session/signed-in.ts'
import { onEnqueue } from '#platform/web/sync/outbox.ts'
import { currentEngine } from '#platform/web/sync/sync.ts'
import type { Unsent } from '#platform/web/sync/unsent.ts'

/* A pass may be refused while the server still knows who is signed in. */
onRefusedPass(() => void refreshSession())

/** The current user as this device remembers them: there at once, without a network, until they sign out. */
export const useSession = <U extends SessionUser>(): Session<U> => useSyncExternalStore(onSession, currentSession) as Session<U>

/** The same outside a component. */
export const sessionNow = <U extends SessionUser>(): Session<U> => currentSession() as Session<U>

/** Whether this browser can lock what is kept; a page that came without TLS can't. */
export const hasLocks = (): boolean => globalThis.crypto?.subtle !== undefined

/* How sessions end is no part of the first load. It comes with the first answer, so that no signal is needed for it, nor a service worker. */
const leaving = () => import('#platform/web/session/leaving.ts')

/** Opens the app as its last user, then requests the current session from the server. Call once, before the first paint. */
export async function startSession(): Promise<void> {
  window.addEventListener('storage', ({ key }) => {
    if (key === ENDED) void clearEnded()
    if (key !== USER) return
    adopt(remembered())
    currentEngine()?.resume()
  })
  // Once there is something to lose.
  onEnqueue(() => void requestPersistence())
  const known = remembered()
  if (kept(ENDED)) await clearEnded()
  else if (known) adopt(known)
  return refreshSession()
}

let newest: Promise<void> | undefined

/**
 * Fetches the session from the server; after signing in, and when the user's own fields have changed. An answer that comes after a newer
 * request was made is ignored: it may be from before the user signed in.
 */
export function refreshSession(): Promise<void> {
  const mine: Promise<void> = fetchSession(() => newest === mine)
  newest = mine
  return mine
}

async function fetchSession(isNewest: () => boolean): Promise<void> {
  try {
    const user = await fetchUser()
    if (!isNewest()) return newest
    if (wasLeft(user)) return (await leaving()).leaveAgain()
    if (currentSession().ended) return
    localStorage.setItem(USER, JSON.stringify(user))
    adopt(user)
    currentEngine()?.resume()
    await (await leaving()).takeBackKept()
  } catch (error) {
    if (!isNewest()) return newest
    if (isRefusal(error)) return handleRefusal(error)
    if (currentSession().user === undefined) publish({ ...currentSession(), user: null })
  }
}

/**
 * Signs out and deletes all that this device has of the practice. `ask` is called first when something in it was never sent, and again when
 * more has come in the meantime. False: they would rather stay. On an error the user stays signed in.
 * @throws Unreachable, ApiError where the key of the kept changes could not be left with the server, any error of the disk where they
 * could not be sealed, NotDeleted
 */
export const signOut = async (ask: (unsent: Unsent) => Choice | Promise<Choice>): Promise<boolean> => (await leaving()).signOut(ask)

/** Answers the question of an ended session. @throws as `signOut`; the question then stays open */
export async function answerEnded(choice: Exclude<Choice, 'stay'>): Promise<void> {
  if (await (await leaving()).answerEnded(choice)) await refreshSession()
}

/** Until it is known what an ended copy still has, nothing is shown. */
async function clearEnded(): Promise<void> {
  publish({ user: undefined })
  return (await leaving()).clearEnded()
}

/** Whether this is the session that was left by a sign-out without a network; a session opened since is not. */
function wasLeft({ sessionId = ANY }: SessionUser): boolean {
  const left = localStorage.getItem(LEAVING)
  return left === sessionId || left === ANY
}

/**
 * The server does not accept this browser's session. Where it gives no details, and no user is signed in, there is nothing to end but what
 * is ending.
 */
async function handleRefusal(error: ApiError): Promise<void> {
  const { user, ended } = currentSession()
  if (user || ended || kept(ENDED) || error.code !== 'not_signed_in') return (await leaving()).handleRefusal(error)
  localStorage.removeItem(LEAVING)
  localStorage.removeItem(USER)
  adopt(null)
}
