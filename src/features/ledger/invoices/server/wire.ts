import type { Charge, Invoice } from '#features/ledger/invoices/contract.ts'
import type { Row } from '#platform/server/database/rows.ts'

/** A line as it goes over the wire. */
export const toCharge = (row: Row<'charges'>): Charge => ({
  id: row.id,
  payerClientId: row.payer_client_id,
  clientId: row.client_id,
  appointmentId: row.appointment_id,
  visitHorseId: row.visit_horse_id,
  horseId: row.horse_id,
  workEntryId: row.work_entry_id,
  invoiceId: row.invoice_id,
  kind: row.kind,
  description: row.description,
  quantity: row.quantity,
  unitPence: row.unit_pence,
  vatRateBp: row.vat_rate_bp,
  includesVat: row.includes_vat,
  chargedOn: row.charged_on,
  place: row.place,
  isByHand: row.is_by_hand,
})

/** The columns of a line. */
export const columnsOf = (charge: Omit<Charge, 'id'>) => ({
  payer_client_id: charge.payerClientId,
  client_id: charge.clientId,
  appointment_id: charge.appointmentId,
  visit_horse_id: charge.visitHorseId,
  horse_id: charge.horseId,
  work_entry_id: charge.workEntryId,
  invoice_id: charge.invoiceId,
  kind: charge.kind,
  description: charge.description,
  quantity: charge.quantity,
  unit_pence: charge.unitPence,
  vat_rate_bp: charge.vatRateBp,
  includes_vat: charge.includesVat,
  charged_on: charge.chargedOn,
  place: charge.place,
  is_by_hand: charge.isByHand,
})

/** An invoice or credit note as it goes over the wire. */
export const toInvoice = (row: Row<'invoices'>): Invoice => ({
  id: row.id,
  payerClientId: row.payer_client_id,
  kind: row.kind,
  creditsInvoiceId: row.credits_invoice_id,
  series: row.series,
  number: row.number,
  appointmentId: row.appointment_id,
  issuedOn: row.issued_on,
  dueOn: row.due_on,
  note: row.note,
  asWas: row.as_was as unknown as Invoice['asWas'],
  netPence: row.net_pence,
  vatPence: row.vat_pence,
  totalPence: row.total_pence,
  paidPence: row.paid_pence,
  sentAt: row.sent_at?.toISOString() ?? null,
  memberId: row.member_id,
})
