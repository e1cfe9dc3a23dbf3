import { reviewTaskOf } from '#features/visits/care/server/review-task-of.ts'
import type { CareRow } from '#features/visits/care/server/rows.ts'
import { addTask, removeTask } from '#features/visits/tasks/server/service.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow, restoreRow } from '#platform/server/database/rows.ts'

/** The review that a note or a plan requests becomes a task of the horse's; one note makes one. */
export async function putReview(tx: PracticeTx, actor: Actor, note: CareRow): Promise<void> {
  const id = reviewTaskOf(note.id)
  const before = await findRow(tx, 'tasks', id)
  if (before) await restoreRow(tx, actor, before, 'tasks', {})
  else
    await addTask(tx, actor, id, {
      // Without their name, which may have to go.
      title: note.author_role === 'vet' ? 'Review with the vet' : 'Review with the para-professional',
      notes: note.body || null,
      horseId: note.horse_id,
      dueOn: note.review_on,
    })
}

/** Removes the task with the note that made it, unless it is ticked off. */
export async function dropReview(tx: PracticeTx, actor: Actor, noteId: string): Promise<void> {
  const task = await findRow(tx, 'tasks', reviewTaskOf(noteId))
  if (task && !task.deleted_at && !task.done_at) await removeTask(tx, actor, task.id)
}
