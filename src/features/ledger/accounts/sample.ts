import { feeId } from '#features/ledger/accounts/fees.ts'
import type { FeatureSample } from '#testing/feature-sample.ts'

/** The sweeps' sample of accounts, and who has which rights. */
export const accountSample = {
  requests: async ({ sample, money }) => ({
    'GET /api/accounts/statement': sample(`/api/accounts/statement?clientId=${money.late.client}&from=2026-01-01&to=2026-12-31`, ''),
    'GET /api/accounts/statement.pdf': sample(
      `/api/accounts/statement.pdf?clientId=${money.late.client}&from=2026-01-01&to=2026-12-31`,
      '',
    ),
    'POST /api/accounts/:id/statement/send': sample('/api/accounts/id/statement/send', money.late.client, {
      from: '2026-01-01',
      channel: 'email',
    }),
    'POST /api/accounts/:id/statement/link': sample('/api/accounts/id/statement/link', money.late.client, { from: '2026-01-01' }),
    'DELETE /api/accounts/:id/statement/link': sample('/api/accounts/id/statement/link', money.late.client),
    'GET /api/accounts/debtors': sample('/api/accounts/debtors?limit=5', ''),
    'GET /api/accounts/totals': sample('/api/accounts/totals', ''),
    'POST /api/accounts/:id/chase': sample('/api/accounts/id/chase', money.late.client, { channel: 'sms' }),
    'POST /api/accounts/receipt/:id': sample('/api/accounts/receipt/id', money.late.payment, { channel: 'sms' }),
    'GET /api/accounts/proposals': sample(`/api/accounts/proposals?clientId=${money.late.client}`, ''),
    'POST /api/accounts/proposals/:id/accept': sample('/api/accounts/proposals/id/accept', feeId('late-fee', money.late.invoice, '7'), {
      pence: 900,
    }),
    'POST /api/accounts/proposals/:id/dismiss': sample('/api/accounts/proposals/id/dismiss', feeId('late-fee', money.late.invoice, '14')),
  }),
  needs: {
    'GET /api/accounts/statement': 'seeMoney',
    'GET /api/accounts/statement.pdf': 'seeMoney',
    'POST /api/accounts/:id/statement/send': 'seeMoney',
    'POST /api/accounts/:id/statement/link': 'seeMoney',
    'DELETE /api/accounts/:id/statement/link': 'sendTexts',
    'GET /api/accounts/debtors': 'seeMoney',
    'GET /api/accounts/totals': 'seeMoney',
    'POST /api/accounts/:id/chase': 'seeMoney',
    'POST /api/accounts/receipt/:id': 'seeMoney',
    'GET /api/accounts/proposals': 'seeMoney',
    'POST /api/accounts/proposals/:id/accept': 'seeMoney',
    'POST /api/accounts/proposals/:id/dismiss': 'seeMoney',
  },
  sent: {
    'POST /api/accounts/:id/statement/send': { seeMoney: 'from channel' },
    'POST /api/accounts/:id/statement/link': { seeMoney: 'from' },
    'POST /api/accounts/:id/chase': { seeMoney: 'channel' },
    'POST /api/accounts/receipt/:id': { seeMoney: 'channel' },
    'POST /api/accounts/proposals/:id/accept': { seeMoney: 'pence' },
  },
} satisfies FeatureSample
