import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'

const text = (max: number) => z.string().trim().max(max).nullable()
const ref = z.string().min(1).max(60)

const workFields = {
  /** `Trim`, `Full set new` … (Spec §9 Standard rates). */
  serviceType: z.string().trim().min(1).max(120),
  workDate: z.iso.date(),
  description: text(10_000),
  findings: text(10_000),
  recommendations: text(10_000),
  /** Whether the horse's next due date counts from this. */
  resetsCycle: z.boolean(),
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
    summary: "A horse's work, newest first",
    params: byId,
    query: z.object({ limit: z.coerce.number().int().min(1).max(1000).default(200), after: z.string().max(200).optional() }),
    response: z.array(WorkEntry),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/work-entries',
    audience: 'member',
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
    record: 'work_entries',
    summary: 'Remove a work entry made by mistake; last service and next due go back',
    params: byId,
    response: z.undefined(),
    status: 204,
  }),
}
