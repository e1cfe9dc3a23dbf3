import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Where lines were seen: by which connection, as people call it, and for whom. */
export type Seen = { source: 'accounting' | 'card'; connectionId: string; name: string; memberId: string }
/** Money in that was seen there. `ref` identifies it for good, also once the connection has ended: `freeagent:123`. */
export type SeenLine = { ref: string; onDay: Day; description: string; amountPence: number }

/** Adds money that was seen elsewhere to the lines to match, each once however often it is seen; how many are new. */
export async function addSeenLines(
  tx: PracticeTx,
  { source, connectionId, name, memberId }: Seen,
  lines: readonly SeenLine[],
): Promise<number> {
  if (lines.length === 0) return 0
  const rows = lines.map(({ ref, ...line }) => ({
    ...line,
    id: uuidv7(),
    fingerprint: createHash('sha256').update(`${source}\n${ref}`).digest('hex'),
  }))
  const { rows: added } = await sql`
    insert into bank_lines (practice_id, id, import_id, file_name, fingerprint, on_day, description, amount_pence, member_id, source)
    select c.practice_id, (l ->> 'id')::uuid, ${connectionId}, ${name}, l ->> 'fingerprint', (l ->> 'onDay')::date,
      left(l ->> 'description', 500), (l ->> 'amountPence')::integer, ${memberId}, ${source}
    from json_array_elements(${JSON.stringify(rows)}::json) l, connections c where c.id = ${connectionId}
    on conflict (practice_id, fingerprint) do nothing returning id`.execute(tx)
  return added.length
}
