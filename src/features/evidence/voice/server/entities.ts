import '#features/evidence/voice/server/tables.ts'
import { voiceSync } from '#features/evidence/voice/server/service.ts'
import type { Entities } from '#platform/server/entity.ts'
import { UNDO_ALL } from '#platform/server/undo.ts'

export const voiceEntities = {
  voice_notes: {
    sync: voiceSync,
    journal: {
      kind: 'work',
      noun: 'A horse',
      named: { after: 'horses', column: 'horse_id' },
      title: ({ verb, named }) => `${named}, voice note ${VERBS[verb] ?? 'corrected'}`,
    },
    undo: UNDO_ALL,
    holding: {
      words: ['voice note', 'voice notes'],
      with: ['horse_id'],
      names: ['appointment_id', 'visit_horse_id', 'work_entry_id'],
    },
    namesClient: [],
    isApprentices: true,
  },
} satisfies Entities

const VERBS: Readonly<Record<string, string>> = { added: 'recorded', removed: 'removed', restored: 'back' }
