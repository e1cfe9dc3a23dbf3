import type { FeatureSample } from '#testing/feature-sample.ts'

const fields = {
  charges: { seeMoney: 'description quantity unitPence vatRateBp payerClientId chargedOn place' },
  invoices: { seeMoney: 'send' },
} satisfies FeatureSample['fields']

/** The sweeps' sample of lines and invoices, and who has which rights. */
export const invoiceSample = {
  records: async ({ add, fresh, client }) => {
    const line = { clientId: client, description: 'Studs', unitPence: 500 }
    const billed = await add('/api/clients', { name: 'Owen Pritchard', email: 'owen@pritchard.example' })
    await add('/api/charges', { ...line, clientId: billed })
    const invoice = await add('/api/invoices', { payerClientId: billed })
    await add('/api/charges', { ...line, clientId: billed })
    return {
      invoices: { id: invoice, create: fresh({ payerClientId: billed }), change: { send: 'email' } },
      charges: { id: await add('/api/charges', line), create: fresh(line), change: { unitPence: 600 } },
    }
  },
  takes: {
    charges: { create: 'seeMoney', change: 'seeMoney', remove: 'seeMoney' },
    invoices: { create: 'seeMoney', change: 'seeMoney', remove: 'seeMoney' },
  },
  fields,
  requests: async ({ sample, money }) => ({
    'GET /api/charges': sample('/api/charges?toInvoice=true&limit=5', ''),
    'POST /api/charges': sample('/api/charges', '', {
      clientId: money.client,
      kind: 'mileage',
      description: 'Mileage, 20 miles',
      quantity: 1,
      unitPence: 900,
      chargedOn: '2026-11-22',
      place: 3,
    }),
    'PUT /api/charges/:id': sample('/api/charges/id', money.charge, { description: 'Road studs', quantity: 2, unitPence: 450, place: 1 }),
    'DELETE /api/charges/:id': sample('/api/charges/id', money.spare),
    'GET /api/invoices': sample('/api/invoices?limit=5&state=open', ''),
    'GET /api/invoices/:id': sample('/api/invoices/id', money.invoice),
    'POST /api/invoices': sample('/api/invoices', '', { payerClientId: money.client, chargeIds: [money.due], note: 'Thank you' }),
    'DELETE /api/invoices/:id': sample('/api/invoices/id', money.hasty),
    'POST /api/invoices/of-visit': sample('/api/invoices/of-visit', '', { appointmentId: money.appointment }),
    'POST /api/invoices/:id/credit': sample('/api/invoices/id/credit', money.invoice, { amountPence: 100, reason: 'A stud came loose' }),
    'POST /api/invoices/:id/send': sample('/api/invoices/id/send', money.late.invoice, { channel: 'sms' }),
    'POST /api/invoices/:id/link': sample('/api/invoices/id/link', money.late.invoice),
    'DELETE /api/invoices/:id/link': sample('/api/invoices/id/link', money.late.invoice),
    'GET /api/invoices/:id/pdf': sample('/api/invoices/id/pdf', money.late.invoice),
  }),
  needs: {
    'GET /api/charges': 'seeMoney',
    'POST /api/charges': 'seeMoney',
    'PUT /api/charges/:id': 'seeMoney',
    'DELETE /api/charges/:id': 'seeMoney',
    'GET /api/invoices': 'seeMoney',
    'GET /api/invoices/:id': 'seeMoney',
    'POST /api/invoices': 'seeMoney',
    'DELETE /api/invoices/:id': 'seeMoney',
    'POST /api/invoices/of-visit': 'seeMoney',
    'POST /api/invoices/:id/credit': 'seeMoney',
    'POST /api/invoices/:id/send': 'seeMoney',
    'POST /api/invoices/:id/link': 'seeMoney',
    'DELETE /api/invoices/:id/link': 'sendTexts',
    'GET /api/invoices/:id/pdf': 'seeMoney',
  },
  sent: {
    'POST /api/charges': {
      seeMoney:
        'id workEntryId visitHorseId appointmentId horseId clientId payerClientId kind description quantity unitPence vatRateBp chargedOn place',
    },
    'PUT /api/charges/:id': fields.charges,
    'POST /api/invoices': { seeMoney: 'id payerClientId appointmentId ownerId chargeIds dueOn note send' },
    'POST /api/invoices/of-visit': { seeMoney: 'appointmentId dueOn note' },
    'POST /api/invoices/:id/credit': { seeMoney: 'id amountPence chargeIds reason chargeAgain' },
    'POST /api/invoices/:id/send': { seeMoney: 'channel' },
  },
} satisfies FeatureSample
