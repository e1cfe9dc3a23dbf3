import { useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { uuidv7 } from '#lib/ids.ts'
import { ApiError, call } from '#platform/web/api.ts'
import { askToKeep } from '#platform/web/files/storage.ts'
import { startLane, stopLane } from '#platform/web/files/uploads.ts'
import { serverUrl } from '#platform/web/server-url.ts'
import { callNoMore } from '#platform/web/session/call-no-more.ts'
import { dropKept, forgetCopy, hasCopy, hasKept, stripCopy } from '#platform/web/session/forget-copy.ts'
import type { Deposited } from '#platform/web/session/kept-queue.ts'
import { currentStore, setCurrentStore } from '#platform/web/sync/current.ts'
import { onEnqueue } from '#platform/web/sync/outbox.ts'
import { deviceIdOf, type Owner, Store, writeMeta } from '#platform/web/sync/store.ts'
import { currentEngine, startSync, stopSync } from '#platform/web/sync/sync.ts'
import { hasMore, sizeOf, type Unsent, unsentIn } from '#platform/web/sync/unsent.ts'
import { bringUpToDate } from '#platform/web/sync/upcast.ts'

/** What the platform must know of the current user; the practice feature knows the rest. */
export type SessionUser = { id: string; sessionId?: string; practice: { id: string } }
/** The server has ended a session and with it this device's copy, but something in it was never sent: its person is asked what becomes of that. */
export type Ended = { why: EndedWhy; owner: Owner; unsent: Unsent }
type EndedWhy = (typeof WHYS)[number]
/** Whether this browser can lock what is kept; a page that came without TLS can't. */
export const hasLocks = (): boolean => globalThis.crypto?.subtle !== undefined
/** What becomes of unsent changes when somebody leaves; `forget` after they have seen to it otherwise, such as by a file. */
export type Choice = 'keep' | 'forget' | 'stay'
/**
 * `user` null: nobody; undefined: not known yet, as this device remembers nobody and the server has not answered, or somebody is just
 * signing out. With `ended` nobody is signed in, and there is a question to answer before anything else.
 */
export type Session<U extends SessionUser = SessionUser> = { user: U | null | undefined; ended?: Ended }

/** What they meant to leave could not be deleted from this device, or not all of it. */
export class NotDeleted extends Error {
  override readonly name = 'NotDeleted'
}

type UserEndpoint = { method: 'GET'; path: '/api/auth/user'; audience: 'member'; summary: string; response: z.ZodType<SessionUser> }
/** The server's word that a session was ended on purpose; anything else that is refused ends no copy. */
type Word = { why: EndedWhy; sessionId: string; personId: string; practiceId: string }

const WHYS = ['signed_out', 'dismissed', 'revoked'] as const
const USER = 'pritchel.user'
const DEVICE = 'pritchel.device'
const TIMEOUT_MS = 20_000
const PATIENCE_MS = 3000
const LEAVING = 'pritchel.leaving'
const ENDED = 'pritchel.ended'
/* Of a user whose session has no name. */
const ANY = 'yes'

let session: Session = { user: undefined }
let closing: Promise<unknown> = Promise.resolve()
const listeners = new Set<() => void>()

/** The current user as this device remembers them: there at once, without a network, until they sign out. */
export const useSession = <U extends SessionUser>(): Session<U> => useSyncExternalStore(onSession, () => session) as Session<U>

/** The same outside a component. */
export const sessionNow = <U extends SessionUser>(): Session<U> => session as Session<U>

/** Opens the app as whoever used it last, then asks the server who is signed in. Call once, before the first paint. */
export async function startSession(): Promise<void> {
  window.addEventListener('storage', ({ key }) => {
    if (key === ENDED) void settleEnded()
    if (key !== USER) return
    adopt(remembered())
    currentEngine()?.resume()
  })
  // Once there is something to lose.
  onEnqueue(() => void askToKeep())
  const known = remembered()
  if (kept(ENDED)) await settleEnded()
  else if (known) adopt(known)
  return refreshSession()
}

/** Asks the server who is signed in; after signing in, and whenever the user's own fields have changed. */
export async function refreshSession(): Promise<void> {
  try {
    const user = await call<UserEndpoint>('GET /api/auth/user', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (wasLeft(user)) return leaveAgain()
    if (session.ended) return
    localStorage.setItem(USER, JSON.stringify(user))
    adopt(user)
    currentEngine()?.resume()
    await takeBackKept()
  } catch (error) {
    if (isRefusal(error)) return heedRefusal(error)
    if (session.user === undefined) publish({ ...session, user: null })
  }
}

/**
 * Signs out: whatever this device has of the practice is deleted. `ask` is asked first when something in it was never sent, and again when more
 * has come meanwhile. False: they would rather stay. Whoever hears of an error is signed in as before.
 * @throws Unreachable, ApiError where the key of what is to be kept could not be left with the server, whatever the disk throws where it could
 *   not be sealed, NotDeleted
 */
export async function signOut(ask: (unsent: Unsent) => Choice | Promise<Choice>): Promise<boolean> {
  const { user } = session
  const owner = currentStore()?.owner
  if (!owner || !user) {
    adopt(null)
    return true
  }
  const unsent = await countIn(owner)
  const choice = sizeOf(unsent) > 0 ? await ask(unsent) : 'forget'
  if (choice === 'stay') return false
  const deposited = choice === 'keep' ? await deposit(owner) : undefined
  // The other tabs stop writing. This one shows nobody as signed in or out until it is done: either would lead to another screen.
  localStorage.removeItem(USER)
  close()
  publish({ user: undefined })
  try {
    if (!(await isSeenTo(owner, unsent, deposited))) {
      stay(user)
      return signOut(ask)
    }
    localStorage.setItem(LEAVING, user.sessionId ?? ANY)
    await forget(owner)
  } catch (error) {
    stay(user)
    throw error
  }
  publish({ user: null })
  // Without a network, or a server that is up, it hears of it as soon as there is one.
  await finishLeaving().catch(() => undefined)
  return true
}

/** Answers the question of an ended session. @throws as `signOut`; the question stands then */
export async function settle(choice: Exclude<Choice, 'stay'>): Promise<void> {
  const { ended } = session
  if (!ended) return
  const deposited = choice === 'keep' ? await deposit(ended.owner) : undefined
  if (!(await isSeenTo(ended.owner, ended.unsent, deposited))) return settleEnded()
  await forget(ended.owner)
  localStorage.removeItem(ENDED)
  publish({ user: null })
  await refreshSession()
}

/** Seals what is unsent in a copy nobody uses any more, where a key was left for it. False: there is more than was asked about. */
async function isSeenTo(owner: Owner, asked: Unsent, deposited: Deposited | undefined): Promise<boolean> {
  await closing
  const store = new Store(owner)
  try {
    if (!deposited) return !hasMore(await unsentIn(store), asked)
    await (await import('#platform/web/session/kept-queue.ts')).keepQueue(store, deposited)
    return true
  } finally {
    store.close()
  }
}

const forget = (owner: Owner): Promise<void> =>
  forgetCopy(owner).catch((cause: unknown) => {
    throw new NotDeleted('some of the copy is left', { cause })
  })

/** Signing out came to nothing. */
function stay(user: SessionUser) {
  localStorage.removeItem(LEAVING)
  localStorage.setItem(USER, JSON.stringify(user))
  adopt(user)
}

const deposit = async (owner: Owner): Promise<Deposited> => (await import('#platform/web/session/kept-queue.ts')).depositKey(owner)

const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 401

/** The server does not take this browser's session: it may say why. */
function heedRefusal(error: ApiError): Promise<void> {
  localStorage.removeItem(LEAVING)
  const word = wordIn(error)
  return word ? heedWord(word) : noteSignedOut()
}

function wordIn(error: ApiError): Word | undefined {
  const why = WHYS.find((one) => one === error.code)
  const { sessionId, personId, practiceId } = error.body as Partial<Word>
  return why && sessionId && personId && practiceId ? { why, sessionId, personId, practiceId } : undefined
}

/** Ends the copy of whose session it was, unless they are signed in here again by now. */
async function heedWord({ why, sessionId, personId, practiceId }: Word): Promise<void> {
  const user = remembered()
  const isTheirs = user?.id === personId && user.practice.id === practiceId
  if (isTheirs && why !== 'dismissed' && user.sessionId !== undefined && user.sessionId !== sessionId) return
  const owner = ownerOf({ id: personId, practice: { id: practiceId } })
  if (user && !isTheirs) return noteSignedOut()
  await callNoMore()
  if (why === 'dismissed') await dropKept(owner)
  // The question stands already, perhaps with a file just saved.
  if (session.ended?.why === why && isSame(session.ended.owner, owner)) return
  if (!(await hasCopy(owner))) return noteSignedOut()
  localStorage.setItem(ENDED, JSON.stringify({ why, owner }))
  localStorage.removeItem(USER)
  return settleEnded()
}

/** Deletes of an ended copy what is on the server; what is not is asked about, and until then nothing else is shown. */
async function settleEnded(): Promise<void> {
  const ended = kept<Pick<Ended, 'why' | 'owner'>>(ENDED)
  if (!ended) return adopt(remembered())
  close()
  publish({ user: undefined })
  await closing
  const unsent = (await hasCopy(ended.owner)) ? await countIn(ended.owner) : NOTHING
  if (sizeOf(unsent) > 0) {
    await stripCopy(ended.owner)
    return publish({ user: null, ended: { ...ended, unsent } })
  }
  await forgetCopy(ended.owner)
  localStorage.removeItem(ENDED)
  publish({ user: null })
}

const NOTHING: Unsent = { changes: 0, files: 0, recordings: 0, forms: 0, ids: [] }

async function countIn(owner: Owner): Promise<Unsent> {
  const store = new Store(owner)
  return unsentIn(store).finally(() => store.close())
}

/** What they kept here when they signed out comes back, as soon as the server gives its key. */
async function takeBackKept(): Promise<void> {
  const store = currentStore()
  if (!store || !(await hasKept(store.owner))) return
  const { restoreKept } = await import('#platform/web/session/kept-queue.ts')
  // Else it stays sealed, and the next start tries again.
  const locked = await restoreKept(store).catch(() => [])
  await writeMeta(store, 'locked', locked)
  void currentEngine()?.syncNow()
}

/** This browser's name for itself, made once. */
function browserId(): string {
  const known = localStorage.getItem(DEVICE)
  if (known) return known
  const made = uuidv7()
  localStorage.setItem(DEVICE, made)
  return made
}

/** The server does not know us, and does not say why. With changes waiting the copy stays open, so that nothing written in a barn is out of sight. */
async function noteSignedOut() {
  const store = currentStore()
  if (session.ended || (session.user && store && sizeOf(await unsentIn(store)) > 0)) return
  localStorage.removeItem(USER)
  adopt(null)
}

/** Whether this is the session that somebody signed out of without a network; one they have opened since is not. */
function wasLeft({ sessionId = ANY }: SessionUser): boolean {
  const left = localStorage.getItem(LEAVING)
  return left === sessionId || left === ANY
}

/** They left this session while the server could not be told. */
async function leaveAgain() {
  publish({ ...session, user: null })
  await finishLeaving()
}

/** Tells the server. It has heard once it refuses the session: the redirect that `logout` answers with may as well be a portal's. */
async function finishLeaving() {
  await fetch(serverUrl('/api/logout'), { credentials: 'include', redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  try {
    await call<UserEndpoint>('GET /api/auth/user', { signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (error) {
    if (isRefusal(error)) await heedRefusal(error)
  }
}

function adopt(user: SessionUser | null) {
  const owner = user && ownerOf(user)
  const store = currentStore()
  if (store && (!owner || !isSame(store.owner, owner))) close()
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
    onSignedOut: () => void refreshSession(),
    openEvents: (url) => new EventSource(serverUrl(url)),
  })
  startLane(store, { isOwner: () => isRemembered(owner) })
  writeMeta(store, 'owner', owner).catch(() => undefined)
}

function close() {
  const store = currentStore()
  const stopped = Promise.all([stopSync(), stopLane()])
  // A request under way is not waited for as long as the network likes: its answer finds the copy closed.
  if (store) closing = Promise.race([stopped, new Promise((over) => setTimeout(over, PATIENCE_MS))]).then(() => store.close())
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

const remembered = (): SessionUser | null => kept<SessionUser>(USER)

function kept<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as T | null
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
