import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { phonesOf, phoneWords } from '#features/core/notices/server/by-push.ts'
import type { NoticeRow } from '#features/core/notices/server/queries.ts'
import { isToOther } from '#features/core/notices/wordings.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Delivery, Outgoing } from '#platform/server/sending/delivery.ts'
import type { Carriers } from '#platform/server/sending/sending.ts'

/** A notice that was taken, and what leaves for it: one message, or one call to each of a member's devices or a client's phones. */
export type Way = { taken: NoticeRow; messages: Outgoing[] }

/** How each notice leaves; an e-mail to a client is born with the address its answer comes to. */
export async function waysOf(tx: PracticeTx, taken: readonly NoticeRow[], replyDomain: string | undefined): Promise<Way[]> {
  const replies = replyDomain ? await replyAddresses(tx, taken, replyDomain) : new Map<string, string>()
  const devices = await devicesOf(tx, taken)
  const phones = await phonesOf(tx, taken)
  return taken.map((row) => {
    const { id, practice_id: practiceId, address: to, subject, body } = row
    const message = { id, practiceId, to, subject, body }
    if (row.channel !== 'push') return { taken: row, messages: [{ ...message, ...withReply(replies.get(id)) }] }
    if (row.client_id) {
      const { path, ...words } = phoneWords(row)
      const theirs = phones.filter(({ client_id }) => client_id === row.client_id)
      return {
        taken: row,
        messages: theirs.map(({ endpoint, p256dh, auth }) => ({ ...message, ...words, to: endpoint, device: { p256dh, auth, path } })),
      }
    }
    const path = ('fields' in row.facts && row.facts.path) || '/'
    const own = devices.filter(({ member_id }) => member_id === row.member_id)
    return { taken: row, messages: own.map(({ endpoint, p256dh, auth }) => ({ ...message, to: endpoint, device: { p256dh, auth, path } })) }
  })
}

const withReply = (replyTo: string | undefined) => (replyTo ? { replyTo } : {})

async function devicesOf(tx: PracticeTx, taken: readonly NoticeRow[]) {
  const members = taken.flatMap((row) => (row.channel === 'push' && row.member_id ? [row.member_id] : []))
  if (members.length === 0) return []
  return tx.selectFrom('push_subscriptions').select(['member_id', 'endpoint', 'p256dh', 'auth']).where('member_id', 'in', members).execute()
}

/** One per client, or per client and conversation, for ever; addresses are in lower case, because some servers make them so. */
async function replyAddresses(tx: PracticeTx, taken: readonly NoticeRow[], domain: string): Promise<Map<string, string>> {
  const mails = taken.filter((row) => row.channel === 'email' && row.client_id && !isToOther(row.kind))
  const addresses = new Map<string, string>()
  for (const row of mails) {
    const fresh = `reply-${randomBytes(10).toString('hex')}@${domain}`
    const { rows } = await sql<{ address: string }>`select reply_address(${fresh}, ${row.client_id}, ${row.thread_id}) as address`.execute(
      tx,
    )
    if (rows[0]) addresses.set(row.id, rows[0].address)
  }
  return addresses
}

/** Sends one notice. A call that reached one of a member's devices has been made. */
export async function carryTo(carriers: Carriers, { taken, messages }: Way): Promise<Delivery & { dead?: string[] }> {
  const carry = carriers[taken.channel]
  const [only] = messages
  if (taken.channel !== 'push') return only ? carry(only) : NO_DEVICE
  const deliveries = await Promise.all(messages.map(async (message) => ({ to: message.to, delivery: await carry(message) })))
  const dead = deliveries.flatMap(({ to, delivery }) => (delivery.state === 'failed' && delivery.because === 'gone' ? [to] : []))
  const best = BEST_FIRST.flatMap((state) => deliveries.filter(({ delivery }) => delivery.state === state))[0]
  return { ...(best?.delivery ?? NO_DEVICE), dead }
}

const NO_DEVICE: Delivery = { state: 'failed', reason: 'They have no device that takes alerts.' }
const BEST_FIRST: readonly Delivery['state'][] = ['sent', 'simulated', 'unknown', 'later', 'failed']
