import type { z } from 'zod'
import type { DemoClock } from '#lib/demo-clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { ApiError, call } from '#platform/web/api.ts'
import { showDemoTime } from '#platform/web/device/clock.ts'
import { startLane, stopLane } from '#platform/web/files/uploads.ts'
import { serverUrl } from '#platform/web/server-url.ts'
import { currentStore, setCurrentStore } from '#platform/web/sync/current.ts'
import { deviceIdOf, type Owner, Store, writeMeta } from '#platform/web/sync/store.ts'
import { startSync, stopSync } from '#platform/web/sync/sync.ts'
import type { Unsent } from '#platform/web/sync/unsent.ts'
import { bringUpToDate } from '#platform/web/sync/upcast.ts'

/* Who is signed in on this device, and the copy in use with them. What a session begins with and how it ends build on this. */

/** What the platform must know of the current user; the practice feature knows the rest. */
export type SessionUser = { id: string; sessionId?: string; practice: { id: string; zone?: string; demo?: DemoClock | undefined } }
/**
 * The server has ended a session and with it this device's local copy, but something in it was never sent: its person decides what becomes
 * of that.
 */
export type Ended = { why: EndedWhy; owner: Owner; unsent: Unsent }
export type EndedWhy = 'signed_out' | 'dismissed' | 'revoked'
/** What becomes of unsent changes when a user leaves; `forget` after they have rescued them otherwise, such as in a file. */
export type Choice = 'keep' | 'forget' | 'stay'
/**
 * `user` null: no user; undefined: not known yet, because this device remembers no user and the server has not answered, or because a user
 * is just signing out. With `ended` no user is signed in, and there is a question to answer before anything else.
 */
export type Session<U extends SessionUser = SessionUser> = { user: U | null | undefined; ended?: Ended }

/** What they meant to leave could not be deleted from this device, or not all of it. */
export class NotDeleted extends Error {
  override readonly name = 'NotDeleted'
}

type UserEndpoint = { method: 'GET'; path: '/api/auth/user'; audience: 'member'; summary: string; response: z.ZodType<SessionUser> }

const DEVICE = 'pritchel.device'
const PATIENCE_MS = 3000
const HOME_ZONE = 'Europe/London'

/** Where the user is remembered, for the next start and for the other tabs. */
export const USER = 'pritchel.user'
/** Where an ended session is stored until its question is answered. */
export const ENDED = 'pritchel.ended'
/** Where a sign-out is stored until the server has received it: the session that was left. */
export const LEAVING = 'pritchel.leaving'
/** Of a user whose session has no name. */
export const ANY = 'yes'
/** How long the server has for an answer about a session. */
export const TIMEOUT_MS = 20_000

let session: Session = { user: undefined }
let closing: Promise<unknown> = Promise.resolve()
let hearRefusal = () => {}
const listeners = new Set<() => void>()

/** The current session; the same object until it changes. */
export const currentSession = (): Session => session

/** Calls back when it changes; returns a function that stops it. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What to do when the server refuses a pass of the copy in use: it may have ended the session, or only the pass. */
export const onRefusedPass = (act: () => void) => {
  hearRefusal = act
}

/** Has every screen show another. */
export function publish(next: Session) {
  session = next
  for (const listener of listeners) listener()
}

/** Fetches this browser's session from the server. @throws as `call`; a refusal is one `isRefusal` recognises */
export const fetchUser = (): Promise<SessionUser> => call<UserEndpoint>('GET /api/auth/user', { signal: AbortSignal.timeout(TIMEOUT_MS) })

/** Whether the server does not take this browser's session. */
export const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 401

/** Shows a user, or none, with their local copy in use. */
export function adopt(user: SessionUser | null) {
  showDemoTime(user?.practice.demo, user?.practice.zone ?? HOME_ZONE)
  const owner = user && ownerOf(user)
  const store = currentStore()
  if (store && (!owner || !isSame(store.owner, owner))) close()
  if (owner && !currentStore()) open(owner)
  publish({ user })
}

function open(owner: Owner) {
  const store = new Store(owner)
  setCurrentStore(store)
  // A local copy deleted in the meantime, or a full disk: the next start does it.
  bringUpToDate(store).catch(() => undefined)
  startSync(store, {
    isOwner: () => isRemembered(owner),
    onSignedOut: () => hearRefusal(),
    openEvents: (url) => new EventSource(serverUrl(url)),
  })
  startLane(store, { isOwner: () => isRemembered(owner) })
  writeMeta(store, 'owner', owner).catch(() => undefined)
}

/** Stops using the current local copy; `closed` resolves when it is closed. */
export function close() {
  const store = currentStore()
  const stopped = Promise.all([stopSync(), stopLane()])
  // A request under way is not waited for as long as the network likes: its answer finds the copy closed.
  if (store) closing = Promise.race([stopped, new Promise((over) => setTimeout(over, PATIENCE_MS))]).then(() => store.close())
  setCurrentStore(undefined)
}

/** Resolves when the copy put away last is used by nothing any more. */
export const closed = (): Promise<unknown> => closing

/** Whose copy a user's is on this device. */
export const ownerOf = (user: SessionUser): Owner => ({
  personId: user.id,
  practiceId: user.practice.id,
  deviceId: deviceIdOf(browserId(), user.id, user.practice.id),
})

/** Whether two copies are one person's in one practice. */
export const isSame = (one: Owner, other: Owner) => one.personId === other.personId && one.practiceId === other.practiceId

/** This browser's name for itself, made once. */
function browserId(): string {
  const known = localStorage.getItem(DEVICE)
  if (known) return known
  const made = uuidv7()
  localStorage.setItem(DEVICE, made)
  return made
}

/** Another tab may have signed in another user: the cookie is theirs then, and so must the queue be. */
function isRemembered(owner: Owner): boolean {
  const user = remembered()
  return user !== null && isSame(owner, ownerOf(user))
}

/** Who used this device last and has not left it. */
export const remembered = (): SessionUser | null => kept<SessionUser>(USER)

/** A note of `localStorage`; null: none, or not one of ours. */
export function kept<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}
