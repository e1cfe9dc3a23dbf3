// Followed by: posts that come down with a consent (office/integrations).
import { queueWords } from '#features/core/notices/server/queue-words.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { recipientOf } from '#features/records/clients/server/recipient-of.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { requireHorse } from '#features/records/horses/server/require-horse.ts'
import { NewPhotoConsent, type PhotoConsent, PhotoConsentChange, type PhotoUse } from '#features/records/photo-consents/contract.ts'
import { PHOTO_USES, PHOTOS_LINK_DAYS, PHOTOS_PATH, WORDING_VERSION } from '#features/records/photo-consents/rules.ts'
import { idOf } from '#lib/canonical.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import { shortPath } from '#lib/short-links.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, insertRow, type MergePolicy, type Row, rowForChange, updateRow } from '#platform/server/database/rows.ts'
import { addPhotosLink } from '#platform/server/links.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

export type PhotoConsentRow = Row<'photo_consents'>

type Page = { clientId?: string | undefined; limit: number; after?: string | undefined }

/** The consents, newest first; `after` is the last id of the page before. Ids are made in the order of time. */
export async function photoConsentsPage(tx: PracticeTx, { clientId, limit, after }: Page): Promise<PhotoConsent[]> {
  let query = tx.selectFrom('photo_consents').selectAll().where('deleted_at', 'is', null).orderBy('id', 'desc').limit(limit)
  if (clientId) query = query.where('client_id', '=', clientId)
  if (after) query = query.where('id', '<', after)
  return (await query.execute()).map(toPhotoConsent)
}

/**
 * Records what an owner said or wrote to a member; `id` may have been made on a device.
 * @throws forbidden, client_not_found, horse_not_found, not_yet, wording_unknown, id_taken
 */
export async function recordPhotoConsent(tx: PracticeTx, actor: Actor, id: string, input: NewPhotoConsent): Promise<PhotoConsentRow> {
  requireMay(actor, 'changeRecords')
  await holdWriters(tx)
  if (input.wordingVersion > WORDING_VERSION) throw new AppError('wording_unknown')
  const at = input.givenAt ? new Date(input.givenAt) : currentTime()
  if (at.getTime() > currentMs() + DAY_MS) throw new AppError('not_yet')
  return insertRow(tx, actor, 'photo_consents', id, {
    ...NOTHING,
    ...(await subjectOf(tx, input)),
    wording_version: input.wordingVersion,
    how: input.how,
    given_at: at,
    member_id: memberOf(actor),
  })
}

type Ask = { clientId: string; horseId?: string | null | undefined; uses: PhotoUse[]; method: 'sms' | 'email' }

/**
 * Asks an owner by a message with a link. The same question that was not answered yet is sent again.
 * @throws forbidden, client_not_found, horse_not_found, no_phone, no_email, stopped
 */
export async function askPhotoConsent(tx: PracticeTx, actor: Actor, { method, ...asked }: Ask) {
  requireMay(actor, 'sendTexts')
  await holdWriters(tx)
  const subject = await subjectOf(tx, asked)
  const client = await requireClient(tx, subject.client_id)
  const row =
    (await findOpen(tx, subject)) ??
    (await insertRow(tx, actor, 'photo_consents', uuidv7(), {
      ...NOTHING,
      ...subject,
      wording_version: WORDING_VERSION,
      asked_at: currentTime(),
      member_id: memberOf(actor),
    }))
  const diesAt = new Date(currentMs() + PHOTOS_LINK_DAYS * DAY_MS)
  const link = actor.origin + shortPath(PHOTOS_PATH + (await addPhotosLink(tx, { consentId: row.id, clientId: client.id, diesAt })))
  const { state } = await queueWords(tx, actor, 'photo_ask', recipientOf(client), { link }, { channel: method, subjectId: row.id })
  return { state, consent: toPhotoConsent(row) }
}

/** A question to the same owner about the same that was not answered. */
async function findOpen(tx: PracticeTx, { client_id, horse_id, uses }: Awaited<ReturnType<typeof subjectOf>>) {
  const open = await tx
    .selectFrom('photo_consents')
    .selectAll()
    .where('client_id', '=', client_id)
    .where('horse_id', 'is not distinct from', horse_id)
    .where('wording_version', '=', WORDING_VERSION)
    .where((eb) => eb.and([eb('given_at', 'is', null), eb('refused_at', 'is', null), eb('withdrawn_at', 'is', null)]))
    .where('deleted_at', 'is', null)
    .execute()
  return open.find((row) => row.uses.join() === uses.join())
}

/** Withdraws a consent for a member, for good; one that was withdrawn stays as it is. @throws forbidden, photo_consent_not_found */
export async function changePhotoConsent(
  tx: PracticeTx,
  actor: Actor,
  id: string,
  { withdrawnAt }: PhotoConsentChange,
  baseRev?: number,
): Promise<PhotoConsentRow> {
  requireMay(actor, 'changeRecords')
  const before = await rowForChange(tx, 'photo_consents', id, 'photo_consent_not_found')
  if (before.deleted_at) throw new AppError('photo_consent_not_found')
  if (withdrawnAt === undefined || before.withdrawn_at || before.refused_at) return before
  const columns = { withdrawn_at: currentTime(), withdrawn_by: 'practice' as const }
  return updateRow(tx, actor, before, 'photo_consents', columns, { baseRev, policy: POLICY, verb: 'taken_back' })
}

/** Whose photos, of which horse of theirs, for what; the uses in their order. @throws client_not_found, horse_not_found */
async function subjectOf(tx: PracticeTx, { clientId, horseId, uses }: Pick<Ask, 'clientId' | 'horseId' | 'uses'>) {
  const client = await requireClient(tx, idOf(clientId, 'client_not_found'))
  const horse = horseId ? await requireHorse(tx, idOf(horseId, 'horse_not_found')) : null
  if (horse && horse.client_id !== client.id) throw new AppError('horse_not_found')
  return { client_id: client.id, horse_id: horse?.id ?? null, uses: PHOTO_USES.filter((use) => uses.includes(use)) }
}

/** A row as it goes over the wire. */
export const toPhotoConsent = (row: PhotoConsentRow): PhotoConsent => ({
  id: row.id,
  clientId: row.client_id,
  horseId: row.horse_id,
  uses: row.uses,
  wordingVersion: row.wording_version,
  askedAt: iso(row.asked_at),
  how: row.how,
  givenAt: iso(row.given_at),
  refusedAt: iso(row.refused_at),
  withdrawnAt: iso(row.withdrawn_at),
  withdrawnBy: row.withdrawn_by,
  memberId: row.member_id,
})

// After an undo they are the journal's text.
const iso = (at: Date | null) => at && new Date(at).toISOString()

/** Devices record and withdraw; nothing is removed. */
export const photoConsentSync: SyncedEntity<'photo_consents'> = {
  toWire: toPhotoConsent,
  write: {
    newShape: NewPhotoConsent,
    changeShape: PhotoConsentChange,
    create: recordPhotoConsent,
    update: changePhotoConsent,
    remove: refuse,
  },
}

/** Withdrawn on two devices, it is withdrawn; withdrawing never waits for a decision. */
export const POLICY: MergePolicy = {
  groups: { withdrawn: ['withdrawn_at', 'withdrawn_by'], given: ['given_at', 'how', 'uses'] },
  free: ['withdrawn', 'given', 'refused_at'],
}

const NOTHING = {
  asked_at: null,
  how: null,
  given_at: null,
  refused_at: null,
  withdrawn_at: null,
  withdrawn_by: null,
} satisfies Partial<PhotoConsentRow>

async function refuse(): Promise<never> {
  throw new AppError('forbidden')
}

const DAY_MS = 86_400_000
