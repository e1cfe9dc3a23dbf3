import { priceItemId } from '#features/records/prices/rules.ts'
import type { FeatureSample } from '#testing/feature-sample.ts'

const fields = {
  price_items: { setPrices: 'label unitPence vatRateBp' },
  price_overrides: { seeMoney: 'unitPence' },
  money_settings: { setPrices: 'invoicing vat bank fees tax' },
} satisfies FeatureSample['fields']

/** Sample requests about prices for the sweeps, and who may make them. */
export const priceSample = {
  records: async ({ practice, fresh, horse, second }) => {
    const [trim, hot] = [priceItemId(practice.practiceId, 'Trim'), priceItemId(practice.practiceId, 'Hot shoeing')]
    const agreed = { priceItemId: trim, horseId: second, unitPence: 4000 }
    const price = (await practice.put('/api/price-overrides', agreed)).json<{ id: string }>().id
    const settings = (await practice.get('/api/money/settings')).json<{ id: string }>().id
    return {
      price_items: { id: trim, create: { id: hot, data: { serviceType: 'Hot shoeing', unitPence: 1 } }, change: { unitPence: 3600 } },
      price_overrides: { id: price, create: fresh({ ...agreed, horseId: horse }), change: { unitPence: 4100 } },
      money_settings: { id: settings, create: { id: settings, data: { tax: { basis: 'cash' } } }, change: { invoicing: { dueDays: 14 } } },
    }
  },
  takes: {
    price_items: { create: 'setPrices', change: 'setPrices', remove: 'nobody' },
    price_overrides: { create: 'seeMoney', change: 'seeMoney', remove: 'nobody' },
    money_settings: { create: 'setPrices', change: 'setPrices', remove: 'nobody' },
  },
  fields,
  requests: async ({ sample, money }) => ({
    'GET /api/price-items': sample('/api/price-items', ''),
    'POST /api/price-items': sample('/api/price-items', '', { serviceType: 'Hot shoeing', unitPence: 19_500 }),
    'PUT /api/price-items/:id': sample('/api/price-items/id', money.trim, { label: 'Trim', unitPence: 3800, vatRateBp: 0 }),
    'GET /api/price-overrides': sample('/api/price-overrides', ''),
    'PUT /api/price-overrides': sample('/api/price-overrides', '', { priceItemId: money.trim, horseId: money.horse, unitPence: 4000 }),
    'GET /api/money/settings': sample('/api/money/settings', ''),
    'PUT /api/money/settings': sample('/api/money/settings', '', {
      invoicing: {
        per: 'visit',
        dueDays: 14,
        prefix: 'INV',
        address: 'The Forge',
        phone: '',
        email: '',
        terms: '',
        invoicesAtCloseout: false,
      },
      vat: { isRegistered: false, number: '', rateBp: 2000, includesVat: false, thresholdPence: 9_000_000 },
      bank: { accountName: 'G Probert', sortCode: '20-00-00', accountNumber: '55779911', stripeAccount: '' },
    }),
  }),
  needs: {
    'GET /api/price-items': 'seeMoney',
    'POST /api/price-items': 'setPrices',
    'PUT /api/price-items/:id': 'setPrices',
    'GET /api/price-overrides': 'seeMoney',
    'PUT /api/price-overrides': 'seeMoney',
    'GET /api/money/settings': 'seeMoney',
    'PUT /api/money/settings': 'setPrices',
  },
  sent: {
    'POST /api/price-items': { setPrices: 'serviceType label unitPence vatRateBp' },
    'PUT /api/price-items/:id': fields.price_items,
    'PUT /api/price-overrides': { seeMoney: 'priceItemId clientId horseId yardId unitPence' },
    'PUT /api/money/settings': fields.money_settings,
  },
} satisfies FeatureSample
