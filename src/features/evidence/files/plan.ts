import type { FileUsage } from '#features/evidence/files/contract.ts'
import type { FileType } from '#features/evidence/files/rules.ts'
import type { Kind } from '#features/evidence/files/sniff.ts'
import { dayOf, instantOf } from '#lib/dates.ts'
import type { ErrorCode } from '#lib/errors.ts'
import { can, type Tier } from '#lib/plan.ts'

/** Bytes; null: no limit but that of a single file. */
export type FilePlan = FileUsage['plan']

const MB = 1024 * 1024

/** A plan's limits on files (Spec §9 Plans and §6 Tier feature gating). */
export function filePlanOf(tier: Tier): FilePlan {
  const hasVideo = can(tier, 'video-upload')
  return {
    photoBytes: can(tier, 'big-photos') ? null : 5 * MB,
    hasVideo,
    hasGaitAnalysis: can(tier, 'gait-analysis'),
    videoBytesAMonth: can(tier, 'unlimited-storage') ? null : hasVideo ? 5 * 1024 * MB : 0,
  }
}

/** A file to be filed, as far as it is known. A file is a video by its content or by its file type. */
type ToFile = { kind?: Kind | undefined; fileType?: FileType | undefined; bytes: number }

/**
 * The reason why a plan refuses a file now; undefined: it doesn't. `videoBytes` are those of this month so far. Only new files are checked:
 * after a change to a smaller plan existing files stay readable, and new videos wait for a larger plan or for room (Spec §4 Plan changes).
 */
export function planRefusal(tier: Tier, { kind, fileType, bytes }: ToFile, videoBytes: number): ErrorCode | undefined {
  const plan = filePlanOf(tier)
  if (fileType === 'gait-analysis' && !plan.hasGaitAnalysis) return 'gait_not_in_plan'
  if (isVideo({ kind, fileType })) {
    if (!plan.hasVideo) return 'video_not_in_plan'
    if (plan.videoBytesAMonth !== null && videoBytes + bytes > plan.videoBytesAMonth) return 'video_month_full'
  }
  if (fileType === 'image' && plan.photoBytes !== null && bytes > plan.photoBytes) return 'photo_too_big'
  return undefined
}

/** Whether a file counts towards a month's videos. */
export const isVideo = ({ kind, fileType }: Pick<ToFile, 'kind' | 'fileType'>): boolean => kind === 'video' || fileType === 'video'

/** The calendar month of an instant in a practice's zone, `yyyy-MM`, and when it began. */
export function monthOf(at: Date, zone: string): { month: string; from: Date } {
  const month = dayOf(at, zone).slice(0, 7)
  return { month, from: instantOf(`${month}-01`, '00:00', zone) }
}
