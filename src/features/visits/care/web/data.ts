import type { CareNote } from '#features/visits/care/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { record } from '#platform/web/sync/outbox.ts'
import type { Kept } from '#platform/web/sync/rows.ts'

/** A note, a plan or an answer as this device holds it. */
export type KnownNote = Kept<CareNote>

/** Accepts what was written; false when this device no longer has it. Recorded once: only undoing it in Recent Activity reverts it. */
export const accept = async ({ id }: Pick<CareNote, 'id'>, memberId: string): Promise<boolean> =>
  (await record([
    { action: 'UPDATE', entity: 'care_notes', id, data: { takenAt: currentTime().toISOString() }, alsoShow: { takenBy: memberId } },
  ])) !== false

/** Answers what was written. Returns how to take that back, or false when this device no longer has it. */
export async function reply(
  { id: replyToId, horseId }: Pick<CareNote, 'id' | 'horseId'>,
  body: string,
  { memberId, name }: { memberId: string; name: string },
): Promise<false | (() => Promise<boolean>)> {
  const id = uuidv7()
  const said = { replyToId, body: body.trim(), saidAt: currentTime().toISOString() }
  const alsoShow = { ...BLANK, horseId, memberId, authorName: name, authorRole: 'farrier', kind: 'answer' }
  const isSaid = (await record([{ action: 'CREATE', entity: 'care_notes', id, data: said, alsoShow }])) !== false
  return isSaid && (() => takeAnswerBack(id))
}

const takeAnswerBack = async (id: string): Promise<boolean> =>
  (await record([{ action: 'UPDATE', entity: 'care_notes', id, data: { withdrawnAt: currentTime().toISOString() } }])) !== false

const BLANK = {
  ...{ plan: null, figures: null, filmId: null, reviewOn: null, ownerSeesFrom: null },
  ...{ takenAt: null, takenBy: null, withdrawnAt: null },
} satisfies Partial<CareNote>
