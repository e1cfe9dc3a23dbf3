import type { Row } from '#platform/server/database/rows.ts'

export type CareRow = Row<'care_notes'>

/** The columns that only some of what is written has. */
export const NOTHING = {
  ...{ person_id: null, member_id: null, reply_to_id: null, plan: null, figures: null, film_id: null, review_on: null },
  ...{ owner_sees_from: null, taken_at: null, taken_by: null, withdrawn_at: null },
} as const
