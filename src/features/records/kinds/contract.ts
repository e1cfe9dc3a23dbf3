import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    service_types: ServiceType
  }
}

const label = z.string().trim().min(1).max(120)

/** A kind of work the practice does. Its price is on the price list, which not every role sees. */
export const ServiceType = z
  .object({
    id: z.string(),
    /** Its key in records, plans, cycles and prices; it never changes. */
    serviceType: z.string(),
    /** The name on screens; renaming a kind changes this. */
    label: z.string(),
    /** Whether a horse's next due date counts from it. */
    resetsCycle: z.boolean(),
    /** A removed kind is no longer offered, and stays for existing records. */
    isOffered: z.boolean(),
  })
  .meta({ id: 'ServiceType' })
export type ServiceType = z.output<typeof ServiceType>

/** There is one kind per name; adding an existing one changes it and offers it again. */
export const NewServiceType = z
  .object({ serviceType: label, label: label.optional(), resetsCycle: z.boolean().optional() })
  .meta({ id: 'NewServiceType' })
export type NewServiceType = z.input<typeof NewServiceType>

export const ServiceTypeChange = z
  .object({ label, resetsCycle: z.boolean(), isOffered: z.boolean() })
  .partial()
  .meta({ id: 'ServiceTypeChange' })
export type ServiceTypeChange = z.input<typeof ServiceTypeChange>

export const kindEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/service-types',
    audience: 'member',
    scope: 'work:read',
    summary: 'The kinds of work the practice does, removed ones too',
    response: z.array(ServiceType),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/service-types',
    audience: 'member',
    record: 'service_types',
    summary: 'Add a kind of work, or offer a removed one again; owners and the office only',
    body: NewServiceType,
    response: ServiceType,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/service-types/:id',
    audience: 'member',
    record: 'service_types',
    summary: 'Rename a kind of work, say whether it resets the cycle, or stop offering it; owners and the office only',
    params: z.object({ id: z.string().max(60) }),
    body: ServiceTypeChange,
    response: ServiceType,
  }),
}
