import { CALENDARS } from '#connectors/registry.ts'
import { listConnections, updateConnection } from '#features/office/integrations/server/queries.ts'
import { removeBusyBlocks } from '#features/visits/appointments/server/put-busy-blocks.ts'
import { currentTime } from '#lib/clock.ts'
import { following } from '#platform/server/database/followers.ts'

/**
 * Calendars elsewhere of a member who has left are switched off, and no longer make them busy. No one is left to switch them on, so the
 * night job ends them after a month, unless they come back.
 */
export const leavingFollower = following({
  tables: ['members'],
  async follow(tx, _, written) {
    for (const { before, after } of written) {
      if (!before?.is_active || after.is_active) continue
      for (const row of await listConnections(tx, after.id)) {
        if (row.member_id !== after.id || !row.enabled || !CALENDARS[row.connector]) continue
        await updateConnection(tx, row.id, { enabled: false, off_at: currentTime(), busy_read_at: null, leased_until: null })
        await removeBusyBlocks(tx, row.practice_id, row.id)
      }
    }
  },
})
