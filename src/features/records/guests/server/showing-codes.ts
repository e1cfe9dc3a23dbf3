import { showInOutbox } from '#features/core/notices/server/show-in-outbox.ts'
import { type Address, hashed, SEND_MINUTES } from '#features/records/guests/rules.ts'
import { addressesOf } from '#features/records/guests/server/address-follower.ts'
import { insertAsk, makeSecrets } from '#features/records/guests/server/ask-rows.ts'
import type { Claimed, CodeSending } from '#features/records/guests/server/claimed.ts'
import { listInvitedTo } from '#features/records/guests/server/invited-addresses.ts'
import { personProvenTo } from '#features/records/guests/server/people.ts'
import { codeWords } from '#features/records/guests/words.ts'
import { currentMs } from '#lib/clock.ts'
import type { DirectoryTx, PracticeTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import type { KeyedHash } from '#platform/server/keyed-hash.ts'

/** Whose address it is in a practice that knows it: a client's, or that of a person invited there. */
type Place = { practiceId: string; clientId: string } | { practiceId: string; inviteId: string }

/**
 * In the test version nothing leaves: each practice that has the address, or invited it, finds a code in its Outbox, which opens that practice alone.
 */
export async function showCodes(sending: CodeSending, ask: Claimed): Promise<void> {
  if (ask.what !== 'code') return
  for (const place of await sending.db.withDirectory((tx) => listPlaces(tx, ask.addressHash))) await showIn(sending, ask, place)
}

async function listPlaces(tx: DirectoryTx, hash: Buffer): Promise<Place[]> {
  const having = await tx
    .selectFrom('directory.addresses')
    .select(['practice_id as practiceId', 'client_id as clientId'])
    .distinctOn('practice_id')
    .where('hash', '=', hash)
    .orderBy('practice_id')
    .orderBy('client_id')
    .execute()
  const places: Place[] = having
  for (const { practiceId, inviteId, isLive } of await listInvitedTo(tx, hash)) {
    if (having.some((one) => one.practiceId === practiceId)) continue
    // Who came in by it has a way there, and signs in again.
    if (isLive || (await hasWay(tx, practiceId, personProvenTo(practiceId, hash)))) places.push({ practiceId, inviteId })
  }
  return places
}

const hasWay = async (tx: DirectoryTx, practiceId: string, personId: string): Promise<boolean> =>
  (await tx
    .selectFrom('directory.ways')
    .select('person_id')
    .where('practice_id', '=', practiceId)
    .where('person_id', '=', personId)
    .executeTakeFirst()) !== undefined

async function showIn(sending: CodeSending, ask: Claimed, place: Place) {
  const { db, origin } = sending
  const { practiceId } = place
  const { id, code, link } = await db.withDirectory(async (tx) => {
    const id = await insertAsk(tx, sending, {
      address: ask.address,
      browserHash: ask.browserHash,
      what: 'code',
      personId: null,
      askedAt: ask.askedAt,
      dueAt: null,
      practiceId,
      expiresAt: new Date(currentMs() + SEND_MINUTES * 60_000),
    })
    return { id, ...(await makeSecrets(tx, sending, { id, what: 'code' })) }
  })
  const actor = await actorOfPractice(db, practiceId, { origin, opId: id })
  await db.withPractice(practiceId, async (tx) => {
    const about =
      'clientId' in place ? await aboutClient(tx, sending.keyedHash, ask, place.clientId) : await aboutInvite(tx, ask, place.inviteId)
    if (!about) return
    const words = codeWords({ code, link, origin }, ask.address.kind)
    await showInOutbox(tx, actor, { kind: 'portal_code', about, ...wayOf(ask.address), ...words })
  })
}

/** Undefined: their record has changed since the index was read. */
async function aboutClient(tx: PracticeTx, keyedHash: KeyedHash, ask: Claimed, clientId: string) {
  const client = await tx.selectFrom('clients').selectAll().where('id', '=', clientId).where('deleted_at', 'is', null).executeTakeFirst()
  if (!client || !addressesOf(client).some((own) => keyedHash(hashed(own)).equals(ask.addressHash))) return undefined
  return { clientId: client.id, name: client.name }
}

async function aboutInvite(tx: PracticeTx, { address: { address } }: Claimed, inviteId: string) {
  const invite = await tx.selectFrom('portal_invites').selectAll().where('id', '=', inviteId).executeTakeFirst()
  if (invite?.to_address !== address) return undefined
  const name = invite.to_name ?? 'Somebody'
  if (invite.client_id) return { clientId: invite.client_id, name }
  return invite.by_member ? { memberId: invite.by_member, name } : undefined
}

const wayOf = ({ kind, address }: Address) => ({ channel: kind === 'email' ? ('email' as const) : ('sms' as const), address })
