import { uuidv7 } from '#lib/ids.ts'
import type { LatLng } from '#lib/position.ts'
import { type FoundBy, mayBeFound } from '#lib/position-fields.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { keepServerColumns, logActivity, rowForChange } from '#platform/server/database/rows.ts'

/** A yard or a client whose record has an address; `isOpen`: a position found by that may be theirs. */
export type NamedPlace = { entity: 'yards' | 'clients'; id: string; text: string; isOpen: boolean }

/** The yards, and the clients who are active, with three words or with a postcode. */
export async function listNamedPlaces(tx: PracticeTx, by: FoundBy): Promise<NamedPlace[]> {
  const columns = ['id', `${by} as text`, 'lat', 'position_source'] as const
  const yards = await tx.selectFrom('yards').select(columns).where(by, 'is not', null).where('deleted_at', 'is', null).execute()
  const clients = await tx
    .selectFrom('clients')
    .select(columns)
    .where(by, 'is not', null)
    .where('deleted_at', 'is', null)
    .where('is_active', '=', true)
    .execute()
  const placesOf = (entity: NamedPlace['entity'], rows: typeof yards) =>
    rows.flatMap(({ id, text, ...row }) => (text === null ? [] : [{ entity, id, text, isOpen: mayBeFound(by, row) }]))
  return [...placesOf('yards', yards), ...placesOf('clients', clients)]
}

/**
 * Gives a place the position that was found for it, and returns whether it did: a place that was changed meanwhile keeps what it has. It is
 * the server's own (keepServerColumns): a device that set the position without a signal meets no conflict, its position counts. The
 * journal's line is in no list, and hinders no undo, of an import for one.
 */
export async function keepFoundPosition(
  tx: PracticeTx,
  actor: Actor,
  { entity, id, text }: NamedPlace,
  { by, at }: { by: FoundBy; at: LatLng },
): Promise<boolean> {
  const row = await rowForChange(tx, entity, id, entity === 'yards' ? 'yard_not_found' : 'client_not_found')
  if (row.deleted_at || row[by] !== text || !mayBeFound(by, row)) return false
  const { lat, lng, position_source } = row
  const found = { ...at, position_source: by }
  if (lat === at.lat && lng === at.lng && position_source === by) return true
  await keepServerColumns(tx, row, entity, found)
  const before = { lat, lng, position_source }
  await logActivity(tx, { ...actor, opId: uuidv7() }, { entity, entityId: id, verb: 'found', before, after: found })
  return true
}
