import '#features/records/kinds/server/tables.ts'
import { kindId } from '#features/records/kinds/rules.ts'
import { kindSync, undoKind } from '#features/records/kinds/server/service.ts'
import type { Entities } from '#platform/server/entity.ts'
import { undoChange } from '#platform/server/undo.ts'

export const kindEntities = {
  service_types: {
    sync: kindSync,
    journal: { kind: 'practice', noun: 'a kind of work', named: { by: 'label' } },
    undo: { added: undoKind, changed: undoChange, removed: undoChange, restored: undoChange },
    holding: 'of the practice',
    namesClient: [],
    derivedId: ({ practice_id, service_type }) => practice_id && kindId(practice_id, service_type ?? ''),
  },
} satisfies Entities
