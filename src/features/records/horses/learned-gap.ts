import type { Pause } from '#features/records/horses/contract.ts'
import { inTime, type Service } from '#features/records/horses/rules.ts'
import { daysBetween } from '#lib/dates.ts'

/** Only the newest gaps show how the horse is kept now. */
const GAPS_COUNTED = 12

/**
 * The actual gap between a horse's services: the median of the days between services that start its cycle, and how many gaps that rests on;
 * null without two services. Gaps that contain a pause are left out. With `serviceType`, only gaps that began with that work count.
 */
export function learnedGap(
  services: readonly Service[],
  { pauses = [], serviceType }: { pauses?: readonly Pause[] | undefined; serviceType?: string | undefined } = {},
): { days: number; gaps: number } | null {
  const order = services.filter((service) => service.resetsCycle).toSorted(inTime)
  const gaps = order.slice(1).flatMap((next, at) => {
    const before = order[at] as Service
    const days = daysBetween(before.workDate, next.workDate)
    const isRest = pauses.some((pause) => pause.fromOn < next.workDate && (pause.untilOn ?? next.workDate) > before.workDate)
    const isMeant = serviceType === undefined || before.serviceType === serviceType
    return days > 0 && isMeant && !isRest ? [days] : []
  })
  const counted = gaps.slice(-GAPS_COUNTED).sort((a, b) => a - b)
  const [low, high] = [counted[(counted.length - 1) >> 1], counted[counted.length >> 1]]
  return low === undefined || high === undefined ? null : { days: Math.round((low + high) / 2), gaps: counted.length }
}
