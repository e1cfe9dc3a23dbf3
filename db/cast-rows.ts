import type { Insertable } from 'kysely'
import { type CastHorseRow, cast, castHorses } from '#db/cast.ts'
import { castSetup } from '#db/cast-feet.ts'
import { CAST_CLIENTS, type CastClient, type CastClientKey } from '#db/cast-people.ts'
import { CAST_CONTACTS, CAST_HOMES, CAST_PAYERS } from '#db/cast-places.ts'
import type { Plan } from '#db/cast-plan.ts'
import { INVITED } from '#db/cast-portal.ts'
import { pick } from '#db/cast-random.ts'
import type { Stop } from '#db/cast-times.ts'
import { CAST_YARDS, type CastYardKey } from '#db/cast-yards.ts'
import { type LastService, nextDueOn } from '#features/records/horses/rules.ts'
import { addDays, type Day, instantOf, type WallTime } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'
import type { Tables } from '#platform/server/database/tables.ts'

type Bare<T extends keyof Tables> = Omit<Insertable<Tables[T]>, 'practice_id' | 'rev' | 'seq' | 'deleted_at' | 'fw'>

/** The rows of one stop; a finished one has an outcome, a frozen address and a work entry per horse. */
export type StopRows = { visit: Bare<'appointments'>; lines: Bare<'visit_horses'>[]; entries: Bare<'work_entries'>[] }

/** How many years of diary the practice has here. */
const YEARS_BACK = 2

const WORDS = [
  null,
  null,
  null,
  'Feet good, nothing to report.',
  'A little flat in front, kept the toe short.',
  'Clenches risen, one nail lost.',
  'White line a bit soft after the wet; told them to keep it clean and dry.',
  'Growth slow since the last visit.',
  'Small crack in the off fore, rasped out. Watch it.',
  'Stood well today.',
]
const ADVICE = [
  null,
  null,
  null,
  null,
  'Pick them out twice a day while it is this wet.',
  'Keep to six weeks, the toes get long after that.',
]

/** The clients, with the due day of each one's oldest unpaid invoice. */
export const clientRows = (today: Day, oldestDue: ReadonlyMap<string, Day>): Bare<'clients'>[] =>
  Object.entries<CastClient>(CAST_CLIENTS).map(([key, client]) => ({
    id: cast.clients[key as CastClientKey].id,
    name: client.name,
    email: client.email ?? null,
    phone_as_typed: client.phone,
    phone_e164: e164(client.phone),
    business_name: client.business ?? null,
    is_business: client.business !== undefined,
    address: client.at,
    postcode: client.postcode,
    notes: client.notes ?? null,
    is_active: client.isActive ?? true,
    preferred_channel: 'sms' as const,
    tags: client.tags ?? [],
    portal: INVITED.has(key) ? true : null,
    ...consentOf(key, client, today),
    stopped_at: client.hasStopped ? instantOf(addDays(today, -90), '19:12', cast.practice.zone) : null,
    lat: CAST_HOMES[key as CastClientKey]?.lat ?? null,
    lng: CAST_HOMES[key as CastClientKey]?.lng ?? null,
    position_source: CAST_HOMES[key as CastClientKey] ? ('gps' as const) : null,
    oldest_due_on: oldestDue.get(cast.clients[key as CastClientKey].id) ?? null,
  }))

/** Most clients have agreed to be offered places that come free; a client who stopped texts has not. */
function consentOf(key: string, { hasStopped }: CastClient, today: Day) {
  const how = hasStopped ? null : pick(`offers ${key}`, ['said', 'said', 'written', null] as const)
  return { marketing_consent_how: how, marketing_consent_at: how && instantOf(addDays(today, -200), '18:30', cast.practice.zone) }
}

// Only the formats the cast uses; the real rules check more, and reject a landline of the drama range.
const e164 = (typed: string | null) => {
  const digits = typed?.replace(/\D/g, '') ?? ''
  if (digits.length < 11) return null
  return digits.startsWith('44') ? `+${digits}` : `+44${digits.slice(1)}`
}

/** The mobile of a client of the cast as the sender writes it; null: none. */
export const e164Of = (key: CastClientKey): string | null => e164(CAST_CLIENTS[key].phone)

export const preferenceRows = (): Bare<'sms_preferences'>[] =>
  Object.values(cast.clients).map(({ id }) => ({
    id: uuidOf('sms_preferences', id),
    client_id: id,
    reminder_hours: pick(`reminder ${id}`, [48, 48, 48, 24, 72]),
  }))

export const yardRows = (): Bare<'yards'>[] =>
  Object.entries(CAST_YARDS).map(([key, yard]) => ({
    id: cast.yards[key as CastYardKey].id,
    name: yard.name,
    address: yard.address,
    postcode: yard.postcode,
    lat: yard.lat,
    lng: yard.lng,
    position_source: 'pin' as const,
    access_notes: yard.accessNotes,
    gate_code: yard.gateCode,
    has_cover: yard.hasCover,
    has_lights: yard.hasLights,
    contact_client_id: idOfClient(CAST_CONTACTS[key as CastYardKey]),
    payer_client_id: idOfClient(CAST_PAYERS[key as CastYardKey]),
  }))

const idOfClient = (key: CastClientKey | undefined) => (key ? cast.clients[key].id : null)

/** The horses, with their last service from the work entries so far. */
export const horseRows = ({ today, cycles }: Plan, services: ReadonlyMap<string, LastService>): Bare<'horses'>[] =>
  castHorses.map((horse) => {
    const last = services.get(horse.id) ?? null
    const cycleDays = cycles.get(horse.id) ?? null
    const cycleRules = horse.name === SEASONED ? [{ days: 56, winterDays: 70, serviceType: 'Trim' }] : []
    return {
      id: horse.id,
      client_id: horse.clientId,
      name: horse.name,
      birth_year: horse.born,
      breed: horse.breed,
      color: horse.color,
      markings: pick(`marks ${horse.id}`, [null, 'Star', 'Blaze', 'Snip, white sock near hind', 'Four white socks']),
      temperament: horse.temperament ?? null,
      special_notes: horse.notes ?? null,
      flags: horse.flags ?? [],
      yard_id: horse.yard && cast.yards[horse.yard].id,
      payer_client_id: null,
      vet_name: pick(`vet ${horse.id}`, ['Marches Equine', 'Teme Vets', null]),
      vet_phone: null,
      cycle_days: cycleDays,
      winter_cycle_days: null,
      cycle_rules: cycleRules,
      pauses: horse.isPaused ? [{ fromOn: addDays(today, -30), untilOn: addDays(today, 60), reason: 'Box rest' }] : [],
      gone_on: goneOn(horse, today),
      gone_reason: horse.gone ?? null,
      ueln: null,
      microchip: horse.name === SEASONED ? '826098100123456' : null,
      passport_seen_on: pick(`passport ${horse.id}`, [addDays(today, -300), addDays(today, -120), null]),
      owners: ownersOf(horse, today),
      last_service_on: last?.workDate ?? null,
      last_service_type: last?.serviceType ?? null,
      next_due_on: nextDueOn(last, { cycleDays, cycleRules }),
    }
  })

/** A horse with every feature: another cycle after a trim, a former owner whose time went along, a microchip. */
const SEASONED = 'The Colonel'
const DAYS_OWNED = 400

function ownersOf(horse: CastHorseRow, today: Day) {
  const start = addDays(today, -YEARS_BACK * 365)
  if (horse.name !== SEASONED) return [{ clientId: horse.clientId, fromOn: start, toOn: null }]
  const sold = addDays(today, -DAYS_OWNED)
  return [
    { clientId: cast.clients.aneurinBevanLloyd.id, fromOn: start, toOn: sold },
    { clientId: horse.clientId, fromOn: sold, toOn: null, brings: 'all' },
  ]
}

/** The day a horse of the cast left, relative to the day the practice is made. */
const goneOn = (horse: CastHorseRow, today: Day): Day | null => (horse.gone ? addDays(today, -40) : null)

/** When the stops of the demo day were finished. */
const FINISHED: readonly WallTime[] = ['08:54', '10:07']

/** The diary of a plan as rows. */
export const rowsOf = ({ today, stops }: Plan): StopRows[] => {
  let count = 0
  return stops.map((stop) =>
    stopRows(stop, stop.state === 'done' ? doneAt(stop, stop.day === today ? FINISHED[count++] : undefined) : null),
  )
}

/** A few minutes before or after the planned end. */
const doneAt = ({ id, day, end }: Stop, at?: WallTime): Date =>
  new Date(instantOf(day, at ?? end, cast.practice.zone).getTime() + (at ? 0 : pick(`late ${id}`, [-6, -3, 0, 2, 4])) * 60_000)

function stopRows(stop: Stop, doneAt: Date | null): StopRows {
  const lines = stop.horses.map(({ horse, work }, place) => ({
    id: uuidOf('cast', 'line', stop.id, horse.id),
    appointment_id: stop.id,
    horse_id: horse.id,
    client_id: horse.clientId,
    payer_client_id: horse.clientId,
    place,
    planned_work: work,
    outcome: doneAt && ('done' as const),
    reason: null,
    completed_at: doneAt,
  }))
  return { visit: visitOf(stop, doneAt), lines, entries: doneAt ? stop.horses.map(({ horse, work }) => entryOf(stop, horse, work)) : [] }
}

const STATUS = { booked: 'booked', done: 'done', no_show: 'no_show' } as const

function visitOf(stop: Stop, doneAt: Date | null): Bare<'appointments'> {
  const { zone } = cast.practice
  const [start, end] = stop.isCallOnly ? ['07:00', '07:00'] : [stop.start, stop.end]
  const first = stop.horses[0]?.horse
  const yard = stop.yard ? CAST_YARDS[stop.yard] : null
  const client = first ? CAST_CLIENTS[first.clientKey] : null
  const location = yard ? `${yard.address} ${yard.postcode}` : client && `${client.at} ${client.postcode}`
  return {
    id: stop.id,
    member_id: cast.owner.memberId,
    client_id: first?.clientId ?? null,
    yard_id: stop.yard ? cast.yards[stop.yard].id : null,
    title: titleOf(stop, yard?.name),
    description: null,
    location,
    notes: null,
    on_day: stop.day,
    local_start: start,
    local_end: end,
    zone,
    starts_at: instantOf(stop.day, start, zone),
    ends_at: instantOf(stop.day, end, zone),
    is_call_only: stop.isCallOnly,
    call_number: stop.number,
    call_period: stop.period,
    round_rank: null,
    status: STATUS[stop.state],
    status_reason: stop.state === 'no_show' ? 'Nobody there, horse out in the far field' : null,
    tariff: stop.kind === 'emergency' ? 'out-of-hours' : 'standard',
    is_call_complete: doneAt !== null,
    completed_at: doneAt,
    as_was: doneAt && { clientName: client?.name ?? null, location, yardName: yard?.name ?? null },
  }
}

function titleOf({ kind, horses }: Stop, yardName: string | undefined): string {
  if (kind === 'forge') return 'Forge day: shoes, stock and paperwork'
  if (kind === 'school') return 'Teaching at the farriery school, Hereford'
  const [first] = horses
  if (first && horses.length === 1) return `${first.horse.name}, ${first.work.toLowerCase()}`
  return yardName ? `${yardName}, ${horses.length} horses` : horses.map(({ horse }) => horse.name).join(' and ')
}

function entryOf(stop: Stop, horse: CastHorseRow, work: string): Bare<'work_entries'> {
  const key = `${stop.id} ${horse.id}`
  return {
    id: uuidOf('cast', 'work', stop.id, horse.id),
    horse_id: horse.id,
    visit_horse_id: uuidOf('cast', 'line', stop.id, horse.id),
    member_id: cast.owner.memberId,
    service_type: work,
    work_date: stop.day,
    description: null,
    findings: pick(`findings ${key}`, WORDS),
    recommendations: pick(`advice ${key}`, ADVICE),
    resets_cycle: stop.kind === 'routine',
    setup: castSetup(horse.id, work),
  }
}

/** For each horse the last of these entries that counts for its cycle. */
export const lastServices = (entries: StopRows['entries']): Map<string, LastService> => {
  const last = new Map<string, LastService>()
  for (const { horse_id, work_date, service_type, resets_cycle } of entries) {
    if (resets_cycle && work_date > (last.get(horse_id)?.workDate ?? ''))
      last.set(horse_id, { workDate: work_date, serviceType: service_type })
  }
  return last
}
