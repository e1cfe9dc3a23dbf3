// Followed by: reminders and confirmations (visits/appointments); charges (ledger/invoices); posts that come down with a consent (office/integrations).

import { requireClient } from '#features/records/clients/server/require-client.ts'
import { requireMayChange } from '#features/records/clients/server/service.ts'
import type { CycleRule, Horse, HorseChange, HorseRow as HorseWire, NewHorse, Ownership, Pause } from '#features/records/horses/contract.ts'
import { HorseChange as HorseChangeShape, NewHorse as NewHorseShape } from '#features/records/horses/contract.ts'
import { handOver } from '#features/records/horses/owners.ts'
import { ageOf, birthYearOf, type LastService, nextDueOn, statusOf } from '#features/records/horses/rules.ts'
import {
  findLoneVisit,
  type HorseRow,
  hasWork,
  listHorses,
  listOpenLines,
  type OwnedHorseRow,
  requireOwnedHorse,
  writeOwners,
} from '#features/records/horses/server/queries.ts'
import { requireYard } from '#features/records/yards/server/require-yard.ts'
import { noneIfBlank } from '#lib/blank.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import {
  deleteRow,
  holdWriters,
  insertRow,
  keepServerColumns,
  type MergePolicy,
  rowForChange,
  updateRow,
} from '#platform/server/database/rows.ts'
import type { Undo } from '#platform/server/entity.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

type Page = { limit: number; after?: { name: string; id: string } | undefined }

/** Horses by name with owner and status, a page at a time. */
export async function horsesPage(tx: PracticeTx, actor: Actor, page: Page): Promise<Horse[]> {
  return (await listHorses(tx, page)).map((row) => toHorse(row, today(actor)))
}

/** One horse as lists show it. @throws horse_not_found */
export async function horseOf(tx: PracticeTx, actor: Actor, id: string): Promise<Horse> {
  return toHorse(await requireOwnedHorse(tx, id), today(actor))
}

/**
 * Adds a horse and records its owner from today; `id` may have been made on a device.
 * @throws forbidden, client_not_found (owner or payer), yard_not_found, id_taken
 */
export async function addHorse(tx: PracticeTx, actor: Actor, id: string, input: NewHorse): Promise<HorseRow> {
  requireMayChange(actor)
  await holdWriters(tx)
  const columns = { ...toColumns(input, today(actor)), client_id: idOf(input.clientId, 'client_not_found') }
  await requireReferences(tx, columns)
  const owners = handOver([], { clientId: columns.client_id, on: today(actor) })
  const row = await insertRow(tx, actor, 'horses', id, { ...columns, name: input.name, owners })
  await writeOwners(tx, row, owners)
  return row
}

/**
 * Changes the fields in `input`; null clears one. A new owner owns the horse from the given day, reads of the time before what it `brings`, and is
 * notified of its coming visits; a new cycle moves the next due date.
 * @throws forbidden, horse_not_found, client_not_found (owner or payer), yard_not_found, not_yet, conflict
 */
export async function changeHorse(tx: PracticeTx, actor: Actor, id: string, input: HorseChange, baseRev?: number): Promise<HorseRow> {
  requireMayChange(actor)
  const before = await rowForChange(tx, 'horses', id, 'horse_not_found')
  const columns = toColumns(input, today(actor))
  await requireReferences(tx, columns, before)
  const isTransfer = columns.client_id !== undefined && columns.client_id !== before.client_id
  if (!isTransfer) return keepDue(tx, await updateRow(tx, actor, before, 'horses', columns, { baseRev, policy: POLICY }))
  const from = input.ownedFrom ?? today(actor)
  if (from > today(actor)) throw new AppError('not_yet')
  const to = { clientId: columns.client_id ?? before.client_id, on: from, brings: input.brings }
  const owners = handOver(before.owners as Ownership[], to)
  const row = await updateRow(tx, actor, before, 'horses', { ...columns, owners }, { baseRev, policy: POLICY, verb: 'transferred' })
  await writeOwners(tx, row, owners)
  await passOnVisits(tx, actor, before, row)
  return keepDue(tx, row)
}

/** Gives a horse back to the previous owner, as if it had not been transferred. @throws changed_since */
export const undoTransfer: Undo = async (tx, actor, done) => {
  const before = await rowForChange(tx, 'horses', done.entity_id, 'horse_not_found')
  const [was, is] = [done.before ?? {}, done.after ?? {}]
  if (before.deleted_at || before.client_id !== is.client_id) throw new AppError('changed_since')
  await changeHorse(tx, actor, before.id, {
    clientId: String(was.client_id),
    ownedFrom: (before.owners as Ownership[]).at(-1)?.fromOn,
    brings: (was.owners as Ownership[] | undefined)?.at(-1)?.brings,
    ...('payer_client_id' in was && { payerClientId: was.payer_client_id as string | null }),
  })
}

/**
 * Removes a horse that was entered by mistake; coming visits stay, without it. A horse with work on record must be marked gone instead.
 * @throws forbidden, horse_not_found, still_has_work, conflict
 */
export async function removeHorse(tx: PracticeTx, actor: Actor, id: string, baseRev?: number): Promise<HorseRow> {
  requireMayChange(actor)
  const before = await rowForChange(tx, 'horses', id, 'horse_not_found')
  if (before.deleted_at) return before
  if (await hasWork(tx, id)) throw new AppError('still_has_work')
  const removed = await deleteRow(tx, actor, before, 'horses', { baseRev })
  for (const line of await listOpenLines(tx, id)) await updateRow(tx, actor, line, 'visit_horses', { horse_id: null })
  return removed
}

/** Records when a horse was last served, and so when it is next due. The work feature calls this after every write; `horse` was just read. */
export const keepService = (tx: PracticeTx, horse: HorseRow, last: LastService | null): Promise<HorseRow> =>
  keepServerColumns(tx, horse, 'horses', {
    last_service_on: last?.workDate ?? null,
    last_service_type: last?.serviceType ?? null,
    next_due_on: nextDueOn(last, cyclesOf(horse)),
  })

/** A row as devices store it. */
function toHorseRow(row: HorseRow): HorseWire {
  return {
    id: row.id,
    name: row.name,
    clientId: row.client_id,
    breed: row.breed,
    birthYear: row.birth_year,
    color: row.color,
    markings: row.markings,
    temperament: row.temperament,
    specialNotes: row.special_notes,
    flags: row.flags,
    yardId: row.yard_id,
    payerClientId: row.payer_client_id,
    vetName: row.vet_name,
    vetPhone: row.vet_phone,
    ...cyclesOf(row),
    pauses: row.pauses as Pause[],
    goneOn: row.gone_on,
    goneReason: row.gone_reason,
    ueln: row.ueln,
    microchip: row.microchip,
    passportSeenOn: row.passport_seen_on,
    owners: row.owners as Ownership[],
    lastService: row.last_service_on,
    lastServiceType: row.last_service_type,
    nextDue: row.next_due_on,
  }
}

export const horseSync: SyncedEntity<'horses'> = {
  toWire: toHorseRow,
  write: { newShape: NewHorseShape, changeShape: HorseChangeShape, create: addHorse, update: changeHorse, remove: removeHorse },
}

/**
 * The past owners follow from the current owner, so `owners` never causes a conflict between two devices. Warnings about the horse are kept
 * from both (sync.md).
 */
const POLICY: MergePolicy = { free: ['owners'], both: { temperament: 4000, special_notes: 10_000 } }

const cyclesOf = (row: HorseRow) => ({
  cycleDays: row.cycle_days,
  winterCycleDays: row.winter_cycle_days,
  cycleRules: row.cycle_rules as CycleRule[],
})

const keepDue = (tx: PracticeTx, row: HorseRow): Promise<HorseRow> =>
  keepService(tx, row, row.last_service_on ? { workDate: row.last_service_on, serviceType: row.last_service_type } : null)

/** Passes coming visits on to the new owner: the old one must not be notified about a horse that is no longer theirs. */
async function passOnVisits(tx: PracticeTx, actor: Actor, before: HorseRow, row: HorseRow): Promise<void> {
  const owner = { client_id: row.client_id, payer_client_id: row.payer_client_id ?? row.client_id }
  for (const line of await listOpenLines(tx, row.id)) {
    await updateRow(tx, actor, line, 'visit_horses', owner)
    const visit = await findLoneVisit(tx, line.appointment_id, before.client_id)
    if (visit) await updateRow(tx, actor, visit, 'appointments', { client_id: row.client_id })
  }
}

const today = (actor: Actor): Day => dayOf(currentTime(), actor.zone)

function toHorse(row: OwnedHorseRow, onDay: Day): Horse {
  const wire = toHorseRow(row)
  const status = statusOf(wire, onDay)
  return {
    ...wire,
    age: ageOf(wire.birthYear, onDay),
    status: status === 'none' ? 'current' : status,
    client: { name: row.owner_name, businessName: row.owner_business_name },
  }
}

type References = { client_id?: string | undefined; payer_client_id?: string | null | undefined; yard_id?: string | null | undefined }

/** Only changed references are checked: a horse may keep an owner or yard that was removed since. */
async function requireReferences(tx: PracticeTx, named: References, before: References = {}): Promise<void> {
  for (const column of ['client_id', 'payer_client_id'] as const) {
    const id = named[column]
    if (id && id !== before[column]) await requireClient(tx, id)
  }
  if (named.yard_id && named.yard_id !== before.yard_id) await requireYard(tx, named.yard_id)
}

function toColumns(input: HorseChange, onDay: Day) {
  return {
    name: input.name,
    client_id: optionalId(input.clientId, 'client_not_found'),
    breed: noneIfBlank(input.breed),
    birth_year: birthYearIn(input, onDay),
    color: noneIfBlank(input.color),
    markings: noneIfBlank(input.markings),
    temperament: noneIfBlank(input.temperament),
    special_notes: noneIfBlank(input.specialNotes),
    flags: input.flags,
    yard_id: optionalId(input.yardId, 'yard_not_found'),
    payer_client_id: optionalId(input.payerClientId, 'client_not_found'),
    vet_name: noneIfBlank(input.vetName),
    vet_phone: noneIfBlank(input.vetPhone),
    cycle_days: input.cycleDays,
    winter_cycle_days: input.winterCycleDays,
    cycle_rules: input.cycleRules,
    pauses: input.pauses,
    gone_on: input.goneOn,
    gone_reason: input.goneReason,
    ueln: noneIfBlank(input.ueln),
    microchip: noneIfBlank(input.microchip),
    passport_seen_on: input.passportSeenOn,
  }
}

function birthYearIn({ birthYear, age }: HorseChange, onDay: Day): number | null | undefined {
  if (birthYear !== undefined || age === undefined) return birthYear
  return age === null ? null : birthYearOf(age, onDay)
}
