import '#features/ledger/payments/server/tables.ts'
import { allocationSync, paymentSync, undoPaymentRemoval } from '#features/ledger/payments/server/service.ts'
import type { Entities, JournalLine, TableDeclaration } from '#platform/server/entity.ts'
import { ifAny } from '#platform/server/journal-words.ts'
import { UNDO_ALL } from '#platform/server/undo.ts'

export const paymentEntities = {
  payments: {
    sync: paymentSync,
    journal: { kind: 'practice', noun: 'a payment', title: paymentTitle },
    undo: { ...UNDO_ALL, removed: undoPaymentRemoval },
    holding: {
      words: ['payment', 'payments'],
      with: ['payer_client_id'],
      names: ['refunds_payment_id', 'appointment_id', 'invoice_id'],
      kept: {
        columns: [
          ...['payer_client_id', 'amount_pence', 'method', 'received_on', 'provider_ref', 'refunds_payment_id', 'appointment_id'],
          ...['invoice_id', 'member_id'],
        ],
      },
    },
    loose: { provider_ref: 'the bank or the provider of cards, not a person' },
    namesClient: ['payer_client_id'],
  },
  /** Written when money is allocated, and in no journal of its own. */
  allocations: {
    sync: allocationSync,
    journal: { kind: 'practice', noun: 'a use of a payment' },
    holding: {
      words: ['use of a payment', 'uses of payments'],
      with: ['payment_id', 'credit_id', 'invoice_id'],
      kept: { columns: ['payment_id', 'credit_id', 'invoice_id', 'amount_pence'] },
    },
    namesClient: [],
  },
} satisfies Entities

export const paymentTables = {
  income_shares: {
    holding: {
      words: ['share of VAT in a payment', 'shares of VAT in payments'],
      with: ['invoice_id', 'payment_id', 'counts_with'],
      kept: { columns: ['invoice_id', 'payment_id', 'counts_with', 'on_day', 'vat_pence', 'other_pence'] },
    },
  },
  bank_lines: {
    holding: {
      words: ['line of a bank statement', 'lines of bank statements'],
      with: ['payment_id'],
      names: ['of_line_id', 'payout_id'],
      kept: {
        columns: [
          ...['import_id', 'file_name', 'fingerprint', 'on_day', 'amount_pence', 'state', 'payment_id', 'member_id', 'source', 'kind'],
          ...['of_line_id', 'payout_id'],
        ],
        blank: { description: `''` },
      },
    },
    loose: { import_id: 'one bringing of a statement' },
  },
} satisfies Record<string, TableDeclaration>

/** Never the sum: an apprentice reads this too. */
function paymentTitle({ verb, before, after, nameIn }: JournalLine): string {
  const { amount_pence } = { ...before, ...after }
  const what = typeof amount_pence === 'number' && amount_pence < 0 ? 'Refund' : 'Payment'
  const payer = nameIn('payer_client_id')
  return `${what}${verb === 'added' ? '' : ` ${verb}`}${ifAny(verb === 'added' && what === 'Payment' ? ' from ' : ': ', payer)}`
}
