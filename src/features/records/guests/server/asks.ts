import { isDeepStrictEqual } from 'node:util'
import { alertMembers } from '#features/core/notices/server/queue-words.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import type { AskFacts, AskKind, OwnerAsk, OwnerAskChange } from '#features/records/guests/contract.ts'
import { OwnerAskChange as OwnerAskChangeShape } from '#features/records/guests/contract.ts'
import { askInWords, takesReply } from '#features/records/guests/rules.ts'
import { type AskRow, listAsks, listMembersWhoAnswer, listWaiting, namesOf } from '#features/records/guests/server/ask-queries.ts'
import { confirmAccess, endAccess } from '#features/records/guests/server/let-in.ts'
import { settleCare } from '#features/records/guests/server/settle-care.ts'
import { tellAnswered } from '#features/records/guests/server/tell-answered.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { deleteRow, holdWriters, insertRow, type MergePolicy, rowForChange, updateRow } from '#platform/server/database/rows.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

/** Whose record it is about, or which yard. */
type About = { clientId: string; yardId?: undefined } | { clientId?: undefined; yardId: string }

/** The most of a client's or a yard's that wait for the farrier at a time. */
const MOST_WAITING = 20

type OwnerAskInput = About & {
  id?: string
  personId: string | null
  kind: AskKind
  horseId?: string | null
  facts?: AskFacts
  words?: string | null
}

/**
 * Records an owner's request, and alerts the members who may answer it. The caller has made sure that the client and the horse, or the
 * yard, are theirs. The same, word for word, counts once until it is seen to. Returns its id.
 * @throws too_many_requests
 */
export async function addOwnerAsk(tx: PracticeTx, actor: Actor, asked: OwnerAskInput): Promise<string> {
  const { id = uuidv7(), clientId = null, yardId = null, personId, kind, horseId = null, facts = {}, words = null } = asked
  await holdWriters(tx)
  const waiting = await listWaiting(tx, { clientId, yardId })
  const said = { person_id: personId, kind, horse_id: horseId, facts: { ...facts }, words }
  const same = waiting.find((ask) => isDeepStrictEqual({ ...pick(ask), facts: { ...ask.facts } }, said))
  if (same) return same.id
  if (waiting.length >= MOST_WAITING) throw new AppError('too_many_requests')
  const row = await insertRow(tx, actor, 'owner_asks', id, {
    ...said,
    client_id: clientId,
    yard_id: yardId,
    asked_at: currentTime(),
    seen_at: null,
    seen_by: null,
    outcome: null,
    reply: null,
    replied_at: null,
    replied_by: null,
  })
  const names = await namesOf(tx, row)
  await alertMembers(tx, actor, {
    memberIds: await listMembersWhoAnswer(tx),
    title: names.client ?? `${facts.name ?? 'The yard’s manager'}, ${names.yard}`,
    body: askInWords(toAsk(row), names.horse),
    path: clientId ? `/clients?client=${clientId}` : `/yards?yard=${yardId}`,
  })
  return row.id
}

/**
 * Withdraws an owner's request while no one has seen to it. Withdrawing it twice changes nothing.
 * @throws owner_ask_not_found when it is none of the client's; changed_since, in words, when it was seen to
 */
export async function takeBackAsk(tx: PracticeTx, actor: Actor, { id, clientId }: { id: string; clientId: string }): Promise<void> {
  const before = await rowForChange(tx, 'owner_asks', id, 'owner_ask_not_found')
  if (before.client_id !== clientId) throw new AppError('owner_ask_not_found')
  if (before.deleted_at) return
  if (before.seen_at) throw new AppError('changed_since', {}, 'Your farrier has seen to it already. Ring them.')
  await deleteRow(tx, actor, before, 'owner_asks', { verb: 'taken_back' })
}

const pick = ({ person_id, kind, horse_id, facts, words }: AskRow) => ({ person_id, kind, horse_id, facts, words })

type AsksParams = Parameters<typeof listAsks>[1]

/** Owners' requests, newest first, a page at a time. */
export const asksPage = async (tx: PracticeTx, params: AsksParams): Promise<OwnerAsk[]> => (await listAsks(tx, params)).map(toAsk)

/**
 * Marks an owner's request as seen, or answers it. For access, and for a vet, `done` lets the person in from now on; `declined`, or undoing
 * the answer, ends it. A sharer or a yard manager reads a reply where they wrote.
 * @throws forbidden, owner_ask_not_found, conflict; bad_request, in words, for a reply that no one would read
 */
export async function answerAsk(
  tx: PracticeTx,
  actor: Actor,
  id: string,
  { seenAt, outcome, reply }: OwnerAskChange,
  baseRev?: number,
): Promise<AskRow> {
  requireMay(actor, 'runPortal')
  const before = await rowForChange(tx, 'owner_asks', id, 'owner_ask_not_found')
  if (reply && !takesReply(before)) throw new AppError('bad_request', {}, 'Nobody reads an answer here. Send the client a message.')
  const isSeen = outcome || reply || (outcome === undefined && seenAt)
  const at = seenAt ? new Date(seenAt) : currentTime()
  const columns = {
    ...(isSeen ? { seen_at: at, seen_by: memberOf(actor) } : seenAt === null ? { seen_at: null, seen_by: null, outcome: null } : {}),
    ...(outcome !== undefined && { outcome }),
    ...(reply && { reply, replied_at: currentTime(), replied_by: memberOf(actor) }),
  }
  const after = await updateRow(tx, actor, before, 'owner_asks', columns, {
    ...{ baseRev, policy: POLICY },
    verb: reply ? 'replied' : verbOf(columns),
  })
  if (after.kind === 'access' && after.outcome !== before.outcome) await settleAccess(tx, actor, after)
  if (after.kind === 'vet_invite' && after.outcome !== before.outcome) await settleCare(tx, actor, after)
  if (reply && before.replied_at === null) await tellAnswered(tx, actor, after)
  return after
}

const verbOf = ({ outcome, seen_at }: { outcome?: string | null; seen_at?: Date | null }) => outcome ?? (seen_at ? 'seen' : 'changed')

async function settleAccess(tx: PracticeTx, actor: Actor, { person_id: personId, client_id: clientId, outcome }: AskRow): Promise<void> {
  if (!personId || !clientId) return
  if (outcome === 'done') await confirmAccess(tx, actor, { personId, clientId, how: 'address' })
  else await endAccess(tx, { personId, clientId })
}

/** A row as it goes over the wire. */
export const toAsk = (row: AskRow): OwnerAsk => ({
  id: row.id,
  clientId: row.client_id,
  personId: row.person_id,
  kind: row.kind,
  horseId: row.horse_id,
  yardId: row.yard_id,
  facts: row.facts,
  words: row.words,
  askedAt: row.asked_at.toISOString(),
  seenAt: row.seen_at?.toISOString() ?? null,
  seenBy: row.seen_by,
  outcome: row.outcome,
  reply: row.reply,
  repliedAt: row.replied_at?.toISOString() ?? null,
  repliedBy: row.replied_by,
})

/** Devices answer requests; only an owner makes one, and nothing deletes it. */
export const askSync: SyncedEntity<'owner_asks'> = {
  toWire: toAsk,
  write: {
    newShape: OwnerAskChangeShape,
    changeShape: OwnerAskChangeShape,
    create: refuse,
    update: answerAsk,
    remove: refuse,
  },
}

/** Marked seen on two devices, it is seen; two different answers are for the farrier to decide. */
const POLICY: MergePolicy = {
  groups: { seen: ['seen_at', 'seen_by'], reply: ['reply', 'replied_at', 'replied_by'] },
  free: ['seen'],
}

async function refuse(): Promise<never> {
  throw new AppError('forbidden')
}
