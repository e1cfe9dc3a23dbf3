import type { FileUsage } from '#features/evidence/files/contract.ts'
import { filePlanOf, isVideo, monthOf, planRefusal } from '#features/evidence/files/plan.ts'
import { sumStored } from '#features/evidence/files/server/queries.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** A practice's storage use, and the limits of its plan. */
export async function usageOf(tx: PracticeTx, actor: Actor): Promise<FileUsage> {
  const { month, from } = monthOf(currentTime(), actor.zone)
  const { all, videos } = await sumStored(tx, from)
  return { tier: actor.tier, month, videoBytes: videos, storedBytes: all, plan: filePlanOf(actor.tier) }
}

/** A file that is to come or to be put on record; `id` when it is stored already. */
type ToFile = Parameters<typeof planRefusal>[1] & { id?: string }

/**
 * Checks that the practice's plan accepts a file.
 * @throws video_not_in_plan, gait_not_in_plan, video_month_full, photo_too_big
 */
export async function requirePlan(tx: PracticeTx, actor: Actor, file: ToFile): Promise<void> {
  const videoBytes = isVideo(file) ? (await sumStored(tx, monthOf(currentTime(), actor.zone).from, file.id)).videos : 0
  const refusal = planRefusal(actor.tier, file, videoBytes)
  if (refusal) throw new AppError(refusal)
}
