import { z } from 'zod'
import { dayShape } from '#lib/day-shape.ts'
import { endpoint } from '#lib/endpoint.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    horses: HorseRow
  }
}

const text = (max: number) => z.string().trim().max(max).nullable()
const ref = z.string().min(1).max(60)

const cycleDays = z.int().min(7).max(366)

/** The cycle after a kind of work, where it differs from the horse's usual cycle. With `winterDays`, `days` is the summer's. */
export const CycleRule = z
  .object({ days: cycleDays, winterDays: cycleDays.nullable(), serviceType: z.string().trim().min(1).max(120) })
  .meta({ id: 'CycleRule' })
export type CycleRule = z.output<typeof CycleRule>

/** A period in which nothing falls due: box rest, turned away. `untilOn` is the day the horse is back; null: open. */
export const Pause = z
  .object({ fromOn: dayShape, untilOn: dayShape.nullable(), reason: text(80) })
  .refine(({ fromOn, untilOn }) => untilOn === null || untilOn >= fromOn, { path: ['untilOn'] })
  .meta({ id: 'Pause' })
export type Pause = z.output<typeof Pause>

/** What comes with a horse from its former owner, for the new one to read: what was done, or that and the photos and files that owners are shown. */
export const Brings = z.enum(['record', 'all'])
export type Brings = z.output<typeof Brings>

/** The owner of a horse from one day to another; `toOn` null: they still own it. `brings`: what came with it; without it, nothing did. */
export const Ownership = z
  .object({ clientId: z.string(), fromOn: dayShape, toOn: dayShape.nullable(), brings: Brings.optional() })
  .meta({ id: 'Ownership' })
export type Ownership = z.output<typeof Ownership>

const horseFields = {
  name: z.string().trim().min(1).max(120),
  /** The owner now. */
  clientId: ref,
  breed: text(80),
  /** Age is stored as the birth year, so that it stays true. */
  birthYear: z.int().min(1900).max(2200).nullable(),
  color: text(60),
  markings: text(1000),
  temperament: text(4000),
  specialNotes: text(10_000),
  /** Shown wherever the horse is about to be handled: `kicks`, `needs-sedation`, `vet-present`. */
  flags: z.array(z.string().trim().min(1).max(40)).max(20),
  yardId: ref.nullable(),
  payerClientId: ref.nullable(),
  vetName: text(120),
  vetPhone: text(40),
  /** Days from one service to the next; null: no cycle yet. */
  cycleDays: cycleDays.nullable(),
  /** The cycle in winter, when feet grow more slowly; then `cycleDays` is the summer's. Null: the same all year. */
  winterCycleDays: cycleDays.nullable(),
  cycleRules: z.array(CycleRule).max(20),
  /** In order of their days; the last may be open. */
  pauses: z.array(Pause).max(50),
  goneOn: dayShape.nullable(),
  goneReason: z.enum(['deceased', 'sold', 'moved', 'retired']).nullable(),
  ueln: text(20),
  microchip: text(20),
  /** When the farrier saw the passport, which by law stays with the horse. */
  passportSeenOn: dayShape.nullable(),
}

/** Years, on the practice's own date (Spec §5: left out if empty). A request has either this or the birth year; the birth year wins. */
const age = z.int().min(0).max(60).nullable()

/** Spec §3. Without a due date, paused or gone: current. */
const HorseStatus = z.enum(['current', 'due-soon', 'overdue'])
/** A horse's status as shown; `none` when it has no due date (Spec §3: green, yellow, red; grey). */
export type HorseStatus = z.output<typeof HorseStatus> | 'none'

/** A horse as devices store it; age and status change with the date, so they are computed where they are shown (rules.ts). */
export const HorseRow = z
  .object({
    ...horseFields,
    id: z.string(),
    /** Every owner in order, maintained by the server. */
    owners: z.array(Ownership),
    /** Maintained by the server from the work entries. */
    lastService: dayShape.nullable(),
    lastServiceType: z.string().nullable(),
    nextDue: z.iso.date().nullable(),
  })
  .meta({ id: 'HorseRow' })
export type HorseRow = z.output<typeof HorseRow>

/** Spec §3 Horse in lists. */
export const Horse = z
  .object({
    ...HorseRow.shape,
    age: z.int().nullable(),
    status: HorseStatus,
    client: z.object({ name: z.string(), businessName: z.string().nullable() }),
  })
  .meta({ id: 'Horse' })
export type Horse = z.output<typeof Horse>

export const NewHorse = z
  .object({
    ...z.object({ ...horseFields, age }).partial().shape,
    name: horseFields.name,
    clientId: ref,
    id: z.string().max(60).optional(),
  })
  .meta({ id: 'NewHorse' })
export type NewHorse = z.input<typeof NewHorse>

export const HorseChange = z
  .object({
    ...horseFields,
    age,
    /** The day from which a new `clientId` owns the horse; default today, never later. */
    ownedFrom: dayShape,
    /** What comes with the horse to a new `clientId`, of the former owner's time; default nothing. */
    brings: Brings,
  })
  .partial()
  .meta({ id: 'HorseChange' })
export type HorseChange = z.input<typeof HorseChange>

const byId = z.object({ id: z.string().max(60) })
const page = z.object({ limit: z.coerce.number().int().min(1).max(1000).default(200), after: z.string().max(200).optional() })

export const horseEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/horses',
    audience: 'member',
    scope: 'horses:read',
    summary: 'Horses by name with owner and status; further pages by the Link header',
    query: page,
    response: z.array(Horse),
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/horses/:id',
    audience: 'member',
    scope: 'horses:read',
    record: 'horses',
    summary: 'One horse',
    params: byId,
    response: Horse,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/horses',
    audience: 'member',
    scope: 'horses:write',
    record: 'horses',
    summary: 'Add a horse',
    body: NewHorse,
    response: Horse,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/horses/:id',
    audience: 'member',
    scope: 'horses:write',
    record: 'horses',
    summary: 'Change a horse; absent fields stay, null clears; a new clientId is a new owner',
    params: byId,
    body: HorseChange,
    response: Horse,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/horses/:id',
    audience: 'member',
    scope: 'horses:write',
    record: 'horses',
    summary: 'Remove a horse entered by mistake',
    params: byId,
    response: z.undefined(),
    status: 204,
  }),
}
