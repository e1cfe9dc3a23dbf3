import type { Target } from '#features/office/posts/contract.ts'

/** A post of which a server that was restored doesn't know whether it had gone. */
export const inDoubt = (at: Date): Target => ({ state: 'doubt', url: null, sentence: RESTORED, at: at.toISOString() })
const RESTORED = 'This server was restored from a backup and can’t tell whether it went before. Look there, and say.'
