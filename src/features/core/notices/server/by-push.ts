import { sql } from 'kysely'
import type { NoticeKind } from '#features/core/notices/contract.ts'
import type { NoticeRow } from '#features/core/notices/server/queries.ts'
import { NO_PERSON } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** What a locked screen shows for each kind of news in the portal, and the page it opens: no name, no horse and no sum. */
const ON_A_PHONE: Readonly<Partial<Record<NoticeKind, { words: string; path: `/my/${string}` }>>> = {
  booked: { words: 'A visit is booked.', path: '/my/visits' },
  moved: { words: 'A visit has changed.', path: '/my/visits' },
  cancelled: { words: 'A visit is off.', path: '/my/visits' },
  reminder: { words: 'A visit is coming.', path: '/my/visits' },
  on_my_way: { words: 'Your farrier is on the way.', path: '/my/visits' },
  next: { words: 'You’re next on the round.', path: '/my/visits' },
  late: { words: 'The round is running late.', path: '/my/visits' },
  not_reached: { words: 'A visit has changed.', path: '/my/visits' },
  message: { words: 'There’s a message for you.', path: '/my/messages' },
  invoice: { words: 'There’s a new bill.', path: '/my/money' },
  receipt: { words: 'A payment has been noted.', path: '/my/money' },
  chaser: { words: 'A bill is waiting.', path: '/my/money' },
}

/** What is shown of a notice on its client's phone. */
export function phoneWords({ kind, facts }: NoticeRow): { subject: string; body: string; path: string } {
  const { words, path } = ON_A_PHONE[kind] ?? { words: 'There’s news.', path: '/my' }
  return { subject: `News from ${facts.practiceName}`, body: `${words} Open My horses.`, path }
}

/**
 * Notifies clients who read in the portal, and turned on alerts on their phone, there of what is new in it; the others, and those whose
 * phone can't be reached, by e-mail or text as the notice was written for. `going`: notices about to leave for the first time.
 */
export async function byPush(tx: PracticeTx, going: readonly NoticeRow[]): Promise<NoticeRow[]> {
  const may = going.filter(({ kind, channel, attempts }) => channel !== 'push' && attempts === 0 && ON_A_PHONE[kind])
  if (may.length === 0) return [...going]
  const { rows } = await sql<{ id: string }>`
    update notices n set channel = 'push' from clients c
    where n.id = any(${may.map(({ id }) => id)}::uuid[]) and c.practice_id = n.practice_id and c.id = n.client_id
      and c.preferred_channel = 'portal' and exists (select from pushes_of(array[c.id]))
      -- The text beside it says the same.
      and not exists (select from notices o where o.practice_id = n.practice_id and o.event_id = n.event_id and o.kind = n.kind
        and o.client_id = n.client_id and o.id <> n.id and (o.channel = 'push' or o.attempts > 0))
    returning n.id`.execute(tx)
  const pushed = new Set(rows.map(({ id }) => id))
  return going.map((row) => (pushed.has(row.id) ? { ...row, channel: 'push' as const } : row))
}

export type ClientPush = { client_id: string; endpoint: string; p256dh: string; auth: string }

/** The phones of the clients whose notices go there. */
export async function phonesOf(tx: PracticeTx, going: readonly NoticeRow[]): Promise<ClientPush[]> {
  const clients = going.flatMap((row) => (row.channel === 'push' && row.client_id ? [row.client_id] : []))
  if (clients.length === 0) return []
  return (await sql<ClientPush>`select * from pushes_of(${[...clients, NO_PERSON]}::uuid[])`.execute(tx)).rows
}

/** How to notify a client whose phone could not be reached. */
export const insteadOfPush = ({ channel, client_id, address }: NoticeRow): 'email' | 'sms' | undefined =>
  channel === 'push' && client_id ? (address.includes('@') ? 'email' : 'sms') : undefined
