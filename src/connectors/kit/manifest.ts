import type { Feature } from '#lib/plan.ts'

/** The tabs of `/integrations`, in their order. */
export const CATEGORIES = ['calendar', 'accounting', 'marketing', 'mapping', 'social'] as const
export type Category = (typeof CATEGORIES)[number]

/** A field of the connect dialog beside the key: where it is, and under what name. */
type Field = { id: 'address' | 'account'; label: string; placeholder?: string; help?: string }

/** What a connector says of itself; its card and its dialog show it. */
export type Manifest = {
  id: string
  name: string
  description: string
  category: Category
  /** Whose it is: each member connects their own, or the owner connects the practice's. */
  of: 'member' | 'practice'
  /** Without it every plan has it. */
  feature?: Feature
  /** What it needs from who connects it: nothing, or a key with these fields; `where` tells where to find the key. */
  asks: { by: 'nothing' } | { by: 'key'; label: string; where: string; fields: readonly Field[] }
  /** How many requests at once, and in a minute, the far side takes. */
  pace?: { atOnce: number; perMinute: number }
  /** Shown before anything is connected: what leaves, what comes in, and what stays there afterwards. */
  sends: readonly string[]
  brings: readonly string[]
  leaves: readonly string[]
}
