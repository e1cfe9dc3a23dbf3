import { requireMay } from '#features/core/practice/server/require-may.ts'
import type { NewServiceType, ServiceType, ServiceTypeChange } from '#features/records/kinds/contract.ts'
import { ServiceTypeChange as KindChangeShape, NewServiceType as NewKindShape } from '#features/records/kinds/contract.ts'
import { kindCalled, kindId, kindsFrom, resetsCycle, STANDARD_KINDS } from '#features/records/kinds/rules.ts'
import { type KindRow, listKinds } from '#features/records/kinds/server/queries.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow, holdWriters, insertRow, NOTHING_SEEN, rowForChange, SHARED, updateRow } from '#platform/server/database/rows.ts'
import type { Undo } from '#platform/server/entity.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

/** The kinds of work in their order, removed ones too. */
export const kindsOf = async (tx: PracticeTx): Promise<ServiceType[]> =>
  kindsFrom((await listKinds(tx)).map(toKind)).filter((kind): kind is ServiceType => 'id' in kind)

/** Whether a horse's next due date counts from this work (`resetsCycle`); `unlisted`: the work is no kind on the list. */
export async function resetsCycleOf(tx: PracticeTx, { practiceId }: Actor, serviceType: string, unlisted = false): Promise<boolean> {
  const kind = await findRow(tx, 'service_types', kindId(practiceId, serviceType))
  return resetsCycle(kind ? [toKind(kind)] : [], serviceType, unlisted)
}

/** Gives a practice that has none the standard kinds. This is no change by a person, so it has no journal entry. */
export async function addStandardKinds(tx: PracticeTx, actor: Actor): Promise<void> {
  for (const kind of STANDARD_KINDS) {
    const columns = { service_type: kind.serviceType, label: kind.label, resets_cycle: kind.resetsCycle }
    await insertRow(tx, actor, 'service_types', kindId(actor.practiceId, kind.serviceType), columns, { isPart: true })
  }
}

/** Adds a kind of work; if it was removed, or came from another device, it is changed and offered again. @throws forbidden, kind_taken, conflict */
export async function addKind(tx: PracticeTx, actor: Actor, input: NewServiceType, baseRev?: number): Promise<KindRow> {
  requireMay(actor, 'setPrices')
  await holdWriters(tx)
  const { serviceType, label = serviceType } = input
  await requireFreeName(tx, label, serviceType)
  const id = kindId(actor.practiceId, serviceType)
  const columns = { label, resets_cycle: input.resetsCycle ?? resetsWhenAdded(serviceType), is_offered: true }
  const before = await findRow(tx, 'service_types', id)
  if (before) return updateRow(tx, actor, before, 'service_types', columns, { baseRev, verb: before.is_offered ? 'changed' : 'restored' })
  return insertRow(tx, actor, 'service_types', id, { ...columns, service_type: serviceType }, SHARED)
}

/** Renames a kind, sets whether it resets the cycle, or stops offering it. @throws forbidden, kind_not_found, kind_taken, conflict */
export async function changeKind(tx: PracticeTx, actor: Actor, id: string, input: ServiceTypeChange, baseRev?: number): Promise<KindRow> {
  requireMay(actor, 'setPrices')
  const before = await rowForChange(tx, 'service_types', id, 'kind_not_found')
  if (input.label && input.label !== before.label) await requireFreeName(tx, input.label, before.service_type)
  const columns = { label: input.label, resets_cycle: input.resetsCycle, is_offered: input.isOffered }
  return updateRow(tx, actor, before, 'service_types', columns, { baseRev, verb: verbOf(before, input) })
}

/** Stops offering a kind that was added by mistake. */
export const undoKind: Undo = async (tx, actor, done) => {
  await changeKind(tx, actor, done.entity_id, { isOffered: false })
}

/** A row as it goes over the wire. */
export const toKind = (row: KindRow): ServiceType => ({
  id: row.id,
  serviceType: row.service_type,
  label: row.label,
  resetsCycle: row.resets_cycle,
  isOffered: row.is_offered,
})

const refused = async (): Promise<never> => {
  throw new AppError('forbidden')
}

/** One record per name, so a CREATE from a second device is an update; a removed kind stays for the records that name it. */
export const kindSync: SyncedEntity<'service_types'> = {
  toWire: toKind,
  write: {
    newShape: NewKindShape,
    changeShape: KindChangeShape,
    create: (tx, actor, _id, input: NewServiceType) => addKind(tx, actor, input, NOTHING_SEEN),
    update: changeKind,
    remove: refused,
  },
}

/** Whether an added kind resets the cycle by default: yes, except the standard kinds that do not. */
const resetsWhenAdded = (serviceType: string) => STANDARD_KINDS.find((kind) => kind.serviceType === serviceType)?.resetsCycle ?? true

const verbOf = (before: KindRow, { isOffered = before.is_offered }: ServiceTypeChange) =>
  isOffered === before.is_offered ? 'changed' : isOffered ? 'restored' : 'removed'

/** @throws kind_taken */
async function requireFreeName(tx: PracticeTx, label: string, serviceType: string): Promise<void> {
  if (kindCalled((await listKinds(tx)).map(toKind), label, serviceType)) throw new AppError('kind_taken')
}
