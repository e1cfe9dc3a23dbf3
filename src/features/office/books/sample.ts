import type { FeatureSample } from '#testing/feature-sample.ts'

const fields = {
  expenses: { seeMoney: 'spentOn category description supplier totalPence vatPence method' },
  trips: { seeMoney: 'onDay memberId vehicle milesTenths purpose fromPlace toPlace' },
} satisfies FeatureSample['fields']

const BOUGHT = { spentOn: '2026-11-20', category: 'cost-of-goods', description: 'Nails', totalPence: 2400 }
const DRIVEN = { onDay: '2026-11-20', milesTenths: 413, purpose: 'Round of 6 stops' }

/** The requests the sweeps make to the books, and the roles that may make them. */
export const bookSample = {
  records: async ({ add, fresh }) => ({
    expenses: { id: await add('/api/expenses', BOUGHT), create: fresh(BOUGHT), change: { supplier: 'Anvil Supplies' } },
    trips: { id: await add('/api/trips', DRIVEN), create: fresh(DRIVEN), change: { milesTenths: 420 } },
  }),
  takes: {
    expenses: { create: 'seeMoney', change: 'seeMoney', remove: 'seeMoney' },
    trips: { create: 'seeMoney', change: 'seeMoney', remove: 'seeMoney' },
  },
  fields,
  requests: async ({ add, sample }) => ({
    'GET /api/expenses': sample('/api/expenses?from=2026-04-06&to=2099-04-05&category=cost-of-goods&limit=5', ''),
    'POST /api/expenses': sample('/api/expenses', '', { ...BOUGHT, supplier: 'Anvil Supplies', vatPence: 400, method: 'cash' }),
    'PUT /api/expenses/:id': sample('/api/expenses/id', await add('/api/expenses', BOUGHT), {
      ...BOUGHT,
      description: 'Box of nails',
      vatPence: 400,
    }),
    'DELETE /api/expenses/:id': sample('/api/expenses/id', await add('/api/expenses', BOUGHT)),
    'GET /api/card-fees': sample('/api/card-fees', ''),
    'POST /api/card-fees': sample('/api/card-fees', '', { ids: ['019f2a1c-0000-7000-8000-000000000001'], as: 'expense' }),
    'GET /api/trips': sample('/api/trips?from=2026-04-06&to=2099-04-05&limit=5', ''),
    'POST /api/trips': sample('/api/trips', '', { ...DRIVEN, vehicle: 'motorcycle', fromPlace: 'Base', toPlace: 'Hollybush Farm' }),
    'PUT /api/trips/:id': sample('/api/trips/id', await add('/api/trips', DRIVEN), { ...DRIVEN, milesTenths: 420 }),
    'DELETE /api/trips/:id': sample('/api/trips/id', await add('/api/trips', DRIVEN)),
    'GET /api/books/tax-year': sample('/api/books/tax-year?year=2026', ''),
    'GET /api/books/tax-file': sample('/api/books/tax-file?year=2026&for=bridging&quarter=2', ''),
    'GET /api/books/vat-turnover': sample('/api/books/vat-turnover', ''),
  }),
  needs: {
    'GET /api/expenses': 'seeMoney',
    'POST /api/expenses': 'seeMoney',
    'PUT /api/expenses/:id': 'seeMoney',
    'DELETE /api/expenses/:id': 'seeMoney',
    'GET /api/card-fees': 'seeMoney',
    'POST /api/card-fees': 'seeMoney',
    'GET /api/trips': 'seeMoney',
    'POST /api/trips': 'seeMoney',
    'PUT /api/trips/:id': 'seeMoney',
    'DELETE /api/trips/:id': 'seeMoney',
    'GET /api/books/tax-year': 'seeMoney',
    'GET /api/books/tax-file': 'seeMoney',
    'GET /api/books/vat-turnover': 'seeMoney',
  },
  sent: {
    'POST /api/expenses': { seeMoney: 'spentOn category description totalPence id vatPence method supplier' },
    'PUT /api/expenses/:id': fields.expenses,
    'POST /api/card-fees': { seeMoney: 'ids as' },
    'POST /api/trips': { seeMoney: 'onDay milesTenths purpose id memberId vehicle fromPlace toPlace' },
    'PUT /api/trips/:id': fields.trips,
  },
} satisfies FeatureSample
