import '#features/evidence/files/server/tables.ts'
import { attachmentSync } from '#features/evidence/files/server/service.ts'
import { capital } from '#lib/capital.ts'
import type { Entities, TableDeclaration } from '#platform/server/entity.ts'
import { UNDO_ALL } from '#platform/server/undo.ts'

export const fileEntities = {
  attachments: {
    sync: attachmentSync,
    journal: { kind: 'work', title: ({ verb, textIn }) => `${capital(verb)} ${textIn('file_name') ?? 'a file'}` },
    undo: UNDO_ALL,
    holding: {
      words: ['file', 'files'],
      with: ['horse_id', 'appointment_id', 'work_entry_id', 'message_id', 'client_id', 'yard_id'],
      names: ['made_by_grant'],
    },
    namesClient: ['client_id'],
    isApprentices: true,
  },
} satisfies Entities

export const fileTables = {
  files: { holding: 'goes with the last record that names it', loose: { made_by_person: 'goes with the file', made_by_grant: 'the same' } },
} satisfies Record<string, TableDeclaration>
