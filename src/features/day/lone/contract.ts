import { z } from 'zod'
import { NoticeState } from '#features/core/notices/contract.ts'
import { endpoint } from '#lib/endpoint.ts'

/** Why the timer is not offered: without texts that leave, it would be a promise that the product can't keep. */
const LoneWhyNot = z.enum(['test_version', 'plan_ended', 'no_texts'])
export type LoneWhyNot = z.output<typeof LoneWhyNot>

/** Whom a member chose to be texted; nothing goes to them before `agreedAt`. */
const LoneContact = z
  .object({
    name: z.string(),
    /** In E.164. */
    phone: z.string(),
    askedAt: z.iso.datetime(),
    agreedAt: z.iso.datetime().nullable(),
    refusedAt: z.iso.datetime().nullable(),
    /** The status of the text with the question. */
    ask: NoticeState,
  })
  .meta({ id: 'LoneContact' })
export type LoneContact = z.output<typeof LoneContact>

/** The last timer a member set. Its status: `loneStage` in `rules.ts`. */
const LoneTimer = z
  .object({
    id: z.string(),
    visitId: z.string(),
    ringAt: z.iso.datetime(),
    /** When the contact is texted, unless it is answered before. */
    textAt: z.iso.datetime(),
    contactName: z.string(),
    answeredAt: z.iso.datetime().nullable(),
    text: z.object({ state: NoticeState, at: z.iso.datetime(), tries: z.int() }),
  })
  .meta({ id: 'LoneTimer' })
export type LoneTimer = z.output<typeof LoneTimer>

/** The calling member's lone-worker timer as the server has it: only this decides whether it is on. */
export const LoneWorker = z
  .object({
    whyNot: LoneWhyNot.nullable(),
    contact: LoneContact.nullable(),
    timer: LoneTimer.nullable(),
    /** What rings: how many of their devices, and whether their own telephone is texted. */
    rings: z.object({ devices: z.int(), phone: z.boolean() }),
  })
  .meta({ id: 'LoneWorker' })
export type LoneWorker = z.output<typeof LoneWorker>

const ref = z.string().min(1).max(60)
const wallTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

export const loneEndpoints = {
  mine: endpoint({
    method: 'GET',
    path: '/api/lone-timer',
    audience: 'member',
    summary: 'My lone-worker timer: whom I chose, whether it is on, and what became of its text',
    response: LoneWorker,
  }),
  ask: endpoint({
    method: 'PUT',
    path: '/api/lone-timer/contact',
    audience: 'member',
    summary: 'Choose who is texted when I do not answer my timer, and ask them by a text whether they agree',
    body: z.object({ name: z.string().trim().min(1).max(80), phone: z.string().trim().min(1).max(40) }),
    response: LoneWorker,
    perMinute: 6,
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/lone-timer',
    audience: 'member',
    summary: 'Ring me at this time, by the clock of the practice, within the next 12 hours; a timer that is on takes the new time',
    body: z.object({ visitId: ref, ringAt: wallTime }),
    response: LoneWorker,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/lone-timer/:id/answer',
    audience: 'member',
    summary: 'I am OK: stop what my timer has not rung or texted yet',
    params: z.object({ id: z.string().max(60) }),
    response: LoneWorker,
    whileLapsed: true,
  }),
}
