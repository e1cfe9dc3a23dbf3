import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server'
import type { Passkey } from '#features/records/guests/passkey-contract.ts'
import { MOST_PASSKEYS } from '#features/records/guests/rules.ts'
import { noteEndedProof } from '#features/records/guests/server/ended-access.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { deviceName } from '#lib/device-name.ts'
import { AppError } from '#lib/errors.ts'
import type { Database, DirectoryTx } from '#platform/server/database/db.ts'
import { hashToken } from '#platform/server/http/session.ts'

const CHALLENGE_MS = 5 * 60_000
/** EdDSA, ES256 and RS256: what phones make. The library's own list tries out newer ones first, which Node calls experimental. */
const KINDS_OF_KEY = [-8, -7, -257]

type Places = { db: Database; origin: string }
type Person = { personId: string }

/* Loaded with the first one, so that a server starts as fast without it. */
const webauthn = () => import('@simplewebauthn/server')
const siteOf = ({ origin }: Places) => ({ expectedOrigin: origin, expectedRPID: hostOf(origin), requireUserVerification: true })
const hostOf = (origin: string) => new URL(origin).hostname

/** What a browser is to make a passkey of, for a person who has just proven who they are. @throws too_many_passkeys */
export async function newPasskeyOptions(places: Places, { personId }: Person): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await webauthn()
  const kept = await places.db.withDirectory((tx) => listPasskeys(tx, personId))
  if (kept.length >= MOST_PASSKEYS) throw new AppError('too_many_passkeys')
  const options = await generateRegistrationOptions({
    rpName: 'Pritchel',
    rpID: hostOf(places.origin),
    userID: Buffer.from(personId.replaceAll('-', ''), 'hex'),
    // Shown by the phone when it asks which one; an address would be shown to whoever holds it.
    userName: 'My horses',
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
  { personId }: Person,
  { response, userAgent }: { response: RegistrationResponseJSON; userAgent: string },
): Promise<void> {
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
    if ((await listPasskeys(tx, personId)).length >= MOST_PASSKEYS) throw new AppError('too_many_passkeys')
    await tx
      .insertInto('directory.passkeys')
      .values({
        credential_id: credential.id,
        person_id: personId,
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

/** What any passkey of this site is to sign: whose it is, it says itself. */
export async function passkeyOptions(places: Places): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({ rpID: hostOf(places.origin), userVerification: 'required' })
  await keepChallenge(places.db, options.challenge, null)
  return options
}

/** Whose passkey signed, once a challenge. @throws passkey_refused, which says the same of one we don't know and of one that is wrong */
export async function takePasskey(places: Places, response: AuthenticationResponseJSON): Promise<Person> {
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

/** A person's passkeys, the oldest first. */
export const passkeysOf = async ({ db }: Pick<Places, 'db'>, { personId }: Person): Promise<Passkey[]> =>
  (await db.withDirectory((tx) => listPasskeys(tx, personId))).map(({ credential_id: id, name, made_at, used_at }) => ({
    id,
    name,
    madeAt: made_at.toISOString(),
    usedAt: used_at?.toISOString() ?? null,
  }))

/** Forgets a passkey of the person: it opens nothing any more, in a restored backup neither. @throws not_found when they have none of that id */
export async function dropPasskey(
  { db, dataFolder }: Pick<Places, 'db'> & { dataFolder?: string },
  { personId }: Person,
  id: string,
): Promise<void> {
  await db.withDirectory(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('directory.passkeys')
      .where('person_id', '=', personId)
      .where('credential_id', '=', id)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw new AppError('not_found')
    await noteEndedProof(dataFolder, { passkey: id })
  })
}

const listPasskeys = (tx: DirectoryTx, personId: string) =>
  tx.selectFrom('directory.passkeys').selectAll().where('person_id', '=', personId).orderBy('made_at').orderBy('credential_id').execute()

/* The library throws for whatever is wrong with an answer, in words for programmers. */
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

/** Whether this is a challenge of ours to that person, or to anybody. It is one only once. */
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
