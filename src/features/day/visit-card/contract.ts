import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'

/** A link to one owner's card of a visit. Only the caller knows it; a second request returns another link, and this one stays valid. */
export const VisitCardLink = z
  .object({
    clientId: z.string(),
    clientName: z.string(),
    /** The page, for the owner. */
    url: z.string(),
    /** The same as a PDF. */
    pdfUrl: z.string(),
    /** When both open nothing any more (`CARD_MONTHS`). */
    diesAt: z.iso.datetime(),
  })
  .meta({ id: 'VisitCardLink' })
export type VisitCardLink = z.output<typeof VisitCardLink>

const byId = z.object({ id: z.string().max(60) })

export const visitCardEndpoints = {
  make: endpoint({
    method: 'POST',
    path: '/api/appointments/:id/visit-card',
    audience: 'member',
    summary: 'Make a link to the visit card of each owner with a horse that was done or not done there; earlier links stay good',
    params: byId,
    response: z.array(VisitCardLink),
  }),
  takeBack: endpoint({
    method: 'DELETE',
    path: '/api/appointments/:id/visit-card',
    audience: 'member',
    summary: "Take back every link to a visit's cards, or to one owner's",
    params: byId,
    query: z.object({ clientId: z.string().max(60).optional() }),
    response: z.undefined(),
    status: 204,
  }),
  photo: endpoint({
    method: 'GET',
    path: '/api/visit-cards/:token/photos/:photoId',
    audience: 'link',
    summary: 'A photo of a visit card, as it is shown to the owner',
    params: z.object({ token: z.string().max(100), photoId: z.string().max(60) }),
    query: z.object({ size: z.enum(['small', 'large']).default('small') }),
    response: z.unknown(),
    perMinute: 240,
  }),
}
