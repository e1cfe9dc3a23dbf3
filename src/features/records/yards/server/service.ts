// Followed by: reminders and confirmations (visits/appointments); charges (ledger/invoices); posts that come down with a consent (office/integrations).

import { requireClient } from '#features/records/clients/server/require-client.ts'
import { requireMayChange } from '#features/records/clients/server/service.ts'
import type { NewYard, Yard, YardChange } from '#features/records/yards/contract.ts'
import { NewYard as NewYardShape, YardChange as YardChangeShape } from '#features/records/yards/contract.ts'
import { listHorsesAt, listOpenVisitsAt, listYards, type YardRow } from '#features/records/yards/server/queries.ts'
import { noneIfBlank } from '#lib/blank.ts'
import { optionalId } from '#lib/canonical.ts'
import { requireWholePosition } from '#lib/position-fields.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { deleteRow, holdWriters, insertRow, type MergePolicy, rowForChange, updateRow } from '#platform/server/database/rows.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

/** Yards by name, a page at a time. */
export async function yardsPage(
  tx: PracticeTx,
  page: { limit: number; after?: { name: string; id: string } | undefined },
): Promise<Yard[]> {
  return (await listYards(tx, page)).map(toYard)
}

/** Adds a yard; `id` may have been made on a device. @throws forbidden, client_not_found, id_taken */
export async function addYard(tx: PracticeTx, actor: Actor, id: string, input: NewYard): Promise<YardRow> {
  requireMayChange(actor)
  await holdWriters(tx)
  const columns = toColumns(input)
  await requirePeople(tx, columns)
  return insertRow(tx, actor, 'yards', id, { ...columns, name: input.name })
}

/** Changes the fields in `input`; null clears one. @throws forbidden, yard_not_found, client_not_found, bad_request (half a position), conflict */
export async function changeYard(tx: PracticeTx, actor: Actor, id: string, input: YardChange, baseRev?: number): Promise<YardRow> {
  requireMayChange(actor)
  const before = await rowForChange(tx, 'yards', id, 'yard_not_found')
  const columns = toColumns(input)
  requireWholePosition(before, columns)
  await requirePeople(tx, columns, before)
  return updateRow(tx, actor, before, 'yards', columns, { baseRev, policy: POLICY })
}

/** Removes a yard; its horses and coming visits stay, without a yard. @throws forbidden, yard_not_found, conflict */
export async function removeYard(tx: PracticeTx, actor: Actor, id: string, baseRev?: number): Promise<YardRow> {
  requireMayChange(actor)
  const before = await rowForChange(tx, 'yards', id, 'yard_not_found')
  if (before.deleted_at) return before
  const removed = await deleteRow(tx, actor, before, 'yards', { baseRev })
  for (const horse of await listHorsesAt(tx, id)) await updateRow(tx, actor, horse, 'horses', { yard_id: null })
  for (const visit of await listOpenVisitsAt(tx, id)) await updateRow(tx, actor, visit, 'appointments', { yard_id: null })
  return removed
}

/** A row as it goes over the wire. */
export function toYard(row: YardRow): Yard {
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    postcode: row.postcode,
    lat: row.lat,
    lng: row.lng,
    positionSource: row.position_source,
    what3words: row.what3words,
    accessNotes: row.access_notes,
    gateCode: row.gate_code,
    hasCover: row.has_cover,
    hasLights: row.has_lights,
    contactClientId: row.contact_client_id,
    payerClientId: row.payer_client_id,
  }
}

export const yardSync: SyncedEntity<'yards'> = {
  toWire: toYard,
  write: { newShape: NewYardShape, changeShape: YardChangeShape, create: addYard, update: changeYard, remove: removeYard },
}

/**
 * A pin is one value: half of one device's and half of another's would lie in neither place. Access notes are kept from both (sync.md): a
 * lost code is a locked gate.
 */
const POLICY: MergePolicy = {
  groups: { position: ['lat', 'lng', 'position_source'] },
  both: { gate_code: 500, access_notes: 4000 },
}

type People = Pick<Partial<YardRow>, 'contact_client_id' | 'payer_client_id'>

/** Only changed references are checked: a yard may keep a contact who was removed since. */
async function requirePeople(tx: PracticeTx, named: { [K in keyof People]: People[K] | undefined }, before: People = {}): Promise<void> {
  for (const column of ['contact_client_id', 'payer_client_id'] as const) {
    const id = named[column]
    if (id && id !== before[column]) await requireClient(tx, id)
  }
}

function toColumns(input: YardChange) {
  return {
    name: input.name,
    address: noneIfBlank(input.address),
    postcode: noneIfBlank(input.postcode),
    lat: input.lat,
    lng: input.lng,
    position_source: input.positionSource,
    what3words: noneIfBlank(input.what3words),
    access_notes: noneIfBlank(input.accessNotes),
    gate_code: noneIfBlank(input.gateCode),
    has_cover: input.hasCover,
    has_lights: input.hasLights,
    contact_client_id: optionalId(input.contactClientId, 'client_not_found'),
    payer_client_id: optionalId(input.payerClientId, 'client_not_found'),
  }
}
