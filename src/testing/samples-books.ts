import type { Act } from '#features/core/practice/rules.ts'
import { uuidv7 } from '#lib/ids.ts'

type Add = (path: string, body: object) => Promise<string>

const BOUGHT = { spentOn: '2026-11-20', category: 'cost-of-goods', description: 'Nails', totalPence: 2400 }
const DRIVEN = { onDay: '2026-11-20', milesTenths: 413, purpose: 'Round of 6 stops' }

/** What the samples of the books are of: two expenses and two trips, one of each to be removed. */
export const makeBooks = async (add: Add) => ({
  expense: await add('/api/expenses', BOUGHT),
  spareExpense: await add('/api/expenses', BOUGHT),
  trip: await add('/api/trips', DRIVEN),
  spareTrip: await add('/api/trips', DRIVEN),
})

/** A request for each endpoint of the books. */
export const samplesOfBooks = <S extends object>(
  sample: (url: string, id: string, body?: unknown) => S,
  of: Awaited<ReturnType<typeof makeBooks>>,
): Record<string, S> => ({
  'GET /api/expenses': sample('/api/expenses?from=2026-04-06&to=2099-04-05&category=cost-of-goods&limit=5', ''),
  'POST /api/expenses': sample('/api/expenses', '', { ...BOUGHT, supplier: 'Anvil Supplies', vatPence: 400, method: 'cash' }),
  'PUT /api/expenses/:id': sample('/api/expenses/id', of.expense, { ...BOUGHT, description: 'Box of nails', vatPence: 400 }),
  'DELETE /api/expenses/:id': sample('/api/expenses/id', of.spareExpense),
  'GET /api/trips': sample('/api/trips?from=2026-04-06&to=2099-04-05&limit=5', ''),
  'POST /api/trips': sample('/api/trips', '', { ...DRIVEN, vehicle: 'motorcycle', fromPlace: 'Base', toPlace: 'Hollybush Farm' }),
  'PUT /api/trips/:id': sample('/api/trips/id', of.trip, { ...DRIVEN, milesTenths: 420 }),
  'DELETE /api/trips/:id': sample('/api/trips/id', of.spareTrip),
  'GET /api/books/tax-year': sample('/api/books/tax-year?year=2026', ''),
  'GET /api/books/tax-file': sample('/api/books/tax-file?year=2026&for=bridging&quarter=2', ''),
  'GET /api/books/vat-turnover': sample('/api/books/vat-turnover', ''),
})

/** Who may do what with the books (`roles.test.ts`). */
export const BOOK_NEEDS: Record<string, Act> = {
  'GET /api/expenses': 'seeMoney',
  'POST /api/expenses': 'seeMoney',
  'PUT /api/expenses/:id': 'seeMoney',
  'DELETE /api/expenses/:id': 'seeMoney',
  'GET /api/trips': 'seeMoney',
  'POST /api/trips': 'seeMoney',
  'PUT /api/trips/:id': 'seeMoney',
  'DELETE /api/trips/:id': 'seeMoney',
  'GET /api/books/tax-year': 'seeMoney',
  'GET /api/books/tax-file': 'seeMoney',
  'GET /api/books/vat-turnover': 'seeMoney',
}

/** One record of each kind of the books that devices keep, with what a device would send to make another, and to change it. */
export const bookRecords = async (add: Add) => ({
  expenses: {
    id: await add('/api/expenses', BOUGHT),
    create: { id: uuidv7(), data: BOUGHT },
    change: { supplier: 'Anvil Supplies' },
  },
  trips: { id: await add('/api/trips', DRIVEN), create: { id: uuidv7(), data: DRIVEN }, change: { milesTenths: 420 } },
})
