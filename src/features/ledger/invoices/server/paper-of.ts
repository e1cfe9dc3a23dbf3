import type { InvoiceAsWas } from '#features/ledger/invoices/contract.ts'
import type { InvoicePaper, PaidLine } from '#features/ledger/invoices/paper.ts'
import { invoiceStatusOf, leftOf, numberOf } from '#features/ledger/invoices/rules.ts'
import { listCredited, listPaidRows, type PaidRow } from '#features/ledger/invoices/server/paper-queries.ts'
import type { Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'

/** An invoice as its payer reads it: as issued, with what was paid since. */
export async function paperOf(tx: PracticeTx, row: Row<'invoices'>, today: Day): Promise<InvoicePaper> {
  const isCredit = row.kind === 'credit'
  const paidRows = isCredit ? await listCredited(tx, row.id) : await listPaidRows(tx, row.id)
  const [totalPence, paidPence, dueOn] = [row.total_pence, row.paid_pence, row.due_on]
  return {
    kind: row.kind,
    number: numberOf(row) ?? '',
    asWas: row.as_was as InvoiceAsWas,
    issuedOn: row.issued_on,
    dueOn,
    note: row.note,
    netPence: row.net_pence,
    vatPence: row.vat_pence,
    totalPence,
    settled: paidRows.map((one) => paidLineOf(one, isCredit)),
    leftPence: leftOf({ totalPence, paidPence }),
    isOverdue: !isCredit && invoiceStatusOf({ totalPence, paidPence, dueOn }, today) === 'overdue',
  }
}

function paidLineOf(one: PaidRow, isCredit: boolean): PaidLine {
  const number = numberOf(one)
  const words = isCredit ? `Taken off invoice ${number}` : one.method ? BY[one.method] : `Credit note ${number}`
  return { day: one.day, words, pence: one.pence, isCredit: one.method === null }
}

const BY = { cash: 'Paid in cash', 'bank-transfer': 'Paid by bank transfer', card: 'Paid by card' } as const
