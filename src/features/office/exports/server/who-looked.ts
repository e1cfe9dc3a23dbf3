import type { Sheet } from '#features/office/exports/server/rows.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Where a person signed in to the portal stands as an id, which tells a reader nothing. */
const TABLES = ['client_access', 'guest_log', 'owner_asks']

/** Says beside the id of each person of the portal who that is: the client themselves, or a helper of theirs. */
export async function whoLooked(tx: PracticeTx, clientIds: readonly string[], sheets: readonly Sheet[]): Promise<Sheet[]> {
  const known = await tx
    .selectFrom('client_access as a')
    .innerJoin('clients as c', 'c.id', 'a.client_id')
    .select(['a.client_id', 'a.person_id', 'a.role', 'c.name'])
    .where((eb) => eb('a.client_id', '=', eb.fn.any(eb.val([...clientIds]))))
    .orderBy('a.since')
    .execute()
  const keyOf = ({ client_id, person_id }: { client_id?: unknown; person_id?: unknown }) => `${client_id} ${person_id}`
  const words = new Map(known.map((one) => [keyOf(one), one.role === 'helper' ? `A helper of ${one.name}` : one.name]))
  return sheets.map((sheet) =>
    TABLES.includes(sheet.table)
      ? {
          ...sheet,
          columns: sheet.columns.flatMap((name) => (name === 'person_id' ? [name, 'who'] : [name])),
          rows: sheet.rows.map((row) => ({ ...row, who: words.get(keyOf(row)) ?? (row.person_id ? UNKNOWN : null) })),
        }
      : sheet,
  )
}

const UNKNOWN = 'Somebody whose access is no longer on record'
