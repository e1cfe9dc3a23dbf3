import { z } from 'zod'
import { NoticeOutcome } from '#features/core/notices/contract.ts'
import { endpoint } from '#lib/endpoint.ts'

export const triageEndpoints = {
  link: endpoint({
    method: 'POST',
    path: '/api/clients/:id/lost-shoe-link',
    audience: 'member',
    summary:
      'A link by which a client tells of a lost shoe: five questions and a photo; with `sends` it goes to them by the way they chose',
    params: z.object({ id: z.string().max(60) }),
    body: z.object({ sends: z.boolean() }),
    response: z.object({
      url: z.string(),
      diesAt: z.iso.datetime(),
      /** The outcome of the text; null if none was requested. */
      notice: NoticeOutcome.nullable(),
    }),
    status: 201,
  }),
}
