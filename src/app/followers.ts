import { leavingKeysFollower } from '#features/core/api-keys/server/leaving.ts'
import { timeOffFollower } from '#features/day/gaps/server/closing.ts'
import { chargeFollower } from '#features/ledger/invoices/server/charging.ts'
import { allocationFollower } from '#features/ledger/payments/server/allocation.ts'
import { leavingFollower } from '#features/office/integrations/server/leaving.ts'
import { postFollower } from '#features/office/integrations/server/post-follower.ts'
import { webhooksBorn } from '#features/office/webhooks/server/born.ts'
import { addressFollower } from '#features/records/guests/server/address-follower.ts'
import { endingsNoted } from '#features/records/guests/server/ended-access.ts'
import { invitedIndexed } from '#features/records/guests/server/invited-addresses.ts'
import { followTexts } from '#features/talk/messaging/server/reaching.ts'
import { reminderFollower } from '#features/visits/appointments/server/reminders.ts'
import { type Database, together } from '#platform/server/database/db.ts'
import type { KeyedHash } from '#platform/server/keyed-hash.ts'

/** Effects of the rows a practice writes, regardless of the writer: registered by each process that opens the database. */
export function followRows(db: Database, hash: KeyedHash, dataFolder?: string): void {
  // Reminders are no synced rows, so they take no place in the practice's order that a charge could want.
  db.follow(together(reminderFollower, chargeFollower), allocationFollower, timeOffFollower, leavingFollower, addressFollower(hash))
  db.follow(leavingKeysFollower(dataFolder), invitedIndexed(hash))
  if (dataFolder) db.follow(endingsNoted(dataFolder))
  db.follow(postFollower)
  // The last, as it notifies of what the others have written.
  db.follow(webhooksBorn)
  followTexts()
}
