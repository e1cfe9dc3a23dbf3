import { createHash, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { currentMs, currentTime } from '#lib/clock.ts'
import { addDays, type Day, instantOf } from '#lib/dates.ts'
import { shortPath } from '#lib/short-links.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, PracticeTx, Prepared } from '#platform/server/database/db.ts'
import type { DirectoryTables } from '#platform/server/database/directory-tables.ts'
import { PLAN_COLUMNS, type PlanRow, planStatusIn } from '#platform/server/database/plan-row.ts'
import { hashToken, newToken } from '#platform/server/http/session.ts'
import { meetPractice } from '#platform/server/practice-time.ts'

/* Without what is taken for one another, and without signs: a telephone may leave one at the end of a link out of it. */
const LETTERS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** 70 bits of chance (decision 070). */
const LINK_LETTERS = 12

/** The secret of a link in a text, as short as it may be: the token to hand out, and the hash that is all we keep. */
function newLinkToken() {
  const token = Array.from({ length: LINK_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return { token, hash: hashToken(token) }
}

/**
 * Makes a link to an owner's queue page of one day, in the caller's transaction: it exists exactly if the text does. It expires at the end of
 * its day. Returns the token.
 */
export async function addQueueLink(tx: PracticeTx, actor: Actor, clientId: string, onDay: Day): Promise<string> {
  const { token, hash } = newLinkToken()
  const diesAt = instantOf(addDays(onDay, 1), '00:00', actor.zone)
  await sql`select add_link(${hash}, 'queue', ${clientId}, ${clientId}, ${onDay}, ${diesAt})`.execute(tx)
  return token
}

/** The address of a queue link, as a text has it. */
export const queueAddress = ({ origin }: Actor, token: string): string => `${origin}${shortPath(`/call-status?client=${token}`)}`

/** Makes a link to an owner's card of a visit, in the caller's transaction. Each is valid until `diesAt` or until it is revoked. */
export async function addVisitCardLink(
  tx: PracticeTx,
  card: { visitId: string; clientId: string; onDay: Day; diesAt: Date },
): Promise<string> {
  const { token, hash } = newLinkToken()
  await sql`select add_link(${hash}, 'visit_card', ${card.visitId}, ${card.clientId}, ${card.onDay}, ${card.diesAt})`.execute(tx)
  return token
}

/**
 * Makes links from a queue link to what its owner reads after the visit, in the caller's transaction: the card, and an invoice. They die with the
 * queue link, their tokens are made from its token, and a second request finds the same links. Returns the tokens.
 */
export async function addLinksAfter(
  tx: PracticeTx,
  queue: { token: string; clientId: string; onDay: Day; diesAt: Date },
  { visitId, invoiceId }: { visitId: string; invoiceId: string | null },
): Promise<{ card: string; invoice: string | null }> {
  const add = async (kind: 'visit_card' | 'invoice', subjectId: string, day: Day | null) => {
    const token = createHash('sha256').update(`${kind} ${subjectId} ${queue.token}`).digest().subarray(0, 16).toString('base64url')
    await sql`select add_link(${hashToken(token)}, ${kind}, ${subjectId}, ${queue.clientId}, ${day}, ${queue.diesAt})`.execute(tx)
    return token
  }
  return { card: await add('visit_card', visitId, queue.onDay), invoice: invoiceId && (await add('invoice', invoiceId, null)) }
}

/** Revokes every link to the cards of a visit, or to one owner's. */
export async function revokeVisitCardLinks(tx: PracticeTx, visitId: string, clientId: string | null): Promise<void> {
  await sql`select revoke_links('visit_card', ${visitId}, ${clientId})`.execute(tx)
}

/** Where an owner answers about a visit; the token follows. Texts about visits name it, long before the feature that serves it. */
export const ANSWER_PATH = '/answer/'
/** How long after its day a link still finds its visit, which may have been postponed: opening the link checks whether the visit is over. */
const ANSWER_OUTLIVES_DAYS = 90

/** What an answer link opens: one owner's part of a visit. */
type AnswerLink = { visitId: string; clientId: string; onDay: Day }

/** Makes a link for each owner to answer about a visit, in the caller's transaction and in one statement; the addresses in their order. */
export async function addAnswerLinks(tx: PracticeTx, actor: Actor, links: readonly AnswerLink[]): Promise<string[]> {
  if (links.length === 0) return []
  const tokens = links.map(() => newLinkToken())
  const hashes = tokens.map(({ hash }) => hash)
  const [visits, clients] = [links.map(({ visitId }) => visitId), links.map(({ clientId }) => clientId)]
  const days = links.map(({ onDay }) => onDay)
  const die = days.map((day) => instantOf(addDays(day, ANSWER_OUTLIVES_DAYS), '00:00', actor.zone))
  await sql`select add_links(${hashes}, 'answer', ${visits}, ${clients}, ${days}, ${die})`.execute(tx)
  return tokens.map(({ token }) => `${actor.origin}${shortPath(ANSWER_PATH + token)}`)
}

/** Makes a link to an offer of a slot, in the caller's transaction: it dies with the offer. Returns the token. */
export async function addOfferLink(
  tx: PracticeTx,
  offer: { offerId: string; clientId: string; onDay: Day; diesAt: Date },
): Promise<string> {
  const { token, hash } = newLinkToken()
  await sql`select add_link(${hash}, 'offer', ${offer.offerId}, ${offer.clientId}, ${offer.onDay}, ${offer.diesAt})`.execute(tx)
  return token
}

/** Makes a link by which a client fetches their pack, in the caller's transaction. Returns the token. */
export async function addPackLink(tx: PracticeTx, pack: { exportId: string; clientId: string; diesAt: Date }): Promise<string> {
  const { token, hash } = newToken()
  await sql`select add_link(${hash}, 'pack', ${pack.exportId}, ${pack.clientId}, ${null}, ${pack.diesAt})`.execute(tx)
  return token
}

/** Makes a link by which a client reports a lost shoe, in the caller's transaction. Returns the token. */
export async function addTriageLink(tx: PracticeTx, { clientId, diesAt }: { clientId: string; diesAt: Date }): Promise<string> {
  const { token, hash } = newLinkToken()
  await sql`select add_link(${hash}, 'triage', ${clientId}, ${clientId}, ${null}, ${diesAt})`.execute(tx)
  return token
}

/** How long the link of a message is good for. */
const MESSAGE_LINK_DAYS = 90

/** Makes a link to what was sent with a message, in the caller's transaction. Returns the token. */
export async function addMessageLink(tx: PracticeTx, { messageId, clientId }: { messageId: string; clientId: string }): Promise<string> {
  const { token, hash } = newLinkToken()
  const diesAt = new Date(currentMs() + MESSAGE_LINK_DAYS * 86_400_000)
  await sql`select add_link(${hash}, 'message', ${messageId}, ${clientId}, ${null}, ${diesAt})`.execute(tx)
  return token
}

/** Makes a link by which a client reads a version of the terms and accepts it, in the caller's transaction. Returns the token. */
export async function addTermsLink(tx: PracticeTx, terms: { versionId: string; clientId: string; diesAt: Date }): Promise<string> {
  const { token, hash } = newLinkToken()
  await sql`select add_link(${hash}, 'terms', ${terms.versionId}, ${terms.clientId}, ${null}, ${terms.diesAt})`.execute(tx)
  return token
}

/** Makes a link that invites to the portal, in the caller's transaction; without a client: to a yard. Returns the token. */
export async function addPortalLink(tx: PracticeTx, invite: { inviteId: string; clientId: string | null; diesAt: Date }): Promise<string> {
  const { token, hash } = newLinkToken()
  await sql`select add_link(${hash}, 'portal', ${invite.inviteId}, ${invite.clientId}, ${null}, ${invite.diesAt})`.execute(tx)
  return token
}

/** The invitation of such a link, and its practice; undefined when the link is unknown, expired or revoked. */
export async function findPortalLink(db: Database, token: string) {
  const link = await findLink(db, 'portal', token)
  return link && { practice: practiceIn(link), inviteId: link.subject_id }
}

/** Revokes the link of an invitation that is withdrawn, or was used. */
export async function revokePortalLink(tx: PracticeTx, inviteId: string): Promise<void> {
  await sql`select revoke_links('portal', ${inviteId}, ${null})`.execute(tx)
}

/** Makes a link that shows a horse to someone outside, in the caller's transaction. Returns the token. */
export async function addShareLink(tx: PracticeTx, share: { shareId: string; clientId: string; diesAt: Date }): Promise<string> {
  const { token, hash } = newToken()
  await sql`select add_link(${hash}, 'share', ${share.shareId}, ${share.clientId}, ${null}, ${share.diesAt})`.execute(tx)
  return token
}

const SHARE_OF_LINK: Prepared = {
  name: 'share_of_link',
  text: `select l.practice_id, l.subject_id, p.name, p.frc_number, ${PLAN_COLUMNS}
    from directory.links l join directory.practices p on p.id = l.practice_id
    where l.token_hash = $1 and l.kind = 'share' and l.revoked_at is null and (l.dies_at > $2 or p.demo_from is not null)`,
}
type ShareRow = PlanRow & { practice_id: string; subject_id: string; name: string; frc_number: string | null }

/** What such a link is of, and its practice with its plan; undefined when the link is unknown, expired or revoked. */
export async function findShareLink(db: Database, token: string) {
  const [row] = await db.readDirectory<ShareRow>(SHARE_OF_LINK, [hashToken(token), currentTime()])
  if (!row) return undefined
  meetPractice(row.practice_id, row)
  return { practice: { ...practiceIn(row), tier: planStatusIn(row).tier }, shareId: row.subject_id }
}

/** Makes a link by which an owner gives or withdraws consent to see their horses, in the caller's transaction. Returns the token. */
export async function addCareLink(tx: PracticeTx, consent: { consentId: string; clientId: string; diesAt: Date }): Promise<string> {
  const { token, hash } = newLinkToken()
  await sql`select add_link(${hash}, 'care', ${consent.consentId}, ${consent.clientId}, ${null}, ${consent.diesAt})`.execute(tx)
  return token
}

/** The consent of such a link, and its practice; undefined when the link is unknown, expired or revoked. */
export async function findCareLink(db: Database, token: string) {
  const link = await findLink(db, 'care', token)
  return link && { practice: practiceIn(link), consentId: link.subject_id }
}

/** Makes a link by which an owner answers about photos, and withdraws what they gave, in the caller's transaction. Returns the token. */
export async function addPhotosLink(tx: PracticeTx, photos: { consentId: string; clientId: string; diesAt: Date }): Promise<string> {
  const { token, hash } = newLinkToken()
  await sql`select add_link(${hash}, 'photos', ${photos.consentId}, ${photos.clientId}, ${null}, ${photos.diesAt})`.execute(tx)
  return token
}

/** How long the link lives by which a contact gives or withdraws consent to a member's lone-worker timer. */
const LONE_LINK_DAYS = 730

/** Makes a link by which a member's contact agrees to be texted or not, in the caller's transaction. Returns the token. */
export async function addLoneLink(tx: PracticeTx, contactId: string): Promise<string> {
  const { token, hash } = newLinkToken()
  const diesAt = new Date(currentMs() + LONE_LINK_DAYS * 86_400_000)
  await sql`select add_link(${hash}, 'lone', ${contactId}, ${null}, ${null}, ${diesAt})`.execute(tx)
  return token
}

/** Revokes a contact's links, because another person gets the request in their place. */
export async function revokeLoneLinks(tx: PracticeTx, contactId: string): Promise<void> {
  await sql`select revoke_links('lone', ${contactId}, ${null})`.execute(tx)
}

/** The person such a link is of, and the practice; undefined when the link is unknown, expired or revoked. */
export async function findLoneLink(db: Database, token: string): Promise<{ practiceId: string; contactId: string } | undefined> {
  const link = await findLink(db, 'lone', token)
  return link && { practiceId: link.practice_id, contactId: link.subject_id }
}

/** Of what lives until it is replaced or removed. */
const NEVER_BY_TIME = new Date('9999-12-31')

/** Makes the address of a picture of the practice, in the caller's transaction. Returns the token. */
export async function addPictureLink(tx: PracticeTx, pictureId: string): Promise<string> {
  const { token, hash } = newToken()
  await sql`select add_link(${hash}, 'picture', ${pictureId}, ${null}, ${null}, ${NEVER_BY_TIME})`.execute(tx)
  return token
}

/** Revokes the address of a picture that is replaced or removed. */
export async function revokePictureLink(tx: PracticeTx, pictureId: string): Promise<void> {
  await sql`select revoke_links('picture', ${pictureId}, ${null})`.execute(tx)
}

/** The picture of an address, and the practice; undefined when the address is unknown or revoked. */
export async function findPictureLink(db: Database, token: string): Promise<{ practiceId: string; pictureId: string } | undefined> {
  const link = await findLink(db, 'picture', token)
  return link && { practiceId: link.practice_id, pictureId: link.subject_id }
}

/** How long a network may fetch the picture of a post. */
const POST_PICTURE_MS = 3_600_000

/** Makes the address by which a network fetches the picture of a post within the hour, in the caller's transaction. Returns the token. */
export async function addPostLink(tx: PracticeTx, { postId, clientId }: { postId: string; clientId: string }): Promise<string> {
  const { token, hash } = newToken()
  await sql`select add_link(${hash}, 'post', ${postId}, ${clientId}, ${null}, ${new Date(currentMs() + POST_PICTURE_MS)})`.execute(tx)
  return token
}

/** Revokes the addresses of a post's picture. */
export async function revokePostLinks(tx: PracticeTx, postId: string): Promise<void> {
  await sql`select revoke_links('post', ${postId}, ${null})`.execute(tx)
}

/** Makes the address that calendar programs read a member's diary by, in the caller's transaction. Returns the token. */
export async function addFeedLink(tx: PracticeTx, memberId: string): Promise<string> {
  const { token, hash } = newToken()
  await sql`select add_link(${hash}, 'feed', ${memberId}, ${null}, ${null}, ${NEVER_BY_TIME})`.execute(tx)
  return token
}

/** Revokes every address a member's diary is read by. */
export async function revokeFeedLinks(tx: PracticeTx, memberId: string): Promise<void> {
  await sql`select revoke_links('feed', ${memberId}, ${null})`.execute(tx)
}

/** The member of such an address, and the practice; undefined when it is unknown or revoked. */
export async function findFeedLink(db: Database, token: string): Promise<{ practiceId: string; memberId: string } | undefined> {
  const link = await findLink(db, 'feed', token)
  return link && { practiceId: link.practice_id, memberId: link.subject_id }
}

/** Makes the address that calendar programs read an owner's visits by, in the caller's transaction. Returns the token. */
export async function addCalendarLink(tx: PracticeTx, clientId: string): Promise<string> {
  const { token, hash } = newToken()
  await sql`select add_link(${hash}, 'calendar', ${clientId}, ${clientId}, ${null}, ${NEVER_BY_TIME})`.execute(tx)
  return token
}

/** The owner of such an address, and the practice; undefined when it is unknown or revoked. */
export async function findCalendarLink(db: Database, token: string) {
  const link = await findLink(db, 'calendar', token)
  return link?.client_id ? { practice: practiceIn(link), clientId: link.client_id } : undefined
}

/** How long a link to an invoice or a statement is valid: a year's round of visits, and a month to look back. */
export const PAPER_LINK_MONTHS = 13

/**
 * Makes a link to an invoice, or to a payer's statement from a day on, in the caller's transaction. Each is valid until `diesAt` or until it is
 * revoked. Returns the token.
 */
export async function addPaperLink(
  tx: PracticeTx,
  kind: 'invoice' | 'statement',
  paper: { subjectId: string; clientId: string; fromDay: Day | null; diesAt: Date },
): Promise<string> {
  const { token, hash } = newLinkToken()
  await sql`select add_link(${hash}, ${kind}, ${paper.subjectId}, ${paper.clientId}, ${paper.fromDay}, ${paper.diesAt})`.execute(tx)
  return token
}

/** Revokes every link to an invoice, or to a payer's statements. */
export async function revokePaperLinks(tx: PracticeTx, kind: 'invoice' | 'statement', subjectId: string): Promise<void> {
  await sql`select revoke_links(${kind}, ${subjectId}, ${null})`.execute(tx)
}

/** The target of a link to an invoice or a statement, and its practice; undefined when the link is unknown, expired or revoked. */
export async function findPaperLink(db: Database, kind: 'invoice' | 'statement', token: string) {
  const link = await findLink(db, kind, token)
  if (!link?.client_id) return undefined
  return { practice: practiceIn(link), subjectId: link.subject_id, clientId: link.client_id, fromDay: link.on_day, diesAt: link.dies_at }
}

/** The target of a link of a kind that belongs to one client, and its practice; undefined when the link is unknown, expired or revoked. */
export async function findClientLink(
  db: Database,
  kind: 'answer' | 'offer' | 'pack' | 'photos' | 'post' | 'message' | 'terms' | 'triage',
  token: string,
) {
  const link = await findLink(db, kind, token)
  if (!link?.client_id) return undefined
  return { practiceId: link.practice_id, subjectId: link.subject_id, clientId: link.client_id, diesAt: link.dies_at }
}

/** The target of a link to a visit card, and its practice; undefined when the link is unknown, expired or revoked. */
export async function findVisitCardLink(db: Database, token: string) {
  const link = await findLink(db, 'visit_card', token)
  if (!link?.client_id) return undefined
  return { practice: practiceIn(link), visitId: link.subject_id, clientId: link.client_id, diesAt: link.dies_at }
}

/**
 * The target of a queue link: one owner's stops of one day of a practice, and its zone; undefined when the link is unknown, expired or revoked.
 */
export async function findQueueLink(db: Database, token: string) {
  const link = await findLink(db, 'queue', token)
  if (!link?.client_id || !link.on_day) return undefined
  const { practice_id: practiceId, client_id: clientId, on_day: onDay, dies_at: diesAt, zone, name: practiceName } = link
  return { practiceId, practiceName, clientId, onDay, diesAt, zone }
}

const PRACTICE_OF_LINK: Prepared = {
  name: 'practice_of_link',
  text: `select l.practice_id from directory.links l join directory.practices p on p.id = l.practice_id
    where l.token_hash = $1 and l.revoked_at is null and (l.dies_at > $2 or p.demo_from is not null)`,
}

/** The practice of a link of any kind; undefined when the link is unknown, expired or revoked. */
export async function practiceOfLink(db: Database, token: string): Promise<string | undefined> {
  const [link] = await db.readDirectory<{ practice_id: string }>(PRACTICE_OF_LINK, [hashToken(token), currentTime()])
  return link?.practice_id
}

type LinkRow = Awaited<ReturnType<typeof findLink>> & object
const practiceIn = (link: Pick<LinkRow, 'practice_id' | 'name' | 'frc_number' | 'zone'>) => ({
  id: link.practice_id,
  name: link.name,
  frcNumber: link.frc_number,
  zone: link.zone,
})

/** A link that opens something. In a copy of the demo none ends by time, as the demo's clock is not the real one. */
async function findLink(db: Database, kind: DirectoryTables['directory.links']['kind'], token: string) {
  const link = await db.withDirectory((tx) =>
    tx
      .selectFrom('directory.links as l')
      .innerJoin('directory.practices as p', 'p.id', 'l.practice_id')
      .select(['l.practice_id', 'l.subject_id', 'l.client_id', 'l.on_day', 'l.dies_at'])
      .select(['p.name', 'p.frc_number', 'p.zone', 'p.demo_day', 'p.demo_from'])
      .where('l.token_hash', '=', hashToken(token))
      .where('l.kind', '=', kind)
      .where('l.revoked_at', 'is', null)
      .where((eb) => eb.or([eb('l.dies_at', '>', currentTime()), eb('p.demo_from', 'is not', null)]))
      .executeTakeFirst(),
  )
  if (link) meetPractice(link.practice_id, link)
  return link
}

/**
 * The practice that has a client or a visit of this id, and the zone of its day. For the test version only (decision 006): everywhere else
 * an id opens nothing.
 */
export async function findPracticeOfRawId(
  db: Database,
  id: string,
): Promise<{ practiceId: string; practiceName: string; zone: string } | undefined> {
  const practice = await db.withDirectory((tx) =>
    tx
      .selectFrom('directory.practices')
      .select(['id', 'name', 'zone', 'demo_day', 'demo_from'])
      .where('id', '=', sql<string>`directory.practice_of_raw_id(${id})`)
      .executeTakeFirst(),
  )
  if (!practice) return undefined
  meetPractice(practice.id, practice)
  return { practiceId: practice.id, practiceName: practice.name, zone: practice.zone }
}
