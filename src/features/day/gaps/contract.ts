import { z } from 'zod'
import { NoticeOutcome } from '#features/core/notices/contract.ts'
import { MOST_OFFERS } from '#features/day/gaps/limits.ts'
import { dayShape } from '#lib/day-shape.ts'
import { endpoint } from '#lib/endpoint.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    slot_offers: SlotOffer
  }
}

const ref = z.string().min(1).max(60)
const wallTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const OfferedHorse = z.object({ horseId: ref, plannedWork: z.string().trim().max(200).nullable() })

/** A slot that came free, offered to one client; of the clients offered it together, the first who accepts has it. */
export const SlotOffer = z
  .object({
    id: z.string(),
    /** The same for all offers made together. */
    gapId: ref,
    clientId: ref,
    /** Whose slot it is. */
    memberId: ref,
    /** The visit as it will be booked. */
    onDay: dayShape,
    localStart: z.string(),
    localEnd: z.string(),
    zone: z.string(),
    startTime: z.iso.datetime(),
    endTime: z.iso.datetime(),
    yardId: ref.nullable(),
    horses: z.array(OfferedHorse),
    expiresAt: z.iso.datetime(),
    /** `gone`: another client has it. An offer that ran out stays `offered`: see `isOpen`. */
    state: z.enum(['offered', 'taken', 'gone', 'declined', 'withdrawn']),
    stateAt: z.iso.datetime(),
    /** What was booked of it. */
    appointmentId: ref.nullable(),
    askedBy: ref,
  })
  .meta({ id: 'SlotOffer' })
export type SlotOffer = z.output<typeof SlotOffer>

export const NewSlotOffers = z
  .object({
    memberId: ref,
    onDay: dayShape,
    offers: z
      .array(
        z.object({
          clientId: ref,
          horses: z.array(OfferedHorse).min(1).max(20),
          startTime: wallTime,
          endTime: wallTime,
          yardId: ref.nullable(),
        }),
      )
      .min(1)
      .max(MOST_OFFERS),
  })
  .meta({ id: 'NewSlotOffers' })
export type NewSlotOffers = z.input<typeof NewSlotOffers>

const byId = z.object({ id: z.string().max(60) })

export const gapEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/slot-offers',
    audience: 'member',
    summary: 'Slots offered on a day and after it, the newest first',
    query: z.object({ from: dayShape, limit: z.coerce.number().int().min(1).max(1000).default(200) }),
    response: z.array(SlotOffer),
  }),
  offer: endpoint({
    method: 'POST',
    path: '/api/slot-offers',
    audience: 'member',
    summary: 'Offer a slot to up to five clients who agreed to offers: each gets a link, the first yes books it, the others are told',
    body: NewSlotOffers,
    response: z.object({ offers: z.array(SlotOffer), outcomes: z.array(NoticeOutcome) }),
    status: 201,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/slot-offers/:id/withdraw',
    audience: 'member',
    summary: 'Take a slot back from everybody it was offered to with this one; those who were texted are told that it has gone',
    params: byId,
    response: z.array(SlotOffer),
  }),
}
