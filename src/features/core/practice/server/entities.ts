import '#features/core/practice/server/tables.ts'
import { settingsId } from '#features/core/practice/rules.ts'
import { settingsSync } from '#features/core/practice/server/change-settings.ts'
import { memberSync } from '#features/core/practice/server/service.ts'
import type { ActDeclaration, Entities } from '#platform/server/entity.ts'

export const practiceEntities = {
  members: {
    sync: memberSync,
    journal: { kind: 'practice', noun: 'a colleague', named: { by: 'name' } },
    holding: 'those who work here',
    loose: { person_id: 'a member' },
    namesClient: [],
  },
  settings: {
    sync: settingsSync,
    journal: { kind: 'practice', noun: 'the settings' },
    holding: 'of the practice',
    namesClient: [],
    derivedId: ({ practice_id }) => practice_id && settingsId(practice_id),
  },
} satisfies Entities

/** The practice itself is stored in the directory. */
export const practiceAct: ActDeclaration = { journal: { kind: 'practice', noun: 'the practice' } }
