import { uuidOf } from '#lib/ids.ts'

/** The second, small practice that the owner of a visitor's copy of the demo sees beside the copy. */
export const besideOf = (copyId: string): string => uuidOf('demo', 'beside', copyId)
