import { uuidv7 } from '#lib/ids.ts'
import type { FeatureSample } from '#testing/feature-sample.ts'

const fields = {
  payments: { seeMoney: 'method receivedOn reference' },
} satisfies FeatureSample['fields']

/** The sweeps' sample of payments, and who has which rights. */
export const paymentSample = {
  records: async ({ add, fresh, client }) => {
    const paid = { payerClientId: client, amountPence: 3500, method: 'cash' }
    return {
      payments: { id: await add('/api/payments', paid), create: fresh(paid), change: { reference: 'Cash tin' } },
      // The server alone writes them.
      allocations: { id: uuidv7(), create: fresh({}), change: {} },
    }
  },
  takes: {
    payments: { create: 'seeMoney', change: 'seeMoney', remove: 'seeMoney' },
    allocations: { create: 'nobody', change: 'nobody', remove: 'nobody' },
  },
  fields,
  requests: async ({ sample, money }) => ({
    'GET /api/payments': sample(`/api/payments?limit=5&clientId=${money.payer}&from=2026-01-01&to=2099-12-31`, ''),
    'GET /api/payments/:id': sample('/api/payments/id', money.payment),
    'POST /api/payments': sample('/api/payments', '', {
      payerClientId: money.billed,
      amountPence: 500,
      method: 'bank-transfer',
      receivedOn: '2026-11-22',
      reference: 'BACS',
      invoiceId: money.invoice,
    }),
    'PUT /api/payments/:id': sample('/api/payments/id', money.payment, { method: 'card', receivedOn: '2026-11-21', reference: 'Terminal' }),
    'DELETE /api/payments/:id': sample('/api/payments/id', money.mistake),
    'POST /api/payments/:id/refund': sample('/api/payments/id/refund', money.payment, {
      amountPence: 100,
      method: 'cash',
      receivedOn: '2026-11-22',
    }),
    // The test version has no provider of cards.
    'POST /api/invoices/:id/checkout': { ...sample('/api/invoices/id/checkout', money.invoice), expected: [422] },
    'GET /api/bank-lines': sample('/api/bank-lines?state=new&limit=5', ''),
    'POST /api/bank-lines': sample('/api/bank-lines', '', {
      fileName: 'statement.csv',
      text: 'Date,Description,Paid in,Paid out\n22/11/2026,PENROSE S,40.00,\n',
    }),
    'POST /api/bank-lines/:id/accept': sample('/api/bank-lines/id/accept', money.lines[0] ?? '', {
      payerClientId: money.client,
      invoiceIds: [],
    }),
    'POST /api/bank-lines/accept-sure': sample('/api/bank-lines/accept-sure', ''),
    'POST /api/bank-lines/:id/ignore': sample('/api/bank-lines/id/ignore', money.lines[2] ?? ''),
    'POST /api/bank-lines/:id/reopen': sample('/api/bank-lines/id/reopen', money.lines[3] ?? ''),
  }),
  needs: {
    'GET /api/payments': 'seeMoney',
    'GET /api/payments/:id': 'seeMoney',
    'POST /api/payments': 'seeMoney',
    'PUT /api/payments/:id': 'seeMoney',
    'DELETE /api/payments/:id': 'seeMoney',
    'POST /api/payments/:id/refund': 'seeMoney',
    'POST /api/invoices/:id/checkout': 'seeMoney',
    'GET /api/bank-lines': 'seeMoney',
    'POST /api/bank-lines': 'seeMoney',
    'POST /api/bank-lines/:id/accept': 'seeMoney',
    'POST /api/bank-lines/accept-sure': 'seeMoney',
    'POST /api/bank-lines/:id/ignore': 'seeMoney',
    'POST /api/bank-lines/:id/reopen': 'seeMoney',
  },
  sent: {
    'POST /api/payments': { seeMoney: 'id payerClientId amountPence method receivedOn reference refundsPaymentId appointmentId invoiceId' },
    'PUT /api/payments/:id': fields.payments,
    'POST /api/payments/:id/refund': { seeMoney: 'id amountPence method receivedOn reference' },
    'POST /api/bank-lines': { seeMoney: 'fileName text' },
    'POST /api/bank-lines/:id/accept': { seeMoney: 'paymentId payerClientId invoiceIds isPayout' },
  },
} satisfies FeatureSample
