import type { Pass } from '#features/office/integrations/server/in-pass.ts'
import type { Target } from '#features/office/posts/contract.ts'
import type { PostRow } from '#features/office/posts/server/service.ts'
import { addTask } from '#features/visits/tasks/server/service.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow, holdWriters, keepServerColumns } from '#platform/server/database/rows.ts'

/** Writes how a post stands at a network; `url` of before, where none is given. Nothing of a post that was erased. */
export async function setTarget(
  tx: PracticeTx,
  postId: string,
  network: string,
  is: Pick<Target, 'state' | 'sentence'> & Partial<Target>,
): Promise<PostRow | undefined> {
  await holdWriters(tx)
  const post = await findRow(tx, 'posts', postId)
  if (!post) return undefined
  const was = post.targets[network]
  const at = was?.state === is.state && was.sentence === is.sentence ? was.at : currentTime().toISOString()
  return keepServerColumns(tx, post, 'posts', { targets: { ...post.targets, [network]: { url: was?.url ?? null, ...is, at } } })
}

/** A task of the practice about a post that waits for a person. */
export async function tellMember(tx: PracticeTx, { actor }: Pick<Pass, 'actor'>, title: string, notes: string): Promise<void> {
  const of = { title, notes, dueOn: dayOf(currentTime(), actor.zone), forWhom: 'farrier' as const }
  await addTask(tx, { ...actor, opId: uuidv7() }, uuidv7(), of)
}
