import '#features/visits/tasks/server/tables.ts'
import { taskSync } from '#features/visits/tasks/server/service.ts'
import type { Entities } from '#platform/server/entity.ts'
import { UNDO_ALL, undoChange } from '#platform/server/undo.ts'

export const taskEntities = {
  tasks: {
    sync: taskSync,
    journal: {
      kind: 'work',
      noun: 'something to do',
      named: { by: 'title' },
      title: ({ verb, named }) => `${VERBS[verb] ?? 'Task changed'}: ${named}`,
    },
    undo: { ...UNDO_ALL, done: undoChange, opened: undoChange },
    holding: { words: ['task', 'tasks'], with: ['client_id', 'horse_id', 'yard_id', 'appointment_id', 'work_entry_id'] },
    namesClient: ['client_id'],
    isApprentices: true,
  },
} satisfies Entities

const VERBS: Readonly<Record<string, string>> = {
  added: 'Task added',
  done: 'Task ticked off',
  opened: 'Task reopened',
  removed: 'Task removed',
  restored: 'Task restored',
}
