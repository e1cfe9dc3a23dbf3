import '#features/visits/answers/server/tables.ts'
import { answerSync } from '#features/visits/answers/server/service.ts'
import type { Entities, JournalLine } from '#platform/server/entity.ts'

export const answerEntities = {
  visit_answers: {
    sync: answerSync,
    journal: { kind: 'texts', title: answerTitle },
    holding: { words: ['answer about a visit', 'answers about visits'], with: ['client_id', 'appointment_id'], names: ['horse_id'] },
    namesClient: ['client_id'],
  },
} satisfies Entities

/** `Sarah Penrose confirms the visit`. For an answer marked seen, the visit shows whose it was. */
function answerTitle({ verb, after, nameIn }: JournalLine): string {
  if (verb !== 'added') return verb === 'seen' ? "Owner's answer dealt with" : "Owner's answer reopened"
  const horses = typeof after?.horse_name === 'string' ? after.horse_name : 'their horses'
  const words = ANSWERS[String(after?.kind)] ?? 'answers about the visit'
  return `${nameIn('client_id') ?? 'An owner'} ${words.replace('{horses}', horses)}`
}

const ANSWERS: Readonly<Record<string, string>> = {
  confirmed: 'confirms the visit',
  move: 'asks for another time',
  add_horse: 'asks to add a horse',
  box_rest: 'has a horse on box rest',
  gate_code: 'gives the gate code',
  cancel: 'asks to cancel {horses}',
  cancelled: 'cancels {horses}',
}
