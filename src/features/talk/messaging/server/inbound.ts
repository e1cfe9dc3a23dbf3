import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { queueWords } from '#features/core/notices/server/queue-words.ts'
import { startTexts, stopTexts } from '#features/core/notices/server/stop-texts.ts'
import { typesFor } from '#features/evidence/files/rules.ts'
import { storeArrived } from '#features/evidence/files/server/store-arrived.ts'
import { sniff } from '#features/evidence/files/sniff.ts'
import { recipientOf } from '#features/records/clients/server/recipient-of.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { type Holder, listHolders } from '#features/records/guests/server/list-holders.ts'
import { type ReadMail, type readMail, recipientsIn, UNREADABLE } from '#features/talk/messaging/server/mail-words.ts'
import { findBrought } from '#features/talk/messaging/server/queries.ts'
import { type Inbound, receiveMessage } from '#features/talk/messaging/server/receive-message.ts'
import { type Wish, wishOf } from '#features/talk/messaging/server/stop-words.ts'
import { AppError } from '#lib/errors.ts'
import { uuidOf, uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import { findRow, holdWriters } from '#platform/server/database/rows.ts'
import type { Arrival, FileStore } from '#platform/server/files/store.ts'
import { apart, type Limits, PastLimits, turns } from '#platform/server/jobs/apart.ts'
import type { KeyedHash } from '#platform/server/keyed-hash.ts'

/** What receiving a message needs of the server. */
export type Intake = { db: Database; files: FileStore; origin: string; keyedHash: KeyedHash }

/** A text as the provider posts it; `ref` is the provider's id, the same when it is posted again. */
export type InboundText = { ref: string; from: string; body: string }

/**
 * Receives a text. STOP and START apply to every practice that texts this number, since they share ours; anything else goes to the practice that
 * texted it last. A text from an unknown number is ignored.
 * @throws busy while it can't be determined whose number it is
 */
export async function takeText({ db, origin, keyedHash }: Omit<Intake, 'files'>, text: InboundText): Promise<void> {
  const senders = await sendersOf(db, keyedHash, text.from)
  const [latest] = senders
  if (!latest) return
  const wish = wishOf(text.body, await hasStopped(db, latest))
  const opId = uuidOf('inbound_text', text.ref)
  for (const { practiceId, clientId } of wish ? senders : [latest]) {
    const actor = await actorOfPractice(db, practiceId, { opId, origin })
    await db.withPractice(practiceId, async (tx) => {
      if (wish) await applyWish(tx, actor, clientId, wish)
      const inbound: Inbound = { clientId, via: 'sms', content: text.body, providerRef: text.ref, ...(wish && { isEmergency: false }) }
      if (practiceId === latest.practiceId) await receiveMessage(tx, actor, inbound)
    })
  }
}

/** The clients with this phone number, the one texted last first. */
async function sendersOf(db: Database, hash: KeyedHash, phone: string): Promise<Holder[]> {
  const found = await db.withDirectory((tx) => listHolders(tx, hash, { kind: 'phone', address: phone }))
  return found.sort((a, b) => (b.toldAt?.getTime() ?? 0) - (a.toldAt?.getTime() ?? 0))
}

const hasStopped = (db: Database, { practiceId, clientId }: Holder): Promise<boolean> =>
  db.withPractice(practiceId, async (tx) => (await requireClient(tx, clientId)).stopped_at !== null)

/** Applies the wish and confirms it once, by text. */
async function applyWish(tx: PracticeTx, actor: Actor, clientId: string, wish: Wish): Promise<void> {
  const isNews = wish === 'stop' ? await stopTexts(tx, actor, clientId) : await startTexts(tx, actor, clientId)
  if (!isNews) return
  const recipient = recipientOf(await requireClient(tx, clientId))
  const kind = wish === 'stop' ? 'stop_noted' : 'start_noted'
  try {
    await queueWords(tx, actor, kind, recipient, {}, { channel: 'sms', isUrgent: true })
  } catch (error) {
    // A client who is not active, or wants no contact at all, is not notified.
    if (!(error instanceof AppError)) throw error
  }
}

/** Enough for 30 MB of attachments; a letter takes a tenth of a second. */
const READING = { bytes: 700_000_000, ms: 10_000 }
/** Reads e-mails in a process of its own. */
export const mailReader = (limits: Limits) =>
  apart<typeof readMail>(new URL('./mail-words.ts', import.meta.url), 'readMail', limits, { inTurn: turns({ atOnce: 2, mostWaiting: 20 }) })
const readApart = mailReader(READING)

/**
 * Receives a raw e-mail: into the conversation its address was made for, else the client's newest. An e-mail to an unknown address is not
 * parsed. A letter from an address that is not the client's is marked as such.
 * @throws busy when too many are being read: the provider posts it again
 */
export async function takeMail(intake: Omit<Intake, 'keyedHash'>, raw: Buffer, read = readApart): Promise<void> {
  const alias = await aliasOf(intake.db, recipientsIn(raw))
  if (!alias) return
  const mail = await read(raw).catch((error: unknown) => {
    if (error instanceof PastLimits) return UNREADABLE
    throw error
  })
  if (mail) await takeRead(intake, alias, { ...mail, ref: mail.ref || createHash('sha256').update(raw).digest('hex') })
}

type Alias = { practiceId: string; clientId: string; threadId: string | null }

const aliasOf = (db: Database, addresses: readonly string[]): Promise<Alias | undefined> =>
  db.withDirectory(async (tx) => {
    const found = await tx
      .selectFrom('directory.inbound')
      .select(['practice_id as practiceId', 'client_id as clientId', 'thread_id as threadId'])
      .where('address', 'in', [...addresses, ''])
      .where('client_id', 'is not', null)
      .executeTakeFirst()
    return found && { ...found, clientId: found.clientId ?? '' }
  })

async function takeRead({ db, files, origin }: Omit<Intake, 'keyedHash'>, to: Alias, mail: ReadMail): Promise<void> {
  const { practiceId, threadId } = to
  const actor = await actorOfPractice(db, practiceId, { opId: uuidOf('inbound_mail', mail.ref), origin })
  const isNews = await db.withPractice(practiceId, async (tx) => (await clientOf(tx, to)) && !(await findBrought(tx, 'email', mail.ref)))
  if (!isNews) return
  const arrived = await receiveFiles(files, mail.files)
  try {
    const kept = await keepFiles({ db, files }, actor, arrived)
    await db.withPractice(practiceId, async (tx) => {
      await holdWriters(tx)
      const client = await clientOf(tx, to)
      if (!client || (await findBrought(tx, 'email', mail.ref))) return
      if (wishOf(mail.text, false) === 'stop') await stopTexts(tx, actor, client.id)
      const isOther = mail.sender !== null && client.email !== null && mail.sender !== client.email.toLowerCase()
      const content = [isOther && `[From ${mail.sender}]`, mail.text || '(no words)'].filter(Boolean).join('\n')
      const inbound: Inbound = { clientId: client.id, via: 'email', content, providerRef: mail.ref, subject: mail.subject, files: kept }
      await receiveMessage(tx, actor, { ...inbound, ...(threadId && { threadId }) })
    })
  } finally {
    for (const { id } of arrived) await files.drop(id)
  }
}

/** Two records of one person may have been merged since: the conversation moved with them. */
async function clientOf(tx: PracticeTx, to: { clientId: string; threadId: string | null }) {
  const thread = to.threadId ? await findRow(tx, 'threads', to.threadId) : undefined
  const client = await findRow(tx, 'clients', thread?.client_id ?? to.clientId)
  return client?.deleted_at === null ? client : undefined
}

type Kept = NonNullable<Inbound['files']>[number]
type Arrived = { id: string; arrival: Arrival; name: string; fileType: Kept['fileType'] }

/** Stores the bytes before any transaction waits for them. Leaves out files of a kind that is not stored, or too large. */
async function receiveFiles(files: FileStore, sent: ReadMail['files']): Promise<Arrived[]> {
  const arrived: Arrived[] = []
  for (const { name, content } of sent) {
    const id = uuidv7()
    try {
      const arrival = await files.receive(id, Readable.from([Buffer.from(content)]), content.byteLength)
      const found = sniff(arrival.head)
      const [fileType] = found ? typesFor(found, 'client') : []
      if (fileType) arrived.push({ id, arrival, name, fileType })
      else await files.drop(id)
    } catch (error) {
      await files.drop(id)
      if (!(error instanceof AppError)) throw error
    }
  }
  return arrived
}

async function keepFiles(places: Pick<Intake, 'db' | 'files'>, actor: Actor, arrived: readonly Arrived[]): Promise<Kept[]> {
  const kept: Kept[] = []
  for (const { id, arrival, name, fileType } of arrived) {
    try {
      await storeArrived(places, actor, { id, arrival })
      kept.push({ fileId: id, fileName: name, fileType })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  return kept
}
