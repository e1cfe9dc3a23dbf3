import { sql } from 'kysely'
import { LEDGERS } from '#connectors/registry.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { numberOf } from '#features/ledger/invoices/rules.ts'
import type { HeldItem, PapersFrom } from '#features/office/integrations/contract.ts'
import { countHeld } from '#features/office/integrations/server/ledger-items.ts'
import { countPapers } from '#features/office/integrations/server/ledger-wanted.ts'
import { heldWords } from '#features/office/integrations/server/ledger-words.ts'
import { manifestOf, ownerOf, requireMine } from '#features/office/integrations/server/manifest-of.ts'
import { type ConnectionRow, findConnection, updateConnection } from '#features/office/integrations/server/queries.ts'
import { currentTime } from '#lib/clock.ts'
import type { Day } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { exchangeAt } from '#platform/server/database/exchanges.ts'

/** How many invoices and credit notes would go from a day on. @throws integration_not_found, forbidden */
export async function papersFrom(tx: PracticeTx, actor: Actor, id: string, from: Day): Promise<PapersFrom> {
  requireLedger(actor, id)
  return countPapers(tx, from)
}

/** What waits for a person, papers first; nothing of what is not connected. @throws integration_not_found, forbidden */
export async function heldItems(tx: PracticeTx, actor: Actor, id: string): Promise<HeldItem[]> {
  const row = await requireLedger(actor, id).find(tx)
  return row ? listHeld(tx, row.id) : []
}

/**
 * Sends what was held back again, or leaves it out for good. A change made there afterwards is just taken off the list. Answered twice, it is as answered
 * once. @throws integration_not_found, forbidden, bad_request
 */
export async function releaseItem(
  tx: PracticeTx,
  actor: Actor,
  { id, itemId }: { id: string; itemId: string },
  answer: 'again' | 'leave',
): Promise<HeldItem[]> {
  const row = await requireLedger(actor, id).find(tx)
  if (!row) return []
  const held = (await listHeld(tx, row.id)).find((item) => item.id === itemId)
  if (!held) return listHeld(tx, row.id)
  if (answer === 'again' && !held.canRepeat)
    throw new AppError('bad_request', { fields: ['answer'] }, "It's there already. Put it right there, and leave it out here.")
  const state = answer === 'again' ? 'sending' : held.state === 'changed' ? 'sent' : 'left'
  await tx
    .updateTable('connection_items')
    .set({ state, sentence: null, ...(held.state === 'changed' && { remote_tag: held.words }) })
    .where('connection_id', '=', row.id)
    .where('subject_id', '=', held.id)
    .execute()
  await afterAnswer(tx, row, answer)
  return listHeld(tx, row.id)
}

/** The card stops waiting once nothing is held back, and what goes again goes at once. */
async function afterAnswer(tx: PracticeTx, row: ConnectionRow, answer: 'again' | 'leave'): Promise<void> {
  // It stopped for another reason: that is the one to see to.
  if (row.next_at === null) return
  const [now, count] = [currentTime(), await countHeld(tx, row.id)]
  await updateConnection(tx, row.id, {
    status: count > 0 ? 'error' : 'connected',
    sentence: count > 0 ? heldWords(count) : null,
    ...(answer === 'again' && { next_at: now, failures: 0 }),
  })
  if (answer === 'again') await exchangeAt(tx, now)
}

/** Sums are the owner's to see, as is what is connected. */
function requireLedger(actor: Actor, id: string) {
  const manifest = manifestOf(id)
  if (!LEDGERS[id]) throw new AppError('integration_not_found')
  requireMine(manifest, actor)
  requireMay(actor, 'seeMoney')
  return { find: (tx: PracticeTx): Promise<ConnectionRow | undefined> => findConnection(tx, id, ownerOf(manifest, actor)) }
}

/** More are shown once some of them are answered. */
const MOST_SHOWN = 200

type HeldRow = {
  id: string
  kind: HeldItem['kind']
  state: 'parked' | 'doubt' | 'sent'
  sentence: string | null
  series: string | null
  number: number | null
  payer: string | null
  isThere: boolean
}

async function listHeld(tx: PracticeTx, connectionId: string): Promise<HeldItem[]> {
  const { rows } = await sql<HeldRow>`
    select h.subject_id as id, h.kind, h.state, h.sentence, i.series, i.number, c.name as payer, h.remote_id is not null as "isThere"
    from connection_items h
    left join invoices i on i.practice_id = h.practice_id and i.id = coalesce((
      select a.invoice_id from allocations a where a.practice_id = h.practice_id and h.kind = 'receipt' and a.payment_id is not null
        and md5(concat('receipt', a.payment_id, a.invoice_id))::uuid = h.subject_id limit 1), h.subject_id)
    left join clients c on c.practice_id = h.practice_id and c.id = coalesce(i.payer_client_id, h.subject_id)
    where h.connection_id = ${connectionId} and h.kind is not null
      and (h.state in ('parked', 'doubt') or (h.state = 'sent' and h.sentence is not null))
    order by h.kind, i.series, i.number, h.subject_id limit ${MOST_SHOWN}`.execute(tx)
  return rows.map(({ id, kind, state, sentence, series, number, payer, isThere }) => ({
    ...{ id, kind, state: state === 'sent' ? 'changed' : state },
    title: [series !== null ? numberOf({ series, number }) : null, payer].filter(Boolean).join(', ') || 'A payment',
    words: sentence ?? '',
    canRepeat: state !== 'sent' && !(kind === 'receipt' && isThere),
  }))
}
