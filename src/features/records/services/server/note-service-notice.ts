import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { DirectoryTx } from '#platform/server/database/db.ts'
import type { DirectoryTables } from '#platform/server/database/directory-tables.ts'

export type ServiceNoticeKind = DirectoryTables['directory.service_notices']['kind']

/** What a notice of a seat is made from; one about all that a person pays for has none. */
type NoticeFacts = {
  seatId?: string
  endsOn?: string
  why?: string
  since?: string
  service?: string
  from?: string
  pence?: string
}

type Noted = { personId: string; kind: ServiceNoticeKind; key: string; facts?: NoticeFacts }

/** Notes a notice to a person about what they pay for: due at once, and once for each kind and key, however often it is noted. */
export async function noteServiceNotice(tx: DirectoryTx, { personId, kind, key, facts = {} }: Noted): Promise<void> {
  await tx
    .insertInto('directory.service_notices')
    .values({
      ...{ id: uuidv7(), person_id: personId, kind, key, facts: JSON.stringify(facts) },
      ...{ due_at: AT_ONCE, made_at: currentTime(), state_at: currentTime() },
    })
    .onConflict((same) => same.columns(['person_id', 'kind', 'key']).doNothing())
    .execute()
}

/** Due by any clock. */
const AT_ONCE = new Date(0)
