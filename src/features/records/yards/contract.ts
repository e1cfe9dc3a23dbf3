import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'
import { isWholePosition, positionFields, wholePosition } from '#lib/position-fields.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    yards: Yard
  }
}

const text = (max: number) => z.string().trim().max(max).nullable()

const yardFields = {
  name: z.string().trim().min(1).max(200),
  address: text(500),
  postcode: text(12),
  ...positionFields,
  accessNotes: text(4000),
  /** Long enough for the codes of two devices, kept next to each other. */
  gateCode: text(500),
  hasCover: z.boolean().nullable(),
  hasLights: z.boolean().nullable(),
  contactClientId: z.string().max(60).nullable(),
  /** Who is billed when the yard pays; the contact unless another client is named. */
  payerClientId: z.string().max(60).nullable(),
}

/** A livery yard or field where horses are kept; their owners live elsewhere. */
export const Yard = z.object({ ...yardFields, id: z.string() }).meta({ id: 'Yard' })
export type Yard = z.output<typeof Yard>

export const NewYard = z
  .object({ ...z.object(yardFields).partial().shape, name: yardFields.name, id: z.string().max(60).optional() })
  .refine(isWholePosition, wholePosition)
  .meta({ id: 'NewYard' })
export type NewYard = z.input<typeof NewYard>

export const YardChange = z.object(yardFields).partial().meta({ id: 'YardChange' })
export type YardChange = z.input<typeof YardChange>

const byId = z.object({ id: z.string().max(60) })
const page = z.object({ limit: z.coerce.number().int().min(1).max(1000).default(200), after: z.string().max(200).optional() })

export const yardEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/yards',
    audience: 'member',
    scope: 'yards:read',
    summary: 'Yards by name; further pages by the Link header',
    query: page,
    response: z.array(Yard),
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/yards/:id',
    audience: 'member',
    scope: 'yards:read',
    record: 'yards',
    summary: 'One yard',
    params: byId,
    response: Yard,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/yards',
    audience: 'member',
    scope: 'yards:write',
    record: 'yards',
    summary: 'Add a yard',
    body: NewYard,
    response: Yard,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/yards/:id',
    audience: 'member',
    scope: 'yards:write',
    record: 'yards',
    summary: 'Change a yard; absent fields stay, null clears',
    params: byId,
    body: YardChange,
    response: Yard,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/yards/:id',
    audience: 'member',
    scope: 'yards:write',
    record: 'yards',
    summary: 'Remove a yard; its horses and visits stay, without a yard',
    params: byId,
    response: z.undefined(),
    status: 204,
  }),
}
