import type { Tier } from '#features/practice/contract.ts'

/**
 * Whether a plan has work templates of the practice's own (Spec §9 Plans). It asks of new and changed ones alone: after a change to a smaller
 * plan those that are there can still be used and removed.
 */
export const hasTemplates = (tier: Tier): boolean => tier !== 'essential'
