import { z } from 'zod'
import { FOOT_WORK } from '#features/visits/work/feet.ts'
import { dayShape } from '#lib/day-shape.ts'
import { endpoint } from '#lib/endpoint.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    work_entries: WorkEntry
  }
}

const text = (max: number) => z.string().trim().max(max).nullable()
const ref = z.string().min(1).max(60)

const words = (max: number) => z.string().trim().min(1).max(max).optional()
const mm = z.number().min(10).max(300).optional()

/** What was done to one foot and how it was left; what isn't known is left out. */
const Foot = z
  .object({
    work: z.enum(FOOT_WORK),
    shoe: words(80),
    size: words(20),
    make: words(80),
    pad: words(80),
    studs: words(80),
    nails: words(80),
    clips: words(80),
    /** Of the dorsal wall to the ground. */
    angleDegrees: z.number().min(20).max(90).optional(),
    toeMm: mm,
    heelMm: mm,
    findings: z.array(z.string().trim().min(1).max(80)).max(20).optional(),
    note: words(1000),
  })
  .meta({ id: 'Foot' })

/** All four feet, named from the horse's side: near is its left. */
const Setup = z.object({ NF: Foot, OF: Foot, NH: Foot, OH: Foot }).meta({ id: 'Setup' })

/** What is written down of work; templates have the same. */
export const workFields = {
  /** `Trim`, `Full set new` … (Spec §9 Standard rates). */
  serviceType: z.string().trim().min(1).max(120),
  workDate: dayShape,
  description: text(10_000),
  findings: text(10_000),
  recommendations: text(10_000),
  /** Whether the horse's next due date counts from this. */
  resetsCycle: z.boolean(),
  /** The feet; null: not recorded. */
  setup: Setup.nullable(),
}

/** Spec §3 Work entry: what was done to one horse on one day. */
export const WorkEntry = z
  .object({ ...workFields, id: z.string(), horseId: ref, visitHorseId: ref.nullable(), memberId: ref })
  .meta({ id: 'WorkEntry' })
export type WorkEntry = z.output<typeof WorkEntry>

export const NewWorkEntry = z
  .object({
    ...z.object(workFields).partial().shape,
    serviceType: workFields.serviceType,
    workDate: workFields.workDate,
    id: ref.optional(),
    horseId: ref,
    visitHorseId: ref.nullable().optional(),
  })
  .meta({ id: 'NewWorkEntry' })
export type NewWorkEntry = z.input<typeof NewWorkEntry>

export const WorkEntryChange = z.object(workFields).partial().meta({ id: 'WorkEntryChange' })
export type WorkEntryChange = z.input<typeof WorkEntryChange>

const byId = z.object({ id: z.string().max(60) })

export const workEndpoints = {
  ofHorse: endpoint({
    method: 'GET',
    path: '/api/horses/:id/work-entries',
    audience: 'member',
    scope: 'work:read',
    summary: "A horse's work, newest first",
    params: byId,
    query: z.object({ limit: z.coerce.number().int().min(1).max(1000).default(200), after: z.string().max(200).optional() }),
    response: z.array(WorkEntry),
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/work-entries/:id',
    audience: 'member',
    scope: 'work:read',
    record: 'work_entries',
    summary: 'One work entry',
    params: byId,
    response: WorkEntry,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/work-entries',
    audience: 'member',
    scope: 'work:write',
    record: 'work_entries',
    summary: 'Record work on a horse; its last service and next due follow',
    body: NewWorkEntry,
    response: WorkEntry,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/work-entries/:id',
    audience: 'member',
    scope: 'work:write',
    record: 'work_entries',
    summary: 'Correct a work entry',
    params: byId,
    body: WorkEntryChange,
    response: WorkEntry,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/work-entries/:id',
    audience: 'member',
    scope: 'work:write',
    record: 'work_entries',
    summary: 'Remove a work entry made by mistake; last service and next due go back',
    params: byId,
    response: z.undefined(),
    status: 204,
  }),
}
