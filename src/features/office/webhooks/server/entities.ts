import '#features/office/webhooks/server/tables.ts'
import type { TableDeclaration } from '#platform/server/entity.ts'

const VERBS: Readonly<Record<string, string>> = {
  added: 'Added the webhook to',
  changed: 'Changed the webhook to',
  removed: 'Removed the webhook to',
  rotated: 'Made a new secret for the webhook to',
}

export const webhookTables = {
  webhooks: {
    holding: 'programs of those who work here',
    loose: { id: 'key', vault_key_id: 'no person', old_vault_key_id: 'no person' },
    journal: {
      kind: 'practice',
      noun: 'a webhook',
      title: ({ verb, textIn }) => `${VERBS[verb] ?? VERBS.changed} ${textIn('host') ?? 'an address'}`,
    },
  },
  webhook_deliveries: {
    holding: 'ids alone, for 30 days: which record changed, and nothing of it',
    loose: { id: 'key', subject_id: 'an id without anything behind it' },
  },
} satisfies Record<string, TableDeclaration>
