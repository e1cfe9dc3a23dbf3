import { reminderFollower } from '#features/appointments/server/reminders.ts'
import { timeOffFollower } from '#features/gaps/server/service.ts'
import { chargeFollower } from '#features/invoices/server/charging.ts'
import { followTexts } from '#features/messaging/server/service.ts'
import { settlingFollower } from '#features/payments/server/settling.ts'
import { type Database, together } from '#platform/server/db.ts'

/** What follows from the rows a practice writes, whoever writes them: said by each process that opens the database. */
export function followRows(db: Database): void {
  // Reminders are no synced rows, so they take no place in the practice's order that a charge could want.
  db.follow(together(reminderFollower, chargeFollower), settlingFollower, timeOffFollower)
  followTexts()
}
