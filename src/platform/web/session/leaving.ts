import type { ApiError } from '#platform/web/api.ts'
import { callNoMore } from '#platform/web/device/call-no-more.ts'
import { serverUrl } from '#platform/web/server-url.ts'
import { dropKept, forgetCopy, hasCopy, hasKept, stripCopy } from '#platform/web/session/forget-copy.ts'
import type { Deposited } from '#platform/web/session/kept-queue.ts'
import {
  ANY,
  adopt,
  type Choice,
  close,
  closed,
  currentSession,
  ENDED,
  type Ended,
  type EndedWhy,
  fetchUser,
  isRefusal,
  isSame,
  kept,
  LEAVING,
  NotDeleted,
  ownerOf,
  publish,
  remembered,
  type SessionUser,
  TIMEOUT_MS,
  USER,
} from '#platform/web/session/signed-in.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import { type Owner, Store, writeMeta } from '#platform/web/sync/store.ts'
import { currentEngine } from '#platform/web/sync/sync.ts'
import { hasMore, sizeOf, type Unsent, unsentIn } from '#platform/web/sync/unsent.ts'

/* How a copy ends with its person, and how what they left unsent is kept for them and comes back. `session.ts` loads it. */

/** The server's word that a session was ended on purpose; anything else that is refused ends no copy. */
type Word = { why: EndedWhy; sessionId: string; personId: string; practiceId: string }

const WHYS: readonly EndedWhy[] = ['signed_out', 'dismissed', 'revoked']

/** What `signOut` of `session.ts` documents. */
export async function signOut(ask: (unsent: Unsent) => Choice | Promise<Choice>): Promise<boolean> {
  const { user } = currentSession()
  const owner = currentStore()?.owner
  if (!owner || !user) {
    adopt(null)
    return true
  }
  const unsent = await countIn(owner)
  const choice = sizeOf(unsent) > 0 ? await ask(unsent) : 'forget'
  if (choice === 'stay') return false
  const deposited = choice === 'keep' ? await deposit(owner) : undefined
  // The other tabs stop writing. This one shows no user as signed in or out until it is done: either would lead to another screen.
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
  // Without a network, or while the server is down, it is notified as soon as there is a connection.
  await finishLeaving().catch(() => undefined)
  return true
}

/** What `answerEnded` of `session.ts` documents. False: there is no such question, or another than was answered. */
export async function answerEnded(choice: Exclude<Choice, 'stay'>): Promise<boolean> {
  const { ended } = currentSession()
  if (!ended) return false
  const deposited = choice === 'keep' ? await deposit(ended.owner) : undefined
  if (!(await isSeenTo(ended.owner, ended.unsent, deposited))) {
    await clearEnded()
    return false
  }
  await forget(ended.owner)
  localStorage.removeItem(ENDED)
  publish({ user: null })
  return true
}

/**
 * Seals what is unsent in a local copy that is no longer used, where a key was left for it. False: there is more than the question named.
 */
async function isSeenTo(owner: Owner, asked: Unsent, deposited: Deposited | undefined): Promise<boolean> {
  await closed()
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

/** The server does not take this browser's session: it may say why. */
export function handleRefusal(error: ApiError): Promise<void> {
  localStorage.removeItem(LEAVING)
  const word = wordIn(error)
  return word ? endCopy(word) : noteSignedOut()
}

function wordIn(error: ApiError): Word | undefined {
  const why = WHYS.find((one) => one === error.code)
  const { sessionId, personId, practiceId } = error.body as Partial<Word>
  return why && sessionId && personId && practiceId ? { why, sessionId, personId, practiceId } : undefined
}

/** Ends the copy of whose session it was, unless they are signed in here again by now. */
async function endCopy({ why, sessionId, personId, practiceId }: Word): Promise<void> {
  const user = remembered()
  const isTheirs = user?.id === personId && user.practice.id === practiceId
  if (isTheirs && why !== 'dismissed' && user.sessionId !== undefined && user.sessionId !== sessionId) return
  const owner = ownerOf({ id: personId, practice: { id: practiceId } })
  if (user && !isTheirs) return noteSignedOut()
  await callNoMore()
  if (why === 'dismissed') await dropKept(owner)
  // The question is open already, perhaps with a file just saved.
  const { ended } = currentSession()
  if (ended?.why === why && isSame(ended.owner, owner)) return
  if (!(await hasCopy(owner))) return noteSignedOut()
  localStorage.setItem(ENDED, JSON.stringify({ why, owner }))
  localStorage.removeItem(USER)
  return clearEnded()
}

/**
 * Deletes the part of an ended local copy that is on the server; the person decides about the rest, and until then nothing else is shown.
 */
export async function clearEnded(): Promise<void> {
  const ended = kept<Pick<Ended, 'why' | 'owner'>>(ENDED)
  if (!ended) return adopt(remembered())
  close()
  publish({ user: undefined })
  await closed()
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
export async function takeBackKept(): Promise<void> {
  const store = currentStore()
  if (!store || !(await hasKept(store.owner))) return
  const { restoreKept } = await import('#platform/web/session/kept-queue.ts')
  // Else it stays sealed, and the next start tries again.
  const locked = await restoreKept(store).catch(() => [])
  await writeMeta(store, 'locked', locked)
  void currentEngine()?.syncNow()
}

/** The server does not know us, and does not say why. With changes waiting the copy stays open, so that nothing written in a barn is out of sight. */
async function noteSignedOut() {
  const store = currentStore()
  const { user, ended } = currentSession()
  // Whose copy is just being deleted is shown as signed out when it is gone.
  if (kept(ENDED) || ended || (user && store && sizeOf(await unsentIn(store)) > 0)) return
  localStorage.removeItem(USER)
  adopt(null)
}

/** They left this session while the server could not be notified. */
export async function leaveAgain() {
  publish({ ...currentSession(), user: null })
  await finishLeaving()
}

/**
 * Notifies the server. The server has ended the session once it refuses it: the redirect that `logout` answers with may as well be a
 * portal's.
 */
async function finishLeaving() {
  await fetch(serverUrl('/api/logout'), { credentials: 'include', redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  try {
    await fetchUser()
  } catch (error) {
    if (isRefusal(error)) await handleRefusal(error)
  }
}
