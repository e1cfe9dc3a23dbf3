import { mayPost } from '#features/office/posts/rules.ts'
import type { PhotoConsent } from '#features/records/photo-consents/contract.ts'
import { toPhotoConsent } from '#features/records/photo-consents/server/service.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Which of these horses may be shown on social media now: under a live consent of their owner, who is on record as they are. */
export async function mayPostOf(tx: PracticeTx, horseIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (horseIds.length === 0) return new Set()
  const horses = await tx
    .selectFrom('horses as h')
    .innerJoin('clients as c', 'c.id', 'h.client_id')
    .select(['h.id', 'h.client_id as clientId', 'h.gone_on as goneOn', 'h.gone_reason as goneReason'])
    .where('h.id', 'in', horseIds)
    .where('h.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .execute()
  const consents = await consentsOf(
    tx,
    horses.map(({ clientId }) => clientId),
  )
  const today = dayOf(currentTime(), 'UTC')
  return new Set(horses.filter((horse) => mayPost(consents, horse, today)).map(({ id }) => id))
}

async function consentsOf(tx: PracticeTx, clientIds: readonly string[]): Promise<PhotoConsent[]> {
  if (clientIds.length === 0) return []
  const rows = tx.selectFrom('photo_consents').selectAll().where('client_id', 'in', clientIds).where('deleted_at', 'is', null)
  return (await rows.execute()).map(toPhotoConsent)
}
