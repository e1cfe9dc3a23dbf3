import { noteEndedKeys } from '#features/core/api-keys/server/ended-keys.ts'
import { revokeKeys } from '#features/core/api-keys/server/queries.ts'
import { following } from '#platform/server/database/followers.ts'

/**
 * The keys of a member who has left are revoked. What they open by goes with the membership; somebody who comes back makes new ones.
 */
export const leavingKeysFollower = (dataFolder?: string) =>
  following({
    tables: ['members'],
    async follow(tx, { practiceId }, written) {
      for (const { before, after } of written) {
        if (!before?.is_active || after.is_active) continue
        await noteEndedKeys(dataFolder, practiceId, await revokeKeys(tx, { member_id: after.id }))
      }
    },
  })
