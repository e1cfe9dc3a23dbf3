import type { DirectoryTx } from '#platform/server/database/db.ts'

/** A person's notice about the services they pay for, as it left or would have left. */
export type SentNotice = {
  id: string
  subject: string
  body: string
  address: string | null
  state: string
  reason: string | null
  at: Date
}

const MOST = 30

/** The newest first; what is not written yet is left out, and one message of several rows is there once. */
export async function toldOf(tx: DirectoryTx, personId: string): Promise<SentNotice[]> {
  const rows = await tx
    .selectFrom('directory.service_notices')
    .select(['id', 'subject', 'body', 'address', 'state', 'state_reason as reason', 'made_at as at'])
    .where('person_id', '=', personId)
    .where('body', 'is not', null)
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
  const told = rows.map(({ subject, body, ...row }) => ({ ...row, subject: subject ?? '', body: body ?? '' }))
  return [...new Map(told.toReversed().map((one) => [one.body, one])).values()].toReversed()
}
