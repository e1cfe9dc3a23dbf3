// Followed by: reminders and confirmations (visits/appointments); charges (ledger/invoices); the index of whose address it is (records/guests); allocations, VAT by its day and the oldest debt (ledger/payments); posts that come down with a consent (office/integrations).

import type { ClientMerge } from '#features/records/clients/contract.ts'
import { DEFAULT_SMS_PREFERENCES } from '#features/records/clients/rules.ts'
import {
  type Access,
  type AnyRow,
  findAny,
  hasLeavingText,
  listNaming,
  listOwnership,
  listOwnershipOf,
  listOwnPrices,
  moveAccess,
  moveLinks,
  moveNotices,
  moveShares,
  namingClients,
  type Ownership,
  replaceOwnership,
  returnAccess,
  returnLinks,
  returnNotices,
  returnShares,
  type Shares,
} from '#features/records/clients/server/merge-queries.ts'
import { type ClientRow, findPreferences } from '#features/records/clients/server/queries.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { CLIENT_POLICY, type clientColumns, requireMayChange } from '#features/records/clients/server/service.ts'
import { AppError } from '#lib/errors.ts'
import { uuidOf } from '#lib/ids.ts'
import { requireWholePosition } from '#lib/position-fields.ts'
import type { SyncedName } from '#lib/sync.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import {
  deleteRow,
  holdWriters,
  insertRow,
  keepServerColumns,
  logActivity,
  type Row,
  restoreRow,
  updateRow,
} from '#platform/server/database/rows.ts'
import type { Undo } from '#platform/server/entity.ts'
import { asColumns, comparable } from '#platform/server/undo.ts'

type Json = Record<string, unknown>
/** Columns of a row as merging found and left them. */
type Move = { table: SyncedName; id: string; was: Json; is: Json }
/** All that taking a merge back needs. */
type Merged = {
  mergedId: string
  mergedName: string
  moves: Move[]
  notices: string[]
  access: Access[]
  /** Absent: it was merged before horses could be shared. */
  shares?: Shares
  links: string[]
  ownership: { was: Ownership[]; is: Ownership[] }
}

/**
 * Merges two clients: every reference to `otherId` becomes `keptId`, the chosen fields are written, and the other client is removed. Frozen
 * history (`as_was`) does not change. One journal line holds everything that the undo needs.
 * @throws forbidden, client_not_found, same_client, text_is_leaving
 */
export async function mergeClients(tx: PracticeTx, actor: Actor, keptId: string, { otherId, fields, textsOf }: MergeInput) {
  requireMayChange(actor)
  await holdWriters(tx)
  if (keptId === otherId) throw new AppError('same_client')
  const [kept, other] = [await requireClient(tx, keptId), await requireClient(tx, otherId)]
  if (await hasLeavingText(tx, otherId)) throw new AppError('text_is_leaving')
  const merged: Merged = {
    mergedId: otherId,
    mergedName: other.name,
    moves: [
      ...(await moveRows(tx, kept, other)),
      ...(await takePrices(tx, actor, keptId, otherId)),
      ...(textsOf === 'other' ? await takeTexts(tx, actor, kept, other) : []),
    ],
    notices: await moveNotices(tx, otherId, keptId),
    access: await moveAccess(tx, otherId, keptId),
    shares: await moveShares(tx, otherId, keptId),
    links: await moveLinks(tx, otherId, keptId),
    ownership: await moveOwnership(tx, actor, keptId, otherId),
  }
  const { row, move } = await writeChosen(tx, actor, kept, other, fields)
  if (move) merged.moves.push(move)
  await deleteRow(tx, actor, other, 'clients', { isPart: true })
  const after = { name: row.name, ...merged }
  const activityId = await logActivity(tx, actor, {
    entity: 'clients',
    entityId: keptId,
    verb: 'merged',
    before: { name: kept.name },
    after,
  })
  return { client: row, activityId }
}

/** The journal's line of a merge that came as `opId`. @throws not_found */
export async function requireMerge(tx: PracticeTx, opId: string): Promise<string> {
  const merge = await tx.selectFrom('activity').select('id').where('act_id', '=', opId).where('verb', '=', 'merged').executeTakeFirst()
  if (!merge) throw new AppError('not_found')
  return merge.id
}

type MergeInput = Omit<ClientMerge, 'fields'> & { fields: ReturnType<typeof clientColumns> }

/**
 * Undoes a merge: restores each row as it was. Rows added to the kept client since then stay there.
 * @throws forbidden, changed_since when something that was moved has been changed again
 */
export const undoMerge: Undo = async (tx, actor, done) => {
  requireMayChange(actor)
  const merged = done.after as unknown as Merged
  const [kept, other] = [await findAny(tx, 'clients', done.entity_id), await findAny(tx, 'clients', merged.mergedId)]
  if (!kept || kept.deleted_at || !other?.deleted_at) throw new AppError('changed_since')
  for (const move of merged.moves) await putBack(tx, actor, move)
  await putBackOwnership(tx, actor, kept.id, merged)
  await restoreRow(tx, actor, other as ClientRow, 'clients', {})
  await returnNotices(tx, merged.notices, kept.id, other.id)
  await returnAccess(tx, merged.access, kept.id, other.id)
  if (merged.shares) await returnShares(tx, merged.shares, kept.id, other.id)
  await returnLinks(tx, merged.links, kept.id, other.id)
}

async function moveRows(tx: PracticeTx, kept: ClientRow, other: ClientRow): Promise<Move[]> {
  const moves: Move[] = []
  for (const [table, columns] of namingClients())
    for (const row of await listNaming(tx, table, columns, other.id)) {
      if (row.id === kept.id || row.id === other.id) continue // Written with what was chosen.
      const is = renamed(row, columns, other.id, kept.id)
      moves.push(await moveRow(tx, table, row, is))
    }
  return moves
}

/** The row's columns that name the one client, naming the other; a horse's list of owners too. */
function renamed(row: AnyRow, columns: readonly string[], from: string, to: string): Json {
  const named = columns.filter((column) => row[column] === from).map((column) => [column, to] as const)
  const { owners } = row
  const isInOwners = Array.isArray(owners) && owners.some((owner) => owner.clientId === from)
  return {
    ...Object.fromEntries(named),
    ...(isInOwners && { owners: owners.map((owner) => (owner.clientId === from ? { ...owner, clientId: to } : owner)) }),
  }
}

async function moveRow(tx: PracticeTx, table: SyncedName, row: AnyRow, is: Json): Promise<Move> {
  const was = Object.fromEntries(Object.keys(is).map((column) => [column, row[column]]))
  await keepServerColumns(tx, row as unknown as Row<'clients'>, table as 'clients', is)
  return { table, id: row.id, was, is }
}

/** Prices agreed with the other are agreed with the kept one, who keeps their own; a price of null is none. Its id is made as the money feature makes it. */
async function takePrices(tx: PracticeTx, actor: Actor, keptId: string, otherId: string): Promise<Move[]> {
  const moves: Move[] = []
  for (const agreed of await listOwnPrices(tx, otherId)) {
    const { price_item_id, unit_pence } = agreed
    const id = uuidOf('price_overrides', price_item_id, keptId)
    const own = await findAny(tx, 'price_overrides', id)
    if (own && own.unit_pence !== null) continue
    const none = { price_item_id, client_id: keptId, horse_id: null, yard_id: null, unit_pence: null }
    const row = own ?? ((await insertRow(tx, actor, 'price_overrides', id, none, { isPart: true })) as unknown as AnyRow)
    moves.push(await moveRow(tx, 'price_overrides', row, { unit_pence }))
    moves.push(await moveRow(tx, 'price_overrides', agreed as unknown as AnyRow, { unit_pence: null }))
  }
  return moves
}

/** The other's wishes become the kept one's; one who had none gets the defaults back when this is undone. */
async function takeTexts(tx: PracticeTx, actor: Actor, kept: ClientRow, other: ClientRow): Promise<Move[]> {
  const [own, wished] = [await findPreferences(tx, kept.id), await findPreferences(tx, other.id)]
  if (!own && !wished) return []
  const row =
    own ?? (await insertRow(tx, actor, 'sms_preferences', uuidOf('sms_preferences', kept.id), { client_id: kept.id }, { isPart: true }))
  const is = wishesOf(wished)
  return [await moveRow(tx, 'sms_preferences', row as unknown as AnyRow, is)]
}

const wishesOf = (row: Row<'sms_preferences'> | undefined): Json => ({
  enable_reminders: row?.enable_reminders ?? DEFAULT_SMS_PREFERENCES.enableReminders,
  reminder_hours: row?.reminder_hours ?? DEFAULT_SMS_PREFERENCES.reminderHours,
  enable_updates: row?.enable_updates ?? DEFAULT_SMS_PREFERENCES.enableUpdates,
  enable_confirmations: row?.enable_confirmations ?? DEFAULT_SMS_PREFERENCES.enableConfirmations,
  next_stops_before: row?.next_stops_before ?? DEFAULT_SMS_PREFERENCES.nextStopsBefore,
})

/** A horse that both had from the same day on had one owner all along, for the longer of the two. */
async function moveOwnership(tx: PracticeTx, actor: Actor, keptId: string, otherId: string): Promise<Merged['ownership']> {
  const was = await listOwnership(tx, otherId, keptId)
  const periods = Map.groupBy(was, (row) => `${row.horse_id} ${row.from_on}`)
  const is = [...periods.values()].map((same): Ownership => {
    const ends = same.map((row) => row.to_on)
    const to_on = ends.some((end) => end === null) ? null : (ends.toSorted().at(-1) ?? null)
    return { ...(same[0] as Ownership), client_id: keptId, to_on }
  })
  await replaceOwnership(tx, actor.practiceId, was, is)
  return { was, is }
}

async function putBackOwnership(tx: PracticeTx, actor: Actor, keptId: string, { ownership, mergedId }: Merged): Promise<void> {
  const horseIds = [...new Set(ownership.is.map((row) => row.horse_id))]
  const now = await listOwnershipOf(tx, horseIds, [keptId, mergedId])
  if (comparable(now.map(asText).sort()) !== comparable(ownership.is.map(asText).sort())) throw new AppError('changed_since')
  await replaceOwnership(tx, actor.practiceId, ownership.is, ownership.was)
}

const asText = ({ horse_id, client_id, from_on, to_on }: Ownership) => [horse_id, client_id, from_on, to_on].join(' ')

/**
 * Writes the chosen values to the kept client. If either record has stopped texts, they stay stopped, as does the wish to be on no yard's board;
 * the marks as different people of both records stay.
 */
async function writeChosen(tx: PracticeTx, actor: Actor, kept: ClientRow, other: ClientRow, fields: MergeInput['fields']) {
  const before = await requireClient(tx, kept.id)
  const payer = fields.payer_client_id === undefined ? (before.payer_client_id ?? other.payer_client_id) : fields.payer_client_id
  requireWholePosition(before, fields)
  if (payer && payer !== before.payer_client_id && payer !== kept.id && payer !== other.id) await requireClient(tx, payer)
  const stops = [before.stopped_at, other.stopped_at].filter((at) => at !== null)
  const chosen = {
    ...fields,
    payer_client_id: payer === kept.id || payer === other.id ? null : payer,
    stopped_at: stops.length > 0 ? new Date(Math.min(...stops.map(Number))) : null,
    marketing_consent_at: before.marketing_consent_at ?? other.marketing_consent_at,
    marketing_consent_how: before.marketing_consent_at ? before.marketing_consent_how : other.marketing_consent_how,
    hides_from_yard: before.hides_from_yard || other.hides_from_yard,
    not_same_as: [...new Set([...before.not_same_as, ...other.not_same_as])].filter((id) => id !== kept.id && id !== other.id),
  }
  const row = await updateRow(tx, actor, before, 'clients', chosen, { policy: CLIENT_POLICY, isPart: true })
  const changed = Object.keys(chosen).filter((column) => comparable(row[column as never]) !== comparable(before[column as never]))
  const pick = (from: ClientRow): Json => Object.fromEntries(changed.map((column) => [column, from[column as keyof ClientRow]]))
  const move: Move | undefined = changed.length > 0 ? { table: 'clients', id: kept.id, was: pick(before), is: pick(row) } : undefined
  return { row, move }
}

/** @throws changed_since when the row no longer is as the merge left it */
async function putBack(tx: PracticeTx, actor: Actor, { table, id, was, is }: Move): Promise<void> {
  const row = await findAny(tx, table, id)
  if (!row || Object.entries(is).some(([column, value]) => comparable(row[column]) !== comparable(value))) {
    throw new AppError('changed_since', {}, "The merged record has been changed since, so this can't be undone on its own.")
  }
  const columns = inOrderOf(row, asColumns(was))
  if (table === 'clients' && !row.deleted_at)
    await updateRow(tx, actor, row as ClientRow, 'clients', columns, { policy: CLIENT_POLICY, isPart: true })
  else await keepServerColumns(tx, row as unknown as Row<'clients'>, table as 'clients', columns)
}

/** The journal sorts the keys of what it holds; a list of objects goes back with its keys as the row has them. */
function inOrderOf(row: AnyRow, columns: Json): Json {
  const ordered = (value: unknown, like: unknown): unknown => {
    const [first] = Array.isArray(like) ? like : []
    if (!Array.isArray(value) || typeof first !== 'object' || first === null) return value
    return value.map((each: Json) => Object.fromEntries(Object.keys(first).map((key) => [key, each[key]])))
  }
  return Object.fromEntries(Object.entries(columns).map(([column, value]) => [column, ordered(value, row[column])]))
}
