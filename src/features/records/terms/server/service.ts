import type { NoticeState } from '#features/core/notices/contract.ts'
import { queueWords } from '#features/core/notices/server/queue-words.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { recipientOf } from '#features/records/clients/server/recipient-of.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import type { NewTermsAcceptance, SentTerms, TermsAcceptance, TermsSection, TermsVersion } from '#features/records/terms/contract.ts'
import { NewTermsAcceptance as NewShape } from '#features/records/terms/contract.ts'
import { SAMPLE_TERMS, TERMS_LINK_DAYS, TERMS_PATH } from '#features/records/terms/rules.ts'
import { addAcceptance } from '#features/records/terms/server/accepting.ts'
import {
  type AcceptanceRow,
  findInForce,
  insertVersion,
  listAcceptances,
  listSent,
  listVersions,
  type VersionRow,
} from '#features/records/terms/server/queries.ts'
import { noneIfBlank } from '#lib/blank.ts'
import { idOf } from '#lib/canonical.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import { shortPath } from '#lib/short-links.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, logActivity } from '#platform/server/database/rows.ts'
import { addTermsLink } from '#platform/server/links.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

type AcceptancesParams = { clientId?: string | undefined; limit: number; after?: string | undefined }

/** The acceptances, newest first, a page at a time. */
export const acceptancesPage = async (tx: PracticeTx, params: AcceptancesParams): Promise<TermsAcceptance[]> =>
  (await listAcceptances(tx, params)).map(toAcceptance)

/** Every version, the one in force first. */
export const versionsOf = async (tx: PracticeTx): Promise<TermsVersion[]> => (await listVersions(tx)).map(toVersion)

/** The newest sending of the terms to each client, newest first. @throws forbidden */
export async function sentTerms(tx: PracticeTx, actor: Actor): Promise<SentTerms[]> {
  requireMay(actor, 'changeRecords')
  return (await listSent(tx)).map(({ client_id, created_at, state, number }) => ({
    clientId: client_id,
    sentAt: new Date(created_at).toISOString(),
    state,
    termsVersion: String(number),
  }))
}

/** Puts a new version in force. Unchanged words create none. @throws forbidden */
export async function writeTerms(tx: PracticeTx, actor: Actor, sections: readonly TermsSection[]): Promise<TermsVersion> {
  requireMay(actor, 'runPractice')
  await holdWriters(tx)
  const before = await findInForce(tx)
  if (before && JSON.stringify(before.sections) === JSON.stringify(sections)) return toVersion(before)
  return toVersion(await addVersion(tx, actor, (before?.number ?? 0) + 1, { sections, member_id: memberOf(actor) }))
}

/**
 * Sends a client the terms in force, with a link to accept them; from then on they are frozen.
 * @throws forbidden, client_not_found, no_phone, no_email, stopped
 */
export async function sendTerms(
  tx: PracticeTx,
  actor: Actor,
  clientId: string,
  method: 'sms' | 'email',
): Promise<{ message: string; state: NoticeState; termsVersion: string }> {
  requireMay(actor, 'sendTexts')
  const client = await requireClient(tx, clientId)
  const version = await requireInForce(tx, actor)
  const diesAt = new Date(currentMs() + TERMS_LINK_DAYS * DAY_MS)
  const link = actor.origin + shortPath(TERMS_PATH + (await addTermsLink(tx, { versionId: version.id, clientId, diesAt })))
  const { state } = await queueWords(tx, actor, 'terms', recipientOf(client), { link }, { channel: method, subjectId: version.id })
  const after = { client_id: clientId }
  await logActivity(tx, actor, { entity: 'terms_versions', entityId: version.id, verb: 'sent', before: null, after })
  return { message: `Terms of business for ${client.name}: version ${version.number}.`, state, termsVersion: String(version.number) }
}

/**
 * Records that a client accepted the terms in force, not by a link; `id` may have been made on a device.
 * @throws forbidden, client_not_found, not_yet, id_taken
 */
export async function recordAcceptance(tx: PracticeTx, actor: Actor, id: string, input: NewTermsAcceptance): Promise<AcceptanceRow> {
  requireMay(actor, 'changeRecords')
  await holdWriters(tx)
  const client = await requireClient(tx, idOf(input.clientId, 'client_not_found'))
  const at = input.acceptedAt ? new Date(input.acceptedAt) : currentTime()
  if (at.getTime() > currentMs() + DAY_MS) throw new AppError('not_yet')
  return addAcceptance(tx, actor, id, {
    client_id: client.id,
    version: await requireInForce(tx, actor),
    acceptance_method: input.acceptanceMethod,
    accepted_at: at,
    notes: noneIfBlank(input.notes) ?? null,
    member_id: memberOf(actor),
    ...NOT_SIGNED,
  })
}

const NOT_SIGNED = { typed_name: null, from_address: null, from_agent: null }

/** The version in force. The sample becomes the first version when a client is first requested to accept it. */
async function requireInForce(tx: PracticeTx, actor: Actor): Promise<VersionRow> {
  await holdWriters(tx)
  return (await findInForce(tx)) ?? addVersion(tx, actor, 1, { sections: SAMPLE_TERMS, member_id: null })
}

async function addVersion(
  tx: PracticeTx,
  actor: Actor,
  number: number,
  words: { sections: readonly TermsSection[]; member_id: string | null },
): Promise<VersionRow> {
  const version = await insertVersion(tx, {
    practice_id: actor.practiceId,
    id: uuidv7(),
    number,
    in_force_on: dayOf(currentTime(), actor.zone),
    ...words,
  })
  await logActivity(tx, actor, { entity: 'terms_versions', entityId: version.id, verb: 'added', before: null, after: { number } })
  return version
}

/** A row as it goes over the wire. */
export const toAcceptance = (row: AcceptanceRow): TermsAcceptance => ({
  id: row.id,
  clientId: row.client_id,
  acceptanceMethod: row.acceptance_method,
  termsVersion: row.terms_version,
  acceptedAt: new Date(row.accepted_at).toISOString(),
  notes: row.notes,
  typedName: row.typed_name,
  fromAddress: row.from_address,
  fromAgent: row.from_agent,
  memberId: row.member_id,
})

const toVersion = ({ id, number, in_force_on, sections }: VersionRow): TermsVersion => ({
  id,
  termsVersion: String(number),
  inForceOn: in_force_on,
  sections,
})

/** Devices create acceptances; an acceptance is never changed or removed. */
export const acceptanceSync: SyncedEntity<'terms_acceptances'> = {
  toWire: toAcceptance,
  write: { newShape: NewShape, changeShape: NewShape.pick({ notes: true }), create: recordAcceptance, update: refuse, remove: refuse },
}

async function refuse(): Promise<never> {
  throw new AppError('forbidden')
}

const DAY_MS = 86_400_000
