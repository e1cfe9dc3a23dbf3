import { pictureOf } from '#features/core/letterhead/server/picture-of.ts'
import { firstNameOf } from '#features/records/clients/rules.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { type Evidence, evidencePdf } from '#features/records/terms/server/evidence.ts'
import {
  type AcceptanceRow,
  findInForce,
  findSigned,
  findVersion,
  requireAcceptance,
  type VersionRow,
} from '#features/records/terms/server/queries.ts'
import type { TermsPage } from '#features/records/terms/terms-page.ts'
import { currentTime } from '#lib/clock.ts'
import { dayAndYear, dayOf, timeOf } from '#lib/dates.ts'
import { AppError, noneIfGone } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import { holdWriters, insertRow } from '#platform/server/database/rows.ts'
import { findClientLink } from '#platform/server/links.ts'

/** Where a practice and its people are reached. */
type Places = { db: Database; origin: string }
/** Who accepts, and where that came from. */
export type Signing = { name: string; address: string | null; agent: string | null }

/** A version of the terms, and the client who reads it. */
type Opened = { version: VersionRow; client: Awaited<ReturnType<typeof requireClient>> }
type Reader = Pick<Actor, 'practiceName' | 'zone'>

/** The current content of a link's page; undefined when the link is unknown or expired. */
export const openTerms = (places: Places, token: string): Promise<TermsPage | undefined> => within(places, token, readTerms)

/** Records an acceptance by a link. A repeated acceptance keeps the first. Undefined: the link is invalid. @throws terms_replaced */
export const acceptTerms = (places: Places, token: string, signing: Signing): Promise<'accepted' | undefined> =>
  within(places, token, (tx, actor, opened) => signTerms(tx, actor, opened, signing))

/** The terms in force, for a client who reads them without a link; undefined where there are none yet. @throws client_not_found */
export async function termsFor(tx: PracticeTx, clientId: string): Promise<Opened | undefined> {
  const version = await findInForce(tx)
  return version && { version, client: await requireClient(tx, clientId) }
}

/** A version of the terms as a client reads it. */
export async function readTerms(tx: PracticeTx, { practiceName, zone }: Reader, { version, client }: Opened): Promise<TermsPage> {
  const signed = await findSigned(tx, client.id, version.id)
  return {
    practiceName,
    picture: await pictureOf(tx),
    ownerName: firstNameOf({ name: client.name, isBusiness: client.is_business, businessName: client.business_name }),
    termsVersion: String(version.number),
    inForce: dayAndYear(version.in_force_on),
    sections: version.sections,
    accepted: signed ? { name: signed.typed_name ?? client.name, when: momentWords(signed.accepted_at, zone) } : null,
    isReplaced: (await findInForce(tx))?.id !== version.id,
  }
}

/** Records an acceptance by the client themselves. A repeated acceptance keeps the first. @throws terms_replaced */
export async function signTerms(tx: PracticeTx, actor: Actor, { version, client }: Opened, signing: Signing): Promise<'accepted'> {
  await holdWriters(tx)
  if (await findSigned(tx, client.id, version.id)) return 'accepted'
  if ((await findInForce(tx))?.id !== version.id) throw new AppError('terms_replaced')
  await addAcceptance(tx, actor, uuidv7(), {
    client_id: client.id,
    version,
    acceptance_method: 'web',
    accepted_at: currentTime(),
    notes: null,
    typed_name: signing.name,
    from_address: signing.address,
    from_agent: signing.agent,
    member_id: null,
  })
  return 'accepted'
}

type Accepted = Pick<
  AcceptanceRow,
  'client_id' | 'acceptance_method' | 'accepted_at' | 'notes' | 'member_id' | 'typed_name' | 'from_address' | 'from_agent'
> & {
  version: VersionRow
}

/** Puts an acceptance on record, whichever way it came. @throws id_taken */
export const addAcceptance = (tx: PracticeTx, actor: Actor, id: string, { version, ...columns }: Accepted): Promise<AcceptanceRow> =>
  insertRow(tx, actor, 'terms_acceptances', id, { ...columns, version_id: version.id, terms_version: String(version.number) })

type Printed = { pdf: Buffer; fileName: string }

/** What a client accepted by their link, as a PDF; undefined when the link is invalid or they have not accepted. */
export async function openAccepted(places: Places, token: string): Promise<Printed | undefined> {
  const evidence = await within(places, token, signedEvidence)
  return evidence && printAccepted(evidence)
}

/** What a client accepted of a version, in words; undefined when they have not. `printAccepted` makes a PDF of it, outside the transaction. */
export async function signedEvidence(tx: PracticeTx, reader: Reader, { version, client }: Opened): Promise<Evidence | undefined> {
  const signed = await findSigned(tx, client.id, version.id)
  return signed && evidenceOf(tx, reader, signed)
}

/** An acceptance as a PDF, for the practice. @throws acceptance_not_found */
export const printEvidence = async (tx: PracticeTx, actor: Actor, id: string): Promise<Printed> =>
  printAccepted(await evidenceOf(tx, actor, await requireAcceptance(tx, id)))

/** An acceptance in words, as a PDF. */
export async function printAccepted(evidence: Evidence): Promise<Printed> {
  return { pdf: await evidencePdf(evidence), fileName: `Terms accepted ${evidence.clientName}.pdf` }
}

async function evidenceOf(tx: PracticeTx, reader: Reader, row: AcceptanceRow): Promise<Evidence> {
  const [version, client] = [await findVersion(tx, row.version_id), await requireClient(tx, row.client_id)]
  if (!version) throw new AppError('acceptance_not_found')
  const member = row.member_id
    ? await tx.selectFrom('members').select('name').where('id', '=', row.member_id).executeTakeFirst()
    : undefined
  return {
    practiceName: reader.practiceName,
    clientName: client.name,
    method: row.acceptance_method,
    acceptedAt: momentWords(row.accepted_at, reader.zone),
    typedName: row.typed_name,
    from: [row.from_address, row.from_agent].filter(Boolean).join(', ') || null,
    recordedBy: member?.name ?? null,
    notes: row.notes,
    termsVersion: String(version.number),
    inForce: dayAndYear(version.in_force_on),
    sections: version.sections,
  }
}

const momentWords = (at: Date, zone: string) => `${dayAndYear(dayOf(at, zone))} at ${timeOf(at, zone)}`

async function within<T>(
  { db, origin }: Places,
  token: string,
  work: (tx: PracticeTx, actor: Actor, opened: Opened) => Promise<T>,
): Promise<T | undefined> {
  const link = await findClientLink(db, 'terms', token)
  if (!link) return undefined
  const actor = await actorOfPractice(db, link.practiceId, { origin })
  return db.withPractice(link.practiceId, async (tx) => {
    const version = await findVersion(tx, link.subjectId)
    // A client who was removed no longer has links.
    const client = await requireClient(tx, link.clientId).catch(noneIfGone)
    return version && client && work(tx, actor, { version, client })
  })
}
