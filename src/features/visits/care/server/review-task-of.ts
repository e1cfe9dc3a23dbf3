import { uuidOf } from '#lib/ids.ts'

/** The task that a note's review is. */
export const reviewTaskOf = (noteId: string): string => uuidOf('care_review', noteId)
