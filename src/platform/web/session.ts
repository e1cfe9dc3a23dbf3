import { useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { uuidv7 } from '#lib/ids.ts'
import { ApiError, call } from '#platform/web/api.ts'
import { currentStore, setCurrentStore } from '#platform/web/current.ts'
import { onEnqueue } from '#platform/web/outbox.ts'
import { countIn } from '#platform/web/status.ts'
import { askToKeep } from '#platform/web/storage.ts'
import { deviceIdOf, type Owner, Store, writeMeta } from '#platform/web/store.ts'
import { currentEngine, startSync, stopSync } from '#platform/web/sync.ts'
import { bringUpToDate } from '#platform/web/upcast.ts'
import { startLane, stopLane } from '#platform/web/uploads.ts'

/** What the platform must know of the current user; the practice feature knows the rest. */
export type SessionUser = { id: string; practice: { id: string } }
/** `user` null: nobody; undefined: not known yet, as this device remembers nobody and the server has not answered. */
export type Session<U extends SessionUser = SessionUser> = { user: U | null | undefined }

type UserEndpoint = { method: 'GET'; path: '/api/auth/user'; audience: 'member'; summary: string; response: z.ZodType<SessionUser> }

const USER = 'pritchel.user'
const DEVICE = 'pritchel.device'
const TIMEOUT_MS = 20_000
const LEAVING = 'pritchel.leaving'

let session: Session = { user: undefined }
const listeners = new Set<() => void>()

/** The current user as this device remembers them: there at once, without a network, until they sign out. */
export const useSession = <U extends SessionUser>(): Session<U> => useSyncExternalStore(onSession, () => session) as Session<U>

/** The same outside a component. */
export const sessionNow = <U extends SessionUser>(): Session<U> => session as Session<U>

/** Opens the app as whoever used it last, then asks the server who is signed in. Call once, before the first paint. */
export function startSession(): Promise<void> {
  window.addEventListener('storage', (event) => {
    if (event.key !== USER) return
    adopt(remembered())
    currentEngine()?.resume()
  })
  // Once there is something to lose.
  onEnqueue(() => void askToKeep())
  const known = remembered()
  if (known) adopt(known)
  return refreshSession()
}

/** Asks the server who is signed in; after signing in, and whenever the user's own fields have changed. */
export async function refreshSession(): Promise<void> {
  try {
    await finishLeaving()
    const user = await call<UserEndpoint>('GET /api/auth/user', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    localStorage.setItem(USER, JSON.stringify(user))
    adopt(user)
    currentEngine()?.resume()
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return noteSignedOut()
    if (session.user === undefined) publish({ user: null })
  }
}

/** Changes that would stay behind on this device. */
async function waitingChanges(): Promise<number> {
  const store = currentStore()
  if (!store) return 0
  const { pendingCount, needsAttention } = await countIn(store)
  return pendingCount + needsAttention
}

/**
 * Signs out. With changes waiting it asks first; they stay on the device and go when the same person signs in again.
 * False: they would rather stay.
 */
export async function signOut(confirm: (waiting: number) => boolean | Promise<boolean>): Promise<boolean> {
  const waiting = await waitingChanges()
  if (waiting && !(await confirm(waiting))) return false
  // What waits stays, and nobody sends it behind their back.
  await currentStore()?.meta.delete('owner')
  localStorage.setItem(LEAVING, 'yes')
  localStorage.removeItem(USER)
  adopt(null)
  // Without a network the server hears of it as soon as there is one.
  await finishLeaving().catch(() => undefined)
  return true
}

/** This browser's name for itself, made once. */
function browserId(): string {
  const known = localStorage.getItem(DEVICE)
  if (known) return known
  const made = uuidv7()
  localStorage.setItem(DEVICE, made)
  return made
}

/** The server no longer knows us. With changes waiting the copy stays open, so that nothing written in a barn is out of sight. */
async function noteSignedOut() {
  if (session.user && (await waitingChanges()) > 0) return
  localStorage.removeItem(USER)
  adopt(null)
}

async function finishLeaving() {
  if (!localStorage.getItem(LEAVING)) return
  await fetch('/api/logout', { credentials: 'include', redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  localStorage.removeItem(LEAVING)
}

function adopt(user: SessionUser | null) {
  const owner = user && ownerOf(user)
  const store = currentStore()
  if (store && (!owner || !isSame(store.owner, owner))) close(store)
  if (owner && !currentStore()) open(owner)
  publish({ user })
}

function open(owner: Owner) {
  const store = new Store(owner)
  setCurrentStore(store)
  // A copy deleted meanwhile, or a full disk: the next start does it.
  bringUpToDate(store).catch(() => undefined)
  startSync(store, {
    isOwner: () => isRemembered(owner),
    onSignedOut: () => void noteSignedOut(),
    openEvents: (url) => new EventSource(url),
  })
  startLane(store, { isOwner: () => isRemembered(owner) })
  writeMeta(store, 'owner', owner).catch(() => undefined)
}

function close(store: Store) {
  void Promise.all([stopSync(), stopLane()]).then(() => store.close())
  setCurrentStore(undefined)
}

const ownerOf = (user: SessionUser): Owner => ({
  personId: user.id,
  practiceId: user.practice.id,
  deviceId: deviceIdOf(browserId(), user.id, user.practice.id),
})

const isSame = (one: Owner, other: Owner) => one.personId === other.personId && one.practiceId === other.practiceId

/** Another tab may have signed somebody else in: the cookie is theirs then, and so must the queue be. */
function isRemembered(owner: Owner): boolean {
  const user = remembered()
  return user !== null && isSame(owner, ownerOf(user))
}

function remembered(): SessionUser | null {
  try {
    return JSON.parse(localStorage.getItem(USER) ?? 'null') as SessionUser | null
  } catch {
    return null
  }
}

function onSession(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function publish(next: Session) {
  session = next
  for (const listener of listeners) listener()
}
