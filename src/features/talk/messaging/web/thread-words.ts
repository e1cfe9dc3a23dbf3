import type { ThreadRecord } from '#features/talk/messaging/contract.ts'
import { pounds } from '#lib/money.ts'

/** `Emergency £50 + 1.75x`: the badge of an emergency conversation, with its price once that is known. */
export function emergencyBadge({
  emergencyRate,
  emergencyMultiplier,
}: Pick<ThreadRecord, 'emergencyRate' | 'emergencyMultiplier'>): string {
  if (emergencyRate === null) return 'Emergency'
  const times = emergencyMultiplier && emergencyMultiplier !== 1 ? ` + ${emergencyMultiplier}x` : ''
  return `Emergency ${pounds(Math.round(emergencyRate * 100))}${times}`
}
