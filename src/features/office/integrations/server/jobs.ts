import type { Connecting } from '#features/office/integrations/server/connecting.ts'
import { forgetConnections } from '#features/office/integrations/server/service.ts'
import type { JobHandler } from '#platform/server/jobs/jobs.ts'

const EVERY_NIGHT = '50 3 * * *'

/** Ends at night what has been off for a month. */
export const forgetConnectionsOfAll = (connecting: Connecting): JobHandler => ({
  queue: 'forget-connections',
  cron: EVERY_NIGHT,
  handle: (_, log) => forgetConnections(connecting, log),
})
