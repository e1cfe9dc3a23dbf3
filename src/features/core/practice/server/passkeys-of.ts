import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server'
import { sql } from 'kysely'
import { MOST_PASSKEYS, type Passkey } from '#features/core/practice/passkeys.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { deviceName } from '#lib/device-name.ts'
import { AppError } from '#lib/errors.ts'
import type { AfterRestore } from '#platform/server/backup/restore.ts'
import type { Database, DirectoryTx } from '#platform/server/database/db.ts'
import { hashToken } from '#platform/server/http/session.ts'
import { openLedger } from '#platform/server/ledger.ts'

const CHALLENGE_MS = 5 * 60_000
/** EdDSA, ES256 and RS256: what phones make. The library's own list tries out newer ones first, which Node calls experimental. */
const KINDS_OF_KEY = [-8, -7, -257]

type Places = { db: Database; origin: string }
/**
 * Whose passkeys, and which. One that was made in the portal opens the portal alone: an address that proves a guest, such as a number, need not be
 * one that proves a member.
 */
export type Whose = { personId: string; side: Side }
type Side = 'portal' | 'practice'

/** Shown by the phone when it offers several; an address would be shown to anyone who holds it. */
const NAMES: Readonly<Record<Side, string>> = { portal: 'My horses', practice: 'My practice' }

/* Loaded with the first one, so that a server starts as fast without it. */
const webauthn = () => import('@simplewebauthn/server')
const siteOf = ({ origin }: Places) => ({ expectedOrigin: origin, expectedRPID: hostOf(origin), requireUserVerification: true })
const hostOf = (origin: string) => new URL(origin).hostname

/** What a browser is to make a passkey of, for a person who has just proven who they are. @throws too_many_passkeys */
export async function newPasskeyOptions(places: Places, whose: Whose): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await webauthn()
  const { personId, side } = whose
  const kept = await places.db.withDirectory((tx) => listPasskeys(tx, whose))
  if (kept.length >= MOST_PASSKEYS) throw new AppError('too_many_passkeys')
  const options = await generateRegistrationOptions({
    rpName: 'Pritchel',
    rpID: hostOf(places.origin),
    // A phone keeps one for each: that of the practice does not replace that of the portal.
    userID: Buffer.from(`${personId.replaceAll('-', '')}${side === 'practice' ? '01' : ''}`, 'hex'),
    userName: NAMES[side],
    excludeCredentials: kept.map(({ credential_id: id, transports }) => ({ id, transports })),
    // It is found without an address being typed, and opened by face, finger or the phone's code: it is the only factor.
    supportedAlgorithmIDs: KINDS_OF_KEY,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(places.db, options.challenge, personId)
  return options
}

/** Keeps a passkey that a browser has made. @throws passkey_refused, too_many_passkeys */
export async function addPasskey(
  places: Places,
  whose: Whose,
  { response, userAgent }: { response: RegistrationResponseJSON; userAgent: string },
): Promise<void> {
  const { personId, side } = whose
  const { verifyRegistrationResponse } = await webauthn()
  const verified = await verifyRegistrationResponse({
    ...siteOf(places),
    response,
    supportedAlgorithmIDs: KINDS_OF_KEY,
    expectedChallenge: (challenge) => takeChallenge(places.db, challenge, personId),
  }).catch(refuse)
  if (!verified.verified) throw new AppError('passkey_refused')
  const { credential, credentialBackedUp } = verified.registrationInfo
  await places.db.withDirectory(async (tx) => {
    await tx.selectFrom('directory.people').select('id').where('id', '=', personId).forUpdate().execute()
    if ((await listPasskeys(tx, whose)).length >= MOST_PASSKEYS) throw new AppError('too_many_passkeys')
    await tx
      .insertInto('directory.passkeys')
      .values({
        credential_id: credential.id,
        person_id: personId,
        is_members: side === 'practice',
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: credential.transports ?? [],
        is_backed_up: credentialBackedUp,
        name: deviceName(userAgent),
        made_at: currentTime(),
        used_at: null,
      })
      .onConflict((clash) => clash.doNothing())
      .execute()
  })
}

/** The challenge that any passkey of this site may sign: its answer names whose it is. */
export async function passkeyOptions(places: Places): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({ rpID: hostOf(places.origin), userVerification: 'required' })
  await keepChallenge(places.db, options.challenge, null)
  return options
}

/** Whose passkey signed; a challenge counts once. @throws passkey_refused, the same for one we don't know and for one that is wrong */
export async function takePasskey(places: Places, response: AuthenticationResponseJSON, side: Side): Promise<{ personId: string }> {
  const { verifyAuthenticationResponse } = await webauthn()
  const kept = await places.db.withDirectory((tx) =>
    tx.selectFrom('directory.passkeys').selectAll().where('credential_id', '=', response.id).executeTakeFirst(),
  )
  if (!kept) throw new AppError('passkey_refused')
  const credential: WebAuthnCredential = {
    id: kept.credential_id,
    publicKey: new Uint8Array(kept.public_key),
    counter: kept.counter,
    transports: kept.transports,
  }
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...siteOf(places),
    response,
    credential,
    expectedChallenge: (challenge) => takeChallenge(places.db, challenge, null),
  }).catch(refuse)
  if (!verified) throw new AppError('passkey_refused')
  if (side === 'practice' && !kept.is_members) throw new AppError('passkey_refused', {}, OF_PORTAL)
  const { newCounter, credentialBackedUp } = authenticationInfo
  await places.db.withDirectory((tx) =>
    tx
      .updateTable('directory.passkeys')
      .set({ counter: newCounter, is_backed_up: credentialBackedUp, used_at: currentTime() })
      .where('credential_id', '=', kept.credential_id)
      .execute(),
  )
  return { personId: kept.person_id }
}

const OF_PORTAL = 'That passkey opens My horses alone. Sign in with your password, then add one for the practice.'

/** A person's passkeys, the oldest first. */
export const passkeysOf = async ({ db }: Pick<Places, 'db'>, whose: Whose): Promise<Passkey[]> =>
  (await db.withDirectory((tx) => listPasskeys(tx, whose))).map(({ credential_id: id, name, made_at, used_at }) => ({
    id,
    name,
    madeAt: made_at.toISOString(),
    usedAt: used_at?.toISOString() ?? null,
  }))

type Removing = Pick<Places, 'db'> & { dataFolder?: string | undefined }

/** Forgets a passkey of the person: it opens nothing any more, in a restored backup neither. @throws not_found when they have none of that id */
export async function dropPasskey({ db, dataFolder }: Removing, whose: Whose, id: string): Promise<void> {
  await db.withDirectory(async (tx) => {
    if (!(await dropPasskeys(tx, dataFolder, whose, id))) throw new AppError('not_found')
  })
}

/**
 * Forgets one of a person's passkeys, or all, and notes it beside the database before the transaction is kept: noted and not removed, a restore
 * removes it, as was wished. Returns whether there was any.
 */
export async function dropPasskeys(
  tx: DirectoryTx,
  dataFolder: string | undefined,
  { personId, side }: Whose,
  id?: string,
): Promise<boolean> {
  let dropping = tx
    .deleteFrom('directory.passkeys')
    .where('person_id', '=', personId)
    .where('is_members', '=', side === 'practice')
  if (id !== undefined) dropping = dropping.where('credential_id', '=', id)
  const dropped = await dropping.returning('credential_id').execute()
  if (dataFolder) for (const { credential_id } of dropped) await removed(dataFolder).note({ id: credential_id })
  return dropped.length > 0
}

const removed = (dataFolder: string) => openLedger<{ id: string }>(dataFolder, 'removed-passkeys.jsonl')

/** Removes again, as a backup is restored, the passkeys that were removed since it was made. An id is never given twice. */
export function removePasskeysAgain(dataFolder: string): AfterRestore {
  let isDone = false
  return async (tx) => {
    // They belong to no practice: once is enough.
    if (isDone) return
    isDone = true
    const ids = (await removed(dataFolder).list()).map(({ id }) => id)
    await sql`delete from directory.passkeys where credential_id = any(${ids})`.execute(tx)
  }
}

const listPasskeys = (tx: DirectoryTx, { personId, side }: Whose) =>
  tx
    .selectFrom('directory.passkeys')
    .selectAll()
    .where('person_id', '=', personId)
    .where('is_members', '=', side === 'practice')
    .orderBy('made_at')
    .orderBy('credential_id')
    .execute()

/* The library throws for anything wrong with an answer, in words for programmers. */
const refuse = (): never => {
  throw new AppError('passkey_refused')
}

const keepChallenge = (db: Database, challenge: string, personId: string | null) =>
  db.withDirectory(async (tx) => {
    await tx.deleteFrom('directory.challenges').where('expires_at', '<=', currentTime()).execute()
    await tx
      .insertInto('directory.challenges')
      .values({ hash: hashToken(challenge), person_id: personId, expires_at: new Date(currentMs() + CHALLENGE_MS) })
      .execute()
  })

/** Whether this is a challenge of ours to that person, or to anyone. Each counts only once. */
const takeChallenge = (db: Database, challenge: string, personId: string | null): Promise<boolean> =>
  db.withDirectory(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('directory.challenges')
      .where('hash', '=', hashToken(challenge))
      .where('person_id', personId === null ? 'is' : '=', personId)
      .where('expires_at', '>', currentTime())
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  })
