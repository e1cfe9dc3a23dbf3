import type { TableDeclaration } from '#platform/server/entity.ts'

export const apiKeyTables = {
  api_keys: {
    holding: 'those who work here, and their programs',
    loose: { id: 'key' },
    journal: {
      kind: 'practice',
      noun: 'an API key',
      title: ({ verb, named }) => `${verb === 'revoked' ? 'Revoked' : 'Made'} the API key ${named}`,
    },
  },
} satisfies Record<string, TableDeclaration>
