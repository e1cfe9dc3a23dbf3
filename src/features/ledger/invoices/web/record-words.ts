import { PoundSterling } from 'lucide-react'
import { day, joined, many, money, named, nameIn, plain, spoken, text, type Words, whole } from '#platform/web/record-words.ts'

export const invoiceWords = {
  charges: {
    noun: 'line to invoice',
    title: (data, reading) =>
      joined(nameIn(reading, 'horses', data.horseId) || nameIn(reading, 'clients', data.clientId), text(data.description)),
    icon: PoundSterling,
    href: () => '/money?tab=to-invoice',
    fields: {
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
  },
  invoices: {
    noun: 'invoice',
    title: (data, reading) => joined('Invoice', nameIn(reading, 'clients', data.payerClientId)),
    icon: PoundSterling,
    href: () => '/money?tab=to-invoice',
    fields: {
      payerClientId: named('payer', 'clients'),
      ownerId: named('owner', 'clients'),
      appointmentId: named('visit', 'appointments'),
      chargeIds: { label: 'lines', isMany: true, read: whole },
      dueOn: { label: 'day to pay by', read: day },
      note: many('note'),
      send: { label: 'way to send it', read: (way) => (way === 'sms' ? 'by text' : way === 'email' ? 'by e-mail' : 'not sent') },
    },
  },
} satisfies Words
