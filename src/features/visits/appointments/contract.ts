import { z } from 'zod'
import { NoticeOutcome } from '#features/core/notices/contract.ts'
import { TARIFFS } from '#features/records/prices/tariff.ts'
import { dayShape, instantShape } from '#lib/day-shape.ts'
import { endpoint } from '#lib/endpoint.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    appointments: VisitRow
    visit_horses: VisitHorse
    time_off: TimeOff
    busy_blocks: BusyBlock
  }
}

const text = (max: number) => z.string().trim().max(max).nullable()
const ref = z.string().min(1).max(60)

const CallPeriod = z.enum(['AM', 'PM'])
const VisitStatus = z.enum(['pencilled', 'booked', 'done', 'cancelled', 'no_show'])

const visitFields = {
  title: z.string().trim().max(200),
  /** The client who is notified; null for an own entry of the diary. */
  clientId: ref.nullable(),
  yardId: ref.nullable(),
  memberId: ref,
  description: text(4000),
  location: text(500),
  notes: text(10_000),
  startTime: instantShape,
  endTime: instantShape,
  /** A stop placeholder without a time: start and end are the moment it was booked, on its day. */
  isCallOnly: z.boolean(),
  callNumber: z.int().min(1).max(99),
  callPeriod: CallPeriod,
  /** Place in the day when dragged; null: by period, number and time. */
  roundRank: z
    .string()
    .max(200)
    .regex(/^[0-9a-z]*[1-9a-z]$/)
    .nullable(),
  status: VisitStatus,
  statusReason: text(500),
  /** The tariff: the list price, emergency, or out of hours. */
  tariff: z.enum(TARIFFS),
}

/** A visit as devices keep it; its horses are rows of their own (`visit_horses`). */
export const VisitRow = z
  .object({
    ...visitFields,
    id: z.string(),
    /** The day and wall times in `zone`; a clock change never moves them. */
    onDay: dayShape,
    localStart: z.string(),
    localEnd: z.string(),
    zone: z.string(),
    isCallComplete: z.boolean(),
    completedAt: z.iso.datetime().nullable(),
    /** Names and address frozen when the visit was finished; null before. */
    asWas: z.object({ clientName: z.string().nullable(), location: z.string().nullable(), yardName: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'VisitRow' })
export type VisitRow = z.output<typeof VisitRow>

/** One horse on a visit. `outcome` null: still to do. */
export const VisitHorse = z
  .object({
    id: z.string(),
    appointmentId: ref,
    horseId: ref.nullable(),
    /** The owner and the payer on that day. */
    clientId: ref,
    payerClientId: ref,
    place: z.int().min(0).max(999),
    plannedWork: text(200),
    outcome: z.enum(['done', 'not_done']).nullable(),
    reason: text(500),
    completedAt: instantShape.nullable(),
  })
  .meta({ id: 'VisitHorse' })
export type VisitHorse = z.output<typeof VisitHorse>

/** Spec §3 Appointment, with all of the visit's horses next to `horseId` (the first of them). */
export const Appointment = z
  .object({
    ...VisitRow.shape,
    clientName: z.string().nullable(),
    horseId: z.string().nullable(),
    horses: z.array(VisitHorse),
  })
  .meta({ id: 'Appointment' })
export type Appointment = z.output<typeof Appointment>

const booking = z
  .object(visitFields)
  .partial()
  .extend({
    /** The first horse; `horses` names several. */
    horseId: ref.nullable().optional(),
    horses: z
      .array(z.object({ id: ref.optional(), horseId: ref, plannedWork: text(200).optional() }))
      .max(60)
      .optional(),
    /** Books in spite of an overdue account; the journal records this. It counts only where a visit is created. */
    overdueOverride: z.boolean().optional(),
  })

export const NewAppointment = booking
  .extend({
    id: ref.optional(),
    /** Needed for a stop without a time; else the day of startTime. */
    onDay: dayShape.optional(),
    /** Notify each owner of the booking. No one is notified of a pencilled visit. */
    sendSmsNotification: z.boolean().optional(),
  })
  .meta({ id: 'NewAppointment' })
export type NewAppointment = z.input<typeof NewAppointment>

/** Marks a move as part of moving a whole day: one action in the journal, which one undo reverts. No client reads the reason. */
const DayMove = z.object({ id: z.string().max(60), reason: text(200) })
export type DayMove = z.output<typeof DayMove>

export const AppointmentChange = booking
  .extend({
    onDay: dayShape.optional(),
    isCallComplete: z.boolean().optional(),
    completedAt: instantShape.nullable().optional(),
    /** Spec §3: text the client about a moved visit, a cancelled one, or a pencilled one that is now booked. */
    sendSmsNotification: z.boolean().optional(),
    dayMove: DayMove.optional(),
    /** Notify the client that the farrier is setting off; expires after half an hour. */
    onMyWayAt: instantShape.optional(),
  })
  .meta({ id: 'AppointmentChange' })
export type AppointmentChange = z.input<typeof AppointmentChange>

export const NewVisitHorse = z
  .object({
    id: ref.optional(),
    appointmentId: ref,
    horseId: ref,
    place: z.int().min(0).max(999).optional(),
    plannedWork: text(200).optional(),
    /** Notify the horse's owner of the booking, if they were not on the visit. */
    sendSmsNotification: z.boolean().optional(),
  })
  .meta({ id: 'NewVisitHorse' })
export type NewVisitHorse = z.input<typeof NewVisitHorse>

export const VisitHorseChange = VisitHorse.pick({ place: true, plannedWork: true, outcome: true, reason: true, completedAt: true })
  .partial()
  .extend({
    /** Takes an outcome back; without it a horse that is done stays done. */
    reopen: z.boolean().optional(),
  })
  .meta({ id: 'VisitHorseChange' })
export type VisitHorseChange = z.input<typeof VisitHorseChange>

export const TimeOff = z
  .object({
    id: z.string(),
    memberId: ref.nullable(),
    fromDay: dayShape,
    toDay: dayShape,
    /** Wall times; null: from or to the end of the day. */
    localStart: z.iso.time({ precision: -1 }).nullable(),
    localEnd: z.iso.time({ precision: -1 }).nullable(),
    kind: z.enum(['holiday', 'course', 'personal', 'ill']),
    title: z.string().max(200),
    coverNote: text(4000),
  })
  .meta({ id: 'TimeOff' })
export type TimeOff = z.output<typeof TimeOff>

export const NewTimeOff = TimeOff.partial()
  .extend({ fromDay: dayShape, toDay: dayShape, kind: TimeOff.shape.kind })
  .meta({ id: 'NewTimeOff' })
export type NewTimeOff = z.input<typeof NewTimeOff>

export const TimeOffChange = TimeOff.omit({ id: true }).partial().meta({ id: 'TimeOffChange' })
export type TimeOffChange = z.input<typeof TimeOffChange>

/** When a member is busy by a calendar of theirs elsewhere. What it is for is never known here. */
export const BusyBlock = z
  .object({
    id: z.string(),
    memberId: ref,
    /** What the calendar is called there; shown to its member alone. */
    source: z.string(),
    startTime: z.iso.datetime(),
    endTime: z.iso.datetime(),
    isAllDay: z.boolean(),
  })
  .meta({ id: 'BusyBlock' })
export type BusyBlock = z.output<typeof BusyBlock>

export const MovedDay = z.object({
  /** The id of the action in the journal; made here when absent. */
  id: ref.optional(),
  reason: text(200).optional(),
  /** Where each visit goes; its time of day stays. */
  moves: z
    .array(z.object({ appointmentId: ref, onDay: dayShape }))
    .min(1)
    .max(200),
  sendSmsNotification: z.boolean().optional(),
})
export type MovedDay = z.input<typeof MovedDay>

const byId = z.object({ id: z.string().max(60) })

export const appointmentEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/appointments',
    audience: 'member',
    scope: 'visits:read',
    summary: "Visits of the practice's day, or of a span of at most 62 days, in the order of the round",
    query: z.object({ date: dayShape.optional(), from: dayShape.optional(), to: dayShape.optional() }),
    response: z.array(Appointment),
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/appointments/:id',
    audience: 'member',
    scope: 'visits:read',
    record: 'appointments',
    summary: 'One visit',
    params: byId,
    response: Appointment,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/appointments',
    audience: 'member',
    scope: 'visits:write',
    record: 'appointments',
    summary: 'Book a visit or a stop',
    body: NewAppointment,
    response: Appointment,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/appointments/:id',
    audience: 'member',
    scope: 'visits:write',
    record: 'appointments',
    summary: 'Change or move a visit; absent fields stay, null clears',
    params: byId,
    body: AppointmentChange,
    response: Appointment,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/appointments/:id',
    audience: 'member',
    scope: 'visits:write',
    record: 'appointments',
    summary: 'Remove a visit entered by mistake; nobody is told',
    params: byId,
    response: z.undefined(),
    status: 204,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/appointments/:id/cancel',
    audience: 'member',
    scope: 'visits:write',
    record: 'appointments',
    summary: 'Cancel a visit, with a reason',
    params: byId,
    body: z.object({ reason: text(500).optional(), noShow: z.boolean().optional(), sendSmsNotification: z.boolean().optional() }),
    response: Appointment,
  }),
  reopen: endpoint({
    method: 'POST',
    path: '/api/appointments/:id/reopen',
    audience: 'member',
    scope: 'visits:write',
    record: 'appointments',
    summary: 'Open a cancelled or finished visit again',
    params: byId,
    response: Appointment,
  }),
  moveDay: endpoint({
    method: 'POST',
    path: '/api/days/move',
    audience: 'member',
    record: 'appointments',
    summary: 'Move many visits as one act: one row in the journal, one text for each owner, one undo',
    body: MovedDay,
    response: z.array(Appointment),
  }),
  sendReminder: endpoint({
    method: 'POST',
    path: '/api/appointments/:id/send-reminder',
    audience: 'member',
    summary: 'Send a reminder now; refused within a minute of the last',
    params: byId,
    response: NoticeOutcome,
  }),
  addHorse: endpoint({
    method: 'POST',
    path: '/api/visit-horses',
    audience: 'member',
    scope: 'visits:write',
    record: 'visit_horses',
    summary: 'Add a horse to a visit',
    body: NewVisitHorse,
    response: VisitHorse,
    status: 201,
  }),
  changeHorse: endpoint({
    method: 'PUT',
    path: '/api/visit-horses/:id',
    audience: 'member',
    scope: 'visits:write',
    record: 'visit_horses',
    summary: 'Change the plan for a horse on a visit, or say it is done or why not',
    params: byId,
    body: VisitHorseChange,
    response: VisitHorse,
  }),
  removeHorse: endpoint({
    method: 'DELETE',
    path: '/api/visit-horses/:id',
    audience: 'member',
    scope: 'visits:write',
    record: 'visit_horses',
    summary: 'Take a horse off a visit',
    params: byId,
    response: z.undefined(),
    status: 204,
  }),
  listTimeOff: endpoint({
    method: 'GET',
    path: '/api/time-off',
    audience: 'member',
    scope: 'visits:read',
    summary: 'Time off that is not over, the earliest first',
    response: z.array(TimeOff),
  }),
  addTimeOff: endpoint({
    method: 'POST',
    path: '/api/time-off',
    audience: 'member',
    scope: 'visits:write',
    record: 'time_off',
    summary: 'Note time off of a member, or of everybody',
    body: NewTimeOff,
    response: TimeOff,
    status: 201,
  }),
  changeTimeOff: endpoint({
    method: 'PUT',
    path: '/api/time-off/:id',
    audience: 'member',
    scope: 'visits:write',
    record: 'time_off',
    summary: 'Change time off; absent fields stay, null clears',
    params: byId,
    body: TimeOffChange,
    response: TimeOff,
  }),
  removeTimeOff: endpoint({
    method: 'DELETE',
    path: '/api/time-off/:id',
    audience: 'member',
    scope: 'visits:write',
    record: 'time_off',
    summary: 'Take time off back',
    params: byId,
    response: z.undefined(),
    status: 204,
  }),
}
