import { z } from 'zod'
import { CalendarLevel } from '#features/visits/calendars/contract.ts'
import { endpoint } from '#lib/endpoint.ts'

/** What is set of a connection; which of it a connector has, its card shows. */
const IntegrationSettings = z.object({ level: CalendarLevel.optional() })

/** Spec §3 Integration, as its card shows it to the member. */
export const Integration = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    category: z.enum(['calendar', 'accounting', 'marketing', 'mapping', 'social']),
    enabled: z.boolean(),
    /** Spec §4. */
    status: z.enum(['connected', 'error', 'disconnected']),
    settings: IntegrationSettings,
    /** The last exchange that went well; null: none yet. */
    lastSuccessAt: z.iso.datetime().nullable(),
    /** The practice's plan has it. */
    isInPlan: z.boolean(),
    /** What leaves, what comes in, and what stays there once it is disconnected. */
    sends: z.array(z.string()),
    brings: z.array(z.string()),
    leaves: z.array(z.string()),
  })
  .meta({ id: 'Integration' })
export type Integration = z.output<typeof Integration>

const byId = z.object({ id: z.string().max(60) })
const FeedAddress = z.object({ url: z.string() })

export const integrationEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/integrations',
    audience: 'member',
    summary: 'What can be connected, and how it stands for the calling member',
    response: z.array(Integration),
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/integrations/:id',
    audience: 'member',
    summary: 'Switch a connection on or off, or change its settings',
    params: byId,
    body: z.object({ enabled: z.boolean(), settings: IntegrationSettings.optional() }),
    response: Integration,
  }),
  disconnect: endpoint({
    method: 'DELETE',
    path: '/api/integrations/:id',
    audience: 'member',
    summary: 'End a connection and forget its secrets',
    params: byId,
    response: Integration,
    whileLapsed: true,
  }),
  feedAddress: endpoint({
    method: 'GET',
    path: '/api/integrations/feed/address',
    audience: 'member',
    summary: "The secret address of the calling member's calendar feed",
    response: FeedAddress,
    feature: 'calendar-integration',
  }),
  renewFeed: endpoint({
    method: 'POST',
    path: '/api/integrations/feed/address',
    audience: 'member',
    summary: "Replace the address of the calling member's calendar feed; the old one opens nothing from then on",
    response: FeedAddress,
    feature: 'calendar-integration',
  }),
}
