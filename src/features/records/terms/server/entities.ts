import '#features/records/terms/server/tables.ts'
import { acceptanceSync } from '#features/records/terms/server/service.ts'
import type { Entities, TableDeclaration } from '#platform/server/entity.ts'

export const termsEntities = {
  terms_acceptances: {
    sync: acceptanceSync,
    journal: { kind: 'clients', title: ({ nameIn }) => `Terms accepted by ${nameIn('client_id') ?? 'a client'}` },
    holding: { words: ['acceptance of the terms', 'acceptances of the terms'], with: ['client_id'] },
    namesClient: ['client_id'],
  },
} satisfies Entities

export const termsTables = {
  terms_versions: {
    holding: 'of the practice',
    journal: {
      kind: 'clients',
      title: ({ verb, nameIn }) => (verb === 'sent' ? `Terms sent to ${nameIn('client_id') ?? 'a client'}` : 'New terms of business'),
    },
  },
} satisfies Record<string, TableDeclaration>
