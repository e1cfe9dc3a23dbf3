import { forgetPlanned } from '#features/core/notices/server/forget-planned.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Review requests that wait go no more. */
export const forgetReviewRequests = (tx: PracticeTx): Promise<void> => forgetPlanned(tx, 'review')
