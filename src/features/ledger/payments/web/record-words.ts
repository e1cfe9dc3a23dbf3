import { PoundSterling } from 'lucide-react'
import { PAYMENT_METHODS } from '#features/ledger/payments/method-words.ts'
import { day, joined, money, named, nameIn, oneOf, plain, type Words, whole } from '#platform/web/record-words.ts'

const METHODS = Object.fromEntries(PAYMENT_METHODS.map(({ value, label }) => [value, label]))

export const paymentWords = {
  payments: {
    noun: 'payment',
    title: (data, reading) => joined(Number(data.amountPence) < 0 ? 'Refund' : 'Payment', nameIn(reading, 'clients', data.payerClientId)),
    icon: PoundSterling,
    href: () => '/money?tab=payments',
    fields: {
      payerClientId: named('payer', 'clients'),
      amountPence: { label: 'sum', read: money },
      method: { label: 'way it was paid', read: oneOf(METHODS) },
      receivedOn: { label: 'day it came', read: day },
      reference: plain('reference'),
      refundsPaymentId: { label: 'payment it refunds', read: whole },
      appointmentId: named('visit', 'appointments'),
      invoiceId: { label: 'invoice', read: whole },
    },
  },
  allocations: {
    noun: 'use of a payment',
    title: () => 'Use of a payment',
    icon: PoundSterling,
    fields: {
      paymentId: { label: 'payment', read: whole },
      creditId: { label: 'credit note', read: whole },
      invoiceId: { label: 'invoice', read: whole },
      amountPence: { label: 'sum', read: money },
    },
  },
} satisfies Words
