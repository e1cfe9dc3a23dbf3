import { sql } from 'kysely'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import type { CardFee, NewExpense } from '#features/office/books/contract.ts'
import { addExpense } from '#features/office/books/server/service.ts'
import type { Day } from '#lib/dates.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters } from '#platform/server/database/rows.ts'

type FeeRow = { id: string; onDay: Day; name: string; pence: number }

/** More are shown once some of them are answered: years of them. */
const MOST_SHOWN = 500

/** What a reader of cards kept, and nobody has answered for, the latest day first. @throws forbidden */
export async function openFees(tx: PracticeTx, actor: Actor): Promise<CardFee[]> {
  requireMay(actor, 'seeMoney')
  return listOpen(tx)
}

/**
 * Makes an expense of each of these fees, or leaves them out; those that are answered already stay as they are. An expense has the id of its fee, so
 * twice is as once. Returns what is still open. @throws forbidden
 */
export async function answerFees(
  tx: PracticeTx,
  actor: Actor,
  { ids, as }: { ids: readonly string[]; as: 'expense' | 'nothing' },
): Promise<CardFee[]> {
  requireMay(actor, 'seeMoney')
  await holdWriters(tx)
  const meant = (await listOpen(tx)).filter(({ id }) => ids.includes(id))
  if (as === 'expense') for (const fee of meant) await addExpense(tx, actor, fee.id, expenseOf(fee))
  else await leaveOut(tx, meant)
  return listOpen(tx)
}

/** Financial services have no VAT. The day is the one on which it was kept. */
const expenseOf = ({ onDay, name, pence }: CardFee): NewExpense => ({
  ...{ spentOn: onDay, category: 'finance', description: `${name} fees`, supplier: name, totalPence: pence, vatPence: 0, method: 'card' },
})

async function leaveOut(tx: PracticeTx, fees: readonly CardFee[]): Promise<void> {
  if (fees.length === 0) return
  const ids = fees.map(({ id }) => id)
  await tx.updateTable('bank_lines').set({ state: 'ignored' }).where('id', 'in', ids).execute()
}

/** A fee is open until it is an expense, also one that was removed since, or left out. */
async function listOpen(tx: PracticeTx): Promise<CardFee[]> {
  const { rows } = await sql<FeeRow>`
    select l.id, l.on_day as "onDay", l.file_name as name, l.amount_pence as pence from bank_lines l
    where l.kind = 'fee' and l.state = 'new'
      and not exists (select from expenses e where e.practice_id = l.practice_id and e.id = l.id)
    order by l.on_day desc, l.id limit ${MOST_SHOWN}`.execute(tx)
  return rows
}
