import type { Client } from '#features/records/clients/contract.ts'
import type { Brings, HorseChange, HorseRow, HorseStatus } from '#features/records/horses/contract.ts'
import { handOver } from '#features/records/horses/owners.ts'
import { ageOf, statusOf, withLocalWork } from '#features/records/horses/rules.ts'
import { type LocalWork, useLocalWork } from '#features/records/horses/web/local-work.ts'
import type { Yard } from '#features/records/yards/contract.ts'
import { byName } from '#lib/collate.ts'
import type { Day } from '#lib/dates.ts'
import { canon } from '#lib/ids.ts'
import { memoLast } from '#lib/memo-last.ts'
import { type Change, record, type Seen } from '#platform/web/sync/outbox.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

/** A horse as this device shows it: its dates true at once, with age, status, owner and yard (null: not on this device). */
export type KnownHorse = Kept<HorseRow> & {
  age: number | null
  status: HorseStatus
  client: { name: string; businessName: string | null } | null
  yardName: string | null
}

/** Every horse, by name; undefined while they load. Works offline, with work that waits to be sent counted already. */
export function useHorses(): readonly KnownHorse[] | undefined {
  const today = useToday()
  const rows = useRows<HorseRow>('horses')
  const clients = useRows<Client>('clients')
  const yards = useRows<Yard>('yards')
  const work = useLocalWork(today)
  return rows && clients && yards && work && shown(rows, clients, yards, work, today)
}

/** One horse by id in either form; null: none such here. */
export function useHorse(id: string | null | undefined): KnownHorse | null | undefined {
  const horses = useHorses()
  if (!id) return null
  return horses && (byId(horses).get(canon(id)) ?? null)
}

/** The horses each client owns. */
export function useHorsesByOwner(): ReadonlyMap<string, readonly KnownHorse[]> | undefined {
  const horses = useHorses()
  return horses && byOwner(horses)
}

/** Records a new horse on the device and has it sent; the id it will have for life. */
export async function addHorse(values: HorseChange & { name: string; clientId: string }): Promise<string> {
  const ids = await record([{ action: 'CREATE', entity: 'horses', data: { ...BLANK, ...values }, alsoShow: SERVER_SIDE }])
  return ids ? (ids[0] ?? '') : ''
}

/** Records changed fields; false when the horse is gone from this device. */
export const changeHorse = async (id: string, values: HorseChange, seen: Seen = {}): Promise<boolean> =>
  (await record([{ action: 'UPDATE', entity: 'horses', id, data: values, ...seen }])) !== false

/** Removes a horse entered by mistake; the server keeps one with work on record. False when it is gone from this device. */
export const removeHorse = async (id: string): Promise<boolean> => (await record([{ action: 'DELETE', entity: 'horses', id }])) !== false

/** Changes that are recorded with another, all or none, and those that take them back with it. */
export type Also = { done: readonly Change[]; undone: readonly Change[] }

export type NewOwner = { clientId: string; ownedFrom: Day; brings?: Brings | undefined; payerClientId?: string | null }

/**
 * Gives a horse to another owner from a day on, or back when that was a mistake; false when the horse is gone from this device. With
 * `payerClientId` who pays changes too; `also`: what is recorded with it, all or none.
 */
export async function handOverHorse(
  horse: Pick<KnownHorse, 'id' | 'owners'>,
  { ownedFrom, brings, ...to }: NewOwner,
  also: readonly Change[] = [],
): Promise<boolean> {
  const owners = handOver(horse.owners, { clientId: to.clientId, on: ownedFrom, brings })
  const alsoSend = { ownedFrom, ...(brings && { brings }) }
  return (await record([{ action: 'UPDATE', entity: 'horses', id: horse.id, data: to, alsoSend, alsoShow: { owners } }, ...also])) !== false
}

type Rows<T> = readonly Kept<T>[]

const shown = memoLast(
  (rows: Rows<HorseRow>, clients: Rows<Client>, yards: Rows<Yard>, work: LocalWork, today: Day): readonly KnownHorse[] => {
    const owners = new Map(clients.map((client) => [client.id, client]))
    const yardOf = new Map(yards.map((yard) => [yard.id, yard.name]))
    return rows
      .map((row) => {
        const horse = withLocalWork({ ...NEWER, ...row }, work.get(row.id))
        const status = statusOf(horse, today)
        const yardName = (row.yardId && yardOf.get(row.yardId)) || null
        return { ...horse, age: ageOf(row.birthYear, today), status, client: owners.get(row.clientId) ?? null, yardName }
      })
      .sort(byName)
  },
)

const byId = memoLast((horses: readonly KnownHorse[]) => new Map(horses.map((horse) => [horse.id, horse])))
const byOwner = memoLast((horses: readonly KnownHorse[]) => Map.groupBy(horses, (horse) => horse.clientId))

/** Fields that a local copy from an older build may lack. */
const NEWER = { winterCycleDays: null, cycleRules: [], pauses: [], owners: [], passportSeenOn: null, lastServiceType: null }

const BLANK = {
  breed: null,
  birthYear: null,
  color: null,
  markings: null,
  temperament: null,
  specialNotes: null,
  flags: [],
  yardId: null,
  payerClientId: null,
  vetName: null,
  vetPhone: null,
  cycleDays: null,
  winterCycleDays: null,
  cycleRules: [],
  pauses: [],
  goneOn: null,
  goneReason: null,
  ueln: null,
  microchip: null,
  passportSeenOn: null,
} satisfies HorseChange
const SERVER_SIDE = { owners: [], lastService: null, lastServiceType: null, nextDue: null }
