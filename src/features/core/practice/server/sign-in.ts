import type { MyPractice, Session } from '#features/core/practice/contract.ts'
import { forgetDevices } from '#features/core/practice/server/known-devices.ts'
import { dropPasskeys } from '#features/core/practice/server/passkeys-of.ts'
import { hashPassword, passwordFits } from '#features/core/practice/server/passwords.ts'
import {
  findPersonByEmail,
  findPlaceOf,
  findShell,
  forgetDeadKeys,
  insertSigninLink,
  isLinkGood,
  listMemberships,
  listSessions,
  requirePerson,
  revokeAllSessions,
  revokeSession,
  revokeSessionByHash,
  spendOtherLinks,
  spendSigninLink,
  takeBrowser,
  updatePerson,
} from '#features/core/practice/server/queries.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { deviceName, shellName } from '#lib/device-name.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Shell } from '#lib/shell.ts'
import type { Database, DirectoryTx } from '#platform/server/database/db.ts'
import { hashToken, newToken, openSession } from '#platform/server/http/session.ts'
import type { CarriedToken } from '#platform/server/http/session-token.ts'
import { type MailSettings, sendMail } from '#platform/server/sending/email.ts'

/**
 * The source of a sign-in: the device's name for the list, and the session that it replaces. `dataFolder`: where removed passkeys are noted.
 * `shell`: which shell signs in; `isOfShell`: the one whose session it replaces.
 */
export type SigningIn = {
  userAgent: string
  oldToken: string | undefined
  dataFolder?: string | undefined
  shell?: Shell
  isOfShell?: boolean
}

/** As long as browsers keep a cookie at most; how long the session lives is the server's own matter. */
export const COOKIE_SECONDS = 400 * 24 * 60 * 60
const FAILED_OR_UNPROVEN = "That e-mail address and password don't match. If you have just registered, open the link in our e-mail first."
const DAY_MS = 24 * 60 * 60_000
/** A mailed link lives as long as it takes to walk to the computer. */
const MAILED_LINK_MS = 30 * 60_000
/** A link that the operator of the server reads out may not be used until the evening. */
const HANDED_LINK_MS = DAY_MS
/** How long expired rows are kept, for anyone who investigates what happened. */
const DEAD_KEPT_MS = 30 * DAY_MS
/** A phone that was unused for long is notified that its session was ended, as long as its cookie is valid. */
const ENDED_KEPT_MS = COOKIE_SECONDS * 1000

/** @throws sign_in_failed, in the same time whether the person is known or not; no_practice for the right password of a person who is in none */
export async function signInWithPassword(
  db: Database,
  input: { email: string; password: string },
  from: SigningIn & { sendsMail: boolean },
): Promise<string> {
  const person = await db.withDirectory((tx) => findPersonByEmail(tx, input.email))
  const fits = await passwordFits(input.password, person?.password_hash)
  // Where mail can prove an address, no one signs in before it has: otherwise sign-in would reveal what registration does not.
  if (!fits || !person || (from.sendsMail && person.verified_at === null)) {
    throw new AppError('sign_in_failed', {}, from.sendsMail ? FAILED_OR_UNPROVEN : undefined)
  }
  return db.withDirectory(async (tx) => {
    const place = await findPlaceOf(tx, person.id)
    if (!place) throw new AppError('no_practice')
    return startSession(tx, { ...place, personId: person.id }, from)
  })
}

/** Signs in the person whose passkey signed. @throws sign_in_failed where mail has yet to prove their address; no_practice */
export function signInWithPasskey(db: Database, personId: string, from: SigningIn & { sendsMail: boolean }): Promise<string> {
  return db.withDirectory(async (tx) => {
    const { verified_at } = await requirePerson(tx, personId)
    if (from.sendsMail && !verified_at) throw new AppError('sign_in_failed', {}, FAILED_OR_UNPROVEN)
    const place = await findPlaceOf(tx, personId)
    if (!place) throw new AppError('no_practice')
    return startSession(tx, { ...place, personId }, from)
  })
}

/** A link's token for the person with an address, or undefined when the address has no account. */
function makeLink(db: Database, email: string, livesMs: number): Promise<string | undefined> {
  return db.withDirectory(async (tx) => {
    const person = await findPersonByEmail(tx, email)
    if (!person) return undefined
    const { token, hash } = newToken()
    await insertSigninLink(tx, { hash, personId: person.id, expiresAt: new Date(currentMs() + livesMs) })
    return token
  })
}

/** Where the token of a sign-in link is used. In the fragment, which reaches no server's log. */
const linkAddress = (origin: string, token: string) => `${origin}/sign-in#token=${token}`

type Post = { mail: MailSettings; origin: string }

/**
 * Mails a sign-in link that leads on to a screen; does nothing when the address has no account.
 * @throws Error when the mail server did not take it
 */
export async function mailLink(db: Database, email: string, by: Post, next = '/') {
  const token = await makeLink(db, email, MAILED_LINK_MS)
  if (!token) return
  const address = next === '/' ? linkAddress(by.origin, token) : `${by.origin}/sign-in?next=${encodeURIComponent(next)}#token=${token}`
  await post(by, email, 'Your link to sign in to Pritchel', [
    'Open this link to sign in to Pritchel. It works once, within half an hour:',
    address,
    "If you didn't ask for it, ignore this e-mail: nobody can get in without it.",
  ])
}

/**
 * Mails a link to choose a new password; does nothing when the address has no account. It opens no more than a sign-in link does, and the
 * page it leads to wants the password first.
 * @throws Error when the mail server did not take it
 */
export async function mailNewPassword(db: Database, email: string, by: Post) {
  const token = await makeLink(db, email, MAILED_LINK_MS)
  if (!token) return
  await post(by, email, 'Choose a new password for Pritchel', [
    'Somebody, we hope you, has forgotten the password for this address. Open this link to choose a new one. It works once, within half an hour:',
    `${by.origin}/sign-in#password=${token}`,
    "If it wasn't you, ignore this e-mail: your password stays as it is.",
  ])
}

/** Reports to the owner of an address that its password is another now. @throws Error when the mail server did not take it */
export const mailChanged = (email: string, by: Post) =>
  post(by, email, 'Your Pritchel password was changed', [
    'Your password was changed just now. Your other devices were signed out, and your passkeys removed.',
    "If it wasn't you, choose a new one now:",
    `${by.origin}/sign-in#forgotten`,
  ])

/** Reports to the owner of an address that a passkey opens their account now. @throws Error when the mail server did not take it */
export const mailPasskey = (email: string, by: Post) =>
  post(by, email, 'A passkey was added to your Pritchel account', [
    'A passkey was added just now: whoever has that phone or computer, and can unlock it, can sign in as you.',
    "If it wasn't you, choose a new password. That removes every passkey and signs your devices out:",
    `${by.origin}/sign-in#forgotten`,
  ])

/** Notifies the owner of an address by mail of an attempt to register it again. @throws Error when the mail server did not take it */
export const mailTaken = (email: string, by: Post) =>
  post(by, email, 'You already have a Pritchel account', [
    'Somebody, perhaps you, has just tried to register with this address. It already has an account, so nothing was changed. Sign in here:',
    `${by.origin}/sign-in`,
    'If you have forgotten the password, press "Forgotten your password?" there. If it wasn\'t you, ignore this e-mail.',
  ])

async function post({ mail }: Post, to: string, subject: string, paragraphs: string[]) {
  const delivery = await sendMail(mail, { id: uuidv7(), to, subject, body: paragraphs.join('\n\n') })
  if (delivery.state !== 'sent') throw new Error(`sign-in mail: ${delivery.state}`)
}

/** `npm run admin -- reset-password EMAIL`: a link to hand over, valid once; undefined when the address has no account. */
export async function resetPassword(db: Database, email: string, origin: string): Promise<string | undefined> {
  const token = await makeLink(db, email.trim().toLowerCase(), HANDED_LINK_MS)
  return token && linkAddress(origin, token)
}

/** `onChanged` gets the address of a proven account whose password the link has changed. */
type UsingLink = SigningIn & { onChanged?: (email: string) => void }

/**
 * Signs in with a link, once, and sets a new password if one comes with it; that ends the other sessions and links too. The link is checked
 * before any password is hashed. What it proves and sets applies even to a person who is no longer in any practice.
 * @throws link_spent, no_practice
 */
export async function useLink(db: Database, input: { token: string; password?: string | undefined }, from: UsingLink): Promise<string> {
  const hash = hashToken(input.token)
  if (!(await db.withDirectory((tx) => isLinkGood(tx, hash, currentTime())))) throw new AppError('link_spent')
  const password_hash = input.password ? await hashPassword(input.password) : null
  const { session, changedFor } = await db.withDirectory(async (tx) => {
    const personId = await spendSigninLink(tx, hash, currentTime())
    if (!personId) throw new AppError('link_spent')
    // The session of this very browser gives way to the new one; the others are revoked.
    if (from.oldToken) await revokeSessionByHash(tx, hashToken(from.oldToken), null, 'cookie')
    const { verified_at, email } = await requirePerson(tx, personId)
    if (!verified_at) await proveAddress(tx, personId, password_hash, from)
    else if (password_hash) await setPassword(tx, personId, password_hash, from)
    const place = await findPlaceOf(tx, personId)
    return { session: place && (await startSession(tx, { ...place, personId }, from)), changedFor: verified_at && password_hash && email }
  })
  if (changedFor) from.onChanged?.(changedFor)
  if (!session) throw new AppError('no_practice')
  return session
}

type Ledger = Pick<SigningIn, 'dataFolder'>

/**
 * Records that an address is proven for the first time. The earlier password, passkeys and sessions end, because the person who set them need not be
 * the owner of the address.
 */
export async function proveAddress(tx: DirectoryTx, personId: string, passwordHash: string | null, ledger: Ledger): Promise<void> {
  await updatePerson(tx, personId, { verified_at: currentTime() })
  await setPassword(tx, personId, passwordHash, ledger)
}

async function setPassword(tx: DirectoryTx, personId: string, password_hash: string | null, { dataFolder }: Ledger) {
  await updatePerson(tx, personId, { password_hash })
  await dropPasskeys(tx, dataFolder, { personId, side: 'practice' })
  // Another link requested before the password was changed may not be its owner's.
  await spendOtherLinks(tx, personId, currentTime())
  await revokeAllSessions(tx, personId)
  await forgetDevices(tx, personId)
}

/** The practices a person may be in, by name. */
export async function practicesOf(db: Database, { personId, practiceId }: { personId: string; practiceId: string }): Promise<MyPractice[]> {
  const rows = await db.withDirectory((tx) => listMemberships(tx, personId))
  return rows.map(({ id, name }) => ({ id, name, isCurrent: id === practiceId }))
}

/** Switches to another practice of the person: starts a new session there and ends this one. @throws practice_not_found */
export function enterPractice(db: Database, personId: string, practiceId: string, from: SigningIn): Promise<string> {
  return db.withDirectory(async (tx) => {
    if (!(await listMemberships(tx, personId)).some((one) => one.id === practiceId)) throw new AppError('practice_not_found')
    return startSession(tx, { personId, practiceId, isProven: false }, from)
  })
}

/** Ends the session of a token; no error if it is already over. */
export const signOut = (db: Database, { token, transport }: CarriedToken) =>
  db.withDirectory((tx) => revokeSessionByHash(tx, hashToken(token), 'signed_out', transport))

/** Where a person is signed in, newest first. */
export async function sessionsOf(db: Database, personId: string, currentId: string): Promise<Session[]> {
  const rows = await db.withDirectory((tx) => listSessions(tx, personId, currentTime()))
  return rows.map((row) => ({
    id: row.id,
    device: row.client_kind
      ? shellName({ kind: row.client_kind, model: row.client_model ?? '' }, row.user_agent)
      : deviceName(row.user_agent),
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    isCurrent: row.id === currentId,
  }))
}

/** Signs one of a person's devices out; it is refused within two seconds. @throws session_not_found */
export async function endSession(db: Database, personId: string, id: string) {
  if (!(await db.withDirectory((tx) => revokeSession(tx, personId, id)))) throw new AppError('session_not_found')
}

/** `isProven`: they have just proven who they are, unless false; `provedAt`: they did so then. */
type Entering = { personId: string; practiceId: string; isProven?: boolean; provedAt?: Date | null }

/** Opens a session and ends the one the browser had: a token planted or stolen before the sign-in opens nothing afterwards. */
export async function startSession(tx: DirectoryTx, who: Entering, from: SigningIn): Promise<string> {
  const [before, endedBefore] = [new Date(currentMs() - DEAD_KEPT_MS), new Date(currentMs() - ENDED_KEPT_MS)]
  await forgetDeadKeys(tx, who.personId, { before, endedBefore })
  const oldHash = from.oldToken ? hashToken(from.oldToken) : undefined
  const transport = from.isOfShell ? 'bearer' : 'cookie'
  if (oldHash) await revokeSessionByHash(tx, oldHash, null, transport)
  const browserId = await takeBrowser(tx, who.personId, { hash: oldHash, transport })
  const shell = from.shell ?? (from.isOfShell && oldHash ? await findShell(tx, oldHash) : undefined)
  return openSession(tx, { ...who, userAgent: from.userAgent, browserId, ...(shell ? { shell } : {}) })
}
