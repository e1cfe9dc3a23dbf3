import '#features/records/yards/server/tables.ts'
import { yardSync } from '#features/records/yards/server/service.ts'
import { capital } from '#lib/capital.ts'
import type { Entities, JournalLine } from '#platform/server/entity.ts'
import { UNDO_ALL } from '#platform/server/undo.ts'

export const yardEntities = {
  yards: {
    sync: yardSync,
    journal: { kind: 'yards', noun: 'a yard', named: { by: 'name' }, title: yardTitle },
    undo: UNDO_ALL,
    holding: { words: ['yard of their own', 'yards of their own'], with: [], names: ['contact_client_id', 'payer_client_id'] },
    namesClient: ['contact_client_id', 'payer_client_id'],
  },
} satisfies Entities

function yardTitle({ verb, named, textIn }: JournalLine): string {
  const words = OF_MANAGERS[verb]
  return words ? `${textIn('name') ?? 'Somebody'} ${words} ${named}` : `${capital(verb)} ${named}`
}

/** What happens to a yard's manager; the line has their name. */
const OF_MANAGERS: Readonly<Record<string, string>> = {
  invited_other: 'is invited as manager of',
  manager_joined: 'is in as manager of',
  manager_ended: 'no longer sees the board of',
  manager_left: 'wants no more to see the board of',
}
