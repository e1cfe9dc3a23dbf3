import '#features/office/books/server/tables.ts'
import { expenseSync, tripSync } from '#features/office/books/server/service.ts'
import type { Entities } from '#platform/server/entity.ts'
import { UNDO_ALL } from '#platform/server/undo.ts'

export const bookEntities = {
  expenses: {
    sync: expenseSync,
    journal: {
      kind: 'practice',
      noun: 'an expense',
      named: { by: 'description' },
      title: ({ verb, named }) => `Expense ${verb === 'restored' ? 'back' : verb}: ${named}`,
    },
    undo: UNDO_ALL,
    holding: 'what the practice bought',
    namesClient: [],
  },
  trips: {
    sync: tripSync,
    journal: {
      kind: 'practice',
      noun: 'miles',
      named: { by: 'purpose' },
      title: ({ verb, named }) => `Miles ${verb === 'restored' ? 'back' : verb}: ${named}`,
    },
    undo: UNDO_ALL,
    holding: 'those who work here',
    namesClient: [],
  },
} satisfies Entities
