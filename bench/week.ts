import { addDays, instantOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { SyncOp } from '#lib/sync.ts'
import type { SyncedName } from '#lib/synced.ts'
import { TODAY } from './seed.ts'

type Change = { action: SyncOp['action']; entity: SyncedName; id: string; data: Record<string, unknown> }

/** For every client: the client, two horses, three visits of both, four entries of work, four edits. */
export const OPS_A_CLIENT = 20
const ZONE = 'Europe/London'

/** The queue of a farrier far from any signal: `clients` new owners with all their records, as the device sends it. */
export const queuedWork = (clients: number, memberId: string): SyncOp[] =>
  asOps(Array.from({ length: clients }, (_, n) => workFor(n, memberId)).flat())

function workFor(n: number, memberId: string): Change[] {
  const clientId = uuidv7()
  const horses = [0, 1].map((at) => create('horses', { name: `Tally ${n}.${at}`, clientId: clientId, breed: 'Welsh Section D' }))
  const visits = [0, 1, 2].map((at) => visitOf(n, at, clientId, memberId))
  const lines = visits.flatMap((visit) =>
    horses.map((horse, place) =>
      create('visit_horses', { appointmentId: visit.id, horseId: horse.id, place, plannedWork: 'Full set new' }),
    ),
  )
  const work = horses.flatMap((horse) => [workOn(horse.id, 0), workOn(horse.id, 42)])
  return [
    {
      action: 'CREATE',
      entity: 'clients',
      id: clientId,
      data: { name: `Owner Number${n}`, phone: phoneOf(n), address: 'Lower Barn, Kingsland' },
    },
    ...horses,
    ...visits,
    ...lines,
    ...work,
    change('clients', clientId, { notes: 'The bay is in the far field. Ring before you come.' }),
    change('horses', horses[0]?.id ?? '', { flags: ['kicks'], temperament: 'Good with the fronts, watch the near hind.' }),
    change('appointments', visits[1]?.id ?? '', { notes: 'After the school run.', location: 'Top yard' }),
    change('visit_horses', lines[0]?.id ?? '', { outcome: 'done', completedAt: `${TODAY}T10:00:00Z` }),
  ]
}

const create = (entity: SyncedName, data: Change['data']): Change => ({ action: 'CREATE', entity, id: uuidv7(), data })
const change = (entity: SyncedName, id: string, data: Change['data']): Change => ({ action: 'UPDATE', entity, id, data })

function visitOf(n: number, at: number, clientId: string, memberId: string): Change {
  const day = addDays(TODAY, (n % 60) + at * 42)
  const hour = String(8 + (n % 9)).padStart(2, '0')
  const when = (time: string) => instantOf(day, time, ZONE).toISOString()
  return create('appointments', {
    title: 'Full set new',
    clientId: clientId,
    memberId,
    location: 'Lower Barn, Kingsland',
    startTime: when(`${hour}:00`),
    endTime: when(`${hour}:45`),
    onDay: day,
  })
}

const workOn = (horseId: string, daysAgo: number): Change =>
  create('work_entries', {
    serviceType: 'Full set new',
    resetsCycle: true,
    workDate: addDays(TODAY, -daysAgo),
    horseId: horseId,
    description: 'Reset all round, rolled toes in front.',
    findings: 'A little thrush in the off hind.',
  })

const phoneOf = (n: number) => `07700 9${String(n % 100_000).padStart(5, '0')}`

/** Like `opOf` for a queue without acknowledgements: each change waits for the CREATEs of the records it refers to. */
function asOps(changes: readonly Change[]): SyncOp[] {
  const createdBy = new Map<string, string>()
  return changes.map(({ action, entity, id, data }, at) => {
    const opId = uuidv7()
    const path = `/api/${entity.replace('_', '-')}`
    const named = [id, ...Object.values(data)].flatMap((value) => (typeof value === 'string' ? (createdBy.get(value) ?? []) : []))
    if (action === 'CREATE') createdBy.set(id, opId)
    return {
      opId,
      action,
      endpoint: action === 'CREATE' ? path : `${path}/${id}`,
      entity,
      id: id,
      ...(action === 'CREATE' ? {} : { baseRev: 0 }),
      data,
      deps: [...new Set(named)],
      k: at + 1,
      createdAt: new Date().toISOString(),
    }
  })
}
