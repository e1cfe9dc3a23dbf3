import { day, type FieldWords, many, money, named, oneOf, plain, spoken, whole } from '#app/pages/offline/reading-words.ts'
import { CATEGORIES, type ExpenseCategory, METHODS } from '#features/office/books/categories.ts'
import { milesWords, VEHICLES } from '#features/office/books/mileage.ts'

/** How fields of money are called and read. */
export const MONEY_FIELDS: Record<string, Record<string, FieldWords>> = {
  price_items: {
    serviceType: plain('work'),
    label: plain('name'),
    unitPence: { label: 'price', read: money },
    vatRateBp: { label: 'VAT', read: (rate) => `${Number(rate) / 100} %` },
  },
  price_overrides: {
    priceItemId: named('work', 'price_items'),
    clientId: named('client', 'clients'),
    horseId: named('horse', 'horses'),
    yardId: named('yard', 'yards'),
    unitPence: { label: 'agreed price', read: money },
  },
  money_settings: {
    invoicing: { label: 'rules of invoicing', isMany: true, read: whole },
    vat: { label: 'rules of VAT', isMany: true, read: whole },
    bank: { label: 'bank details', isMany: true, read: whole },
    fees: { label: 'rules of fees', isMany: true, read: whole },
    tax: { label: 'rules of tax', isMany: true, read: whole },
  },
  charges: {
    payerClientId: named('payer', 'clients'),
    clientId: named('client', 'clients'),
    horseId: named('horse', 'horses'),
    appointmentId: named('visit', 'appointments'),
    workEntryId: named('work', 'work_entries'),
    kind: { label: 'kind of line', read: spoken },
    description: plain('description'),
    quantity: plain('quantity'),
    unitPence: { label: 'price', read: money },
    vatRateBp: { label: 'VAT', read: (rate) => `${Number(rate) / 100} %` },
    chargedOn: { label: 'day', read: day },
  },
  invoices: {
    payerClientId: named('payer', 'clients'),
    ownerId: named('owner', 'clients'),
    appointmentId: named('visit', 'appointments'),
    chargeIds: { label: 'lines', isMany: true, read: whole },
    dueOn: { label: 'day to pay by', read: day },
    note: many('note'),
  },
  payments: {
    payerClientId: named('payer', 'clients'),
    amountPence: { label: 'sum', read: money },
    method: { label: 'way it was paid', read: oneOf(METHODS) },
    receivedOn: { label: 'day it came', read: day },
    reference: plain('reference'),
    refundsPaymentId: { label: 'payment it is given back of', read: whole },
    appointmentId: named('visit', 'appointments'),
    invoiceId: { label: 'invoice', read: whole },
  },
  allocations: {
    paymentId: { label: 'payment', read: whole },
    creditId: { label: 'credit note', read: whole },
    invoiceId: { label: 'invoice', read: whole },
    amountPence: { label: 'sum', read: money },
  },
  expenses: {
    spentOn: { label: 'day', read: day },
    category: { label: 'category', read: (category) => CATEGORIES[category as ExpenseCategory]?.label ?? String(category) },
    description: plain('description'),
    supplier: plain('supplier'),
    totalPence: { label: 'sum', read: money },
    vatPence: { label: 'VAT', read: money },
    method: { label: 'way it was paid', read: oneOf(METHODS) },
    memberId: named('person who wrote it', 'members'),
  },
  trips: {
    onDay: { label: 'day', read: day },
    memberId: named('driver', 'members'),
    vehicle: { label: 'vehicle', read: oneOf(VEHICLES) },
    milesTenths: { label: 'miles', isMany: true, read: (tenths) => milesWords(Number(tenths)) },
    purpose: plain('reason'),
    fromPlace: plain('start'),
    toPlace: plain('place'),
  },
}
