import type { Sheet } from '#features/office/exports/server/rows.ts'
import { CARE_ROLES } from '#features/records/guests/care-rules.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Tables that have a person of the portal as an id, which means nothing to a reader. */
const TABLES = ['client_access', 'guest_log', 'horse_grants', 'horse_shares', 'owner_asks']

/**
 * Adds who each person of the portal is beside their id: the client themselves, a helper of theirs, someone who shares a horse or treats
 * it; and for whom a link was made.
 */
export async function whoLooked(tx: PracticeTx, clientIds: readonly string[], sheets: readonly Sheet[]): Promise<Sheet[]> {
  const known = await tx
    .selectFrom('client_access as a')
    .innerJoin('clients as c', 'c.id', 'a.client_id')
    .select(['a.client_id', 'a.person_id', 'a.role', 'a.to_name', 'c.name'])
    .where((eb) => eb('a.client_id', '=', eb.fn.any(eb.val([...clientIds]))))
    .orderBy('a.since')
    .execute()
  const sharing = await tx
    .selectFrom('horse_grants as g')
    .innerJoin('horses as h', 'h.id', 'g.horse_id')
    .select(['g.client_id', 'g.person_id', 'g.to_name', 'g.role', 'h.name'])
    .where((eb) => eb('g.client_id', '=', eb.fn.any(eb.val([...clientIds]))))
    .orderBy('g.from_at')
    .execute()
  const links = await tx
    .selectFrom('horse_shares')
    .select(['id', 'to_name'])
    .where((eb) => eb('client_id', '=', eb.fn.any(eb.val([...clientIds]))))
    .execute()
  const linkWords = new Map<unknown, string>(links.map(({ id, to_name }) => [id, `Whoever had the link for ${to_name}`]))
  const keyOf = ({ client_id, person_id }: { client_id?: unknown; person_id?: unknown }) => `${client_id} ${person_id}`
  const words = new Map([
    ...sharing.map(
      (one) =>
        [
          keyOf(one),
          `${one.to_name ?? 'Somebody'}, ${one.role === 'sharer' ? `who shares ${one.name}` : `${CARE_ROLES[one.role].as} of ${one.name}`}`,
        ] as const,
    ),
    ...known.map((one) => [keyOf(one), one.role === 'helper' ? helperOf(one) : one.name] as const),
  ])
  return sheets.map((sheet) =>
    TABLES.includes(sheet.table)
      ? {
          ...sheet,
          columns: sheet.columns.flatMap((name) => (name === 'person_id' ? [name, 'who'] : [name])),
          rows: sheet.rows.map((row) => ({
            ...row,
            who: words.get(keyOf(row)) ?? linkWords.get(row.share_id) ?? (row.person_id ? UNKNOWN : null),
          })),
        }
      : sheet,
  )
}

const helperOf = ({ to_name, name }: { to_name: string | null; name: string }) =>
  to_name ? `${to_name}, who helps ${name}` : `A helper of ${name}`

const UNKNOWN = 'Somebody whose access is no longer on record'
