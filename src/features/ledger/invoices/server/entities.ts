import '#features/ledger/invoices/server/tables.ts'
import { callOutIdOf, chargeIdOf } from '#features/ledger/invoices/rules.ts'
import { chargeSync, invoiceSync } from '#features/ledger/invoices/server/service.ts'
import { capital } from '#lib/capital.ts'
import type { Entities, JournalLine, TableDeclaration } from '#platform/server/entity.ts'
import { ERASED_CLIENT } from '#platform/server/erased.ts'
import { ifAny } from '#platform/server/journal-words.ts'
import { UNDO_ALL } from '#platform/server/undo.ts'

export const invoiceEntities = {
  invoices: {
    sync: invoiceSync,
    journal: { kind: 'practice', title: invoiceTitle },
    holding: {
      words: ['invoice', 'invoices'],
      with: ['payer_client_id'],
      names: ['credits_invoice_id', 'appointment_id'],
      kept: {
        columns: [
          ...['payer_client_id', 'kind', 'credits_invoice_id', 'series', 'number', 'appointment_id', 'issued_on', 'due_on', 'net_pence'],
          ...['vat_pence', 'total_pence', 'paid_pence', 'sent_at', 'member_id'],
        ],
        blank: { as_was: namelessInvoice() },
      },
    },
    namesClient: ['payer_client_id'],
  },
  charges: {
    sync: chargeSync,
    journal: {
      kind: 'practice',
      title: ({ verb, named, textIn }) => `${capital(verb)} a line to invoice: ${textIn('description') ?? named}`,
    },
    undo: UNDO_ALL,
    holding: {
      words: ['line of an invoice', 'lines of invoices'],
      with: ['client_id', 'payer_client_id'],
      names: ['appointment_id', 'visit_horse_id', 'horse_id', 'work_entry_id', 'invoice_id'],
      kept: {
        columns: [
          ...['payer_client_id', 'client_id', 'appointment_id', 'visit_horse_id', 'horse_id', 'work_entry_id', 'invoice_id', 'kind'],
          ...['quantity', 'unit_pence', 'vat_rate_bp', 'includes_vat', 'charged_on', 'place', 'is_by_hand'],
        ],
        blank: { description: `case when kind = 'work' and not is_by_hand then description else kind end` },
      },
    },
    namesClient: ['payer_client_id', 'client_id'],
    derivedId: ({ kind, work_entry_id, appointment_id }) =>
      kind === 'work'
        ? work_entry_id && chargeIdOf(work_entry_id)
        : kind === 'call-out'
          ? appointment_id && callOutIdOf(appointment_id)
          : null,
  },
} satisfies Entities

export const invoiceTables = {
  invoice_counters: { holding: 'one figure a series of invoices' },
} satisfies Record<string, TableDeclaration>

/** `Invoice INV-0042 issued to Sarah Penrose`; its sum is for members who see money. */
function invoiceTitle({ verb, after, nameIn, textIn }: JournalLine): string {
  const series = textIn('series')
  const number = series && `${series}-${String(after?.number ?? '').padStart(4, '0')}`
  const what = [verb === 'credited' || series === 'CN' ? 'Credit note' : 'Invoice', number].filter(Boolean).join(' ')
  return `${what} ${verb === 'sent' ? 'sent' : 'issued'}${ifAny(' to ', nameIn('client_id'))}`
}

/** An issued invoice without its payer, its horse and its place: its lines hold what tax law requires. */
function namelessInvoice(): string {
  const payer = `{"name": "${ERASED_CLIENT}", "businessName": null, "isBusiness": false, "address": null, "postcode": null}`
  const line = `line || jsonb_build_object('horseName', null, 'ownerName', null, 'description',
    case when line ->> 'kind' = 'work' then line -> 'description' else line -> 'kind' end)`
  return `as_was || jsonb_build_object('payer', '${payer}'::jsonb, 'visit', null, 'terms', '', 'lines',
    (select coalesce(jsonb_agg(${line}), '[]'::jsonb) from jsonb_array_elements(as_was -> 'lines') line))`
}
