import type { VisitAnswer, VisitAnswerChange } from '#features/visits/answers/contract.ts'
import { VisitAnswerChange as VisitAnswerChangeShape } from '#features/visits/answers/contract.ts'
import { type AnswerRow, listAnswers } from '#features/visits/answers/server/queries.ts'
import { toAnswer } from '#features/visits/answers/server/wire.ts'
import { AppError } from '#lib/errors.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { type MergePolicy, rowForChange, updateRow } from '#platform/server/database/rows.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

type AnswersParams = Parameters<typeof listAnswers>[1]

/** What owners answered, newest first, a page at a time. */
export const answersPage = async (tx: PracticeTx, params: AnswersParams): Promise<VisitAnswer[]> =>
  (await listAnswers(tx, params)).map(toAnswer)

/** Marks an answer as seen, or as unseen again; any member may. @throws visit_answer_not_found, conflict */
export async function seeAnswer(
  tx: PracticeTx,
  actor: Actor,
  id: string,
  { seenAt }: VisitAnswerChange,
  baseRev?: number,
): Promise<AnswerRow> {
  const before = await rowForChange(tx, 'visit_answers', id, 'visit_answer_not_found')
  const columns = seenAt ? { seen_at: new Date(seenAt), seen_by: memberOf(actor) } : seenAt === null ? { seen_at: null, seen_by: null } : {}
  return updateRow(tx, actor, before, 'visit_answers', columns, { baseRev, policy: POLICY, verb: seenAt ? 'seen' : 'changed' })
}

/** Devices mark answers seen; only an owner's own link gives one, and nothing takes one away. */
export const answerSync: SyncedEntity<'visit_answers'> = {
  toWire: toAnswer,
  write: {
    newShape: VisitAnswerChangeShape,
    changeShape: VisitAnswerChangeShape,
    create: refuse,
    update: seeAnswer,
    remove: refuse,
  },
}

/** Marked seen on two devices, an answer is seen; this raises no conflict. */
const POLICY: MergePolicy = { groups: { seen: ['seen_at', 'seen_by'] }, free: ['seen'] }

async function refuse(): Promise<never> {
  throw new AppError('forbidden')
}
