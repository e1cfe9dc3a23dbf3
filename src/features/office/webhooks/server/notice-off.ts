import { firstOwner } from '#features/core/practice/server/first-owner.ts'
import { OFF_WORDS, type OffWhy } from '#features/office/webhooks/rules.ts'
import type { WebhookRow } from '#features/office/webhooks/server/queries.ts'
import { addTask } from '#features/visits/tasks/server/service.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'

/** Does what switches a webhook off, and adds a task of it for the owner in the same transaction; none where it was off already. */
export async function noticeOff(
  db: Database,
  { practiceId, origin, why }: { practiceId: string; origin: string; why: OffWhy },
  work: (tx: PracticeTx) => Promise<WebhookRow | undefined>,
): Promise<void> {
  const actor = await actorOfPractice(db, practiceId, { origin })
  await db.withPractice(practiceId, async (tx) => {
    const webhook = await work(tx)
    if (!webhook) return
    const { host } = new URL(webhook.url)
    const words = { title: `The webhook to ${host} is off`, notes: `${OFF_WORDS[why]}\nUnder Settings, API you can switch it on again.` }
    const memberId = await firstOwner(tx)
    await addTask(tx, { ...actor, memberId }, uuidv7(), { ...words, dueOn: dayOf(currentTime(), actor.zone), forWhom: 'farrier' })
  })
}
