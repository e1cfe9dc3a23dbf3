import { mayPost } from '#features/office/posts/rules.ts'
import { toPhotoConsent } from '#features/records/photo-consents/server/service.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** How many posts come down once a consent of a client is withdrawn, by the consent: those that no other of theirs allows. Consents without any are not in it. */
export async function postsUnder(tx: PracticeTx, clientId: string): Promise<ReadonlyMap<string, number>> {
  const horses = await tx
    .selectFrom('posts as p')
    .innerJoin('horses as h', 'h.id', 'p.horse_id')
    .select(['h.id', 'h.client_id as clientId', 'h.gone_on as goneOn', 'h.gone_reason as goneReason'])
    .where('h.client_id', '=', clientId)
    .where('h.deleted_at', 'is', null)
    .where('p.state', '=', 'posting')
    .where('p.deleted_at', 'is', null)
    .execute()
  if (horses.length === 0) return new Map()
  const rows = await tx.selectFrom('photo_consents').selectAll().where('client_id', '=', clientId).where('deleted_at', 'is', null).execute()
  const consents = rows.map(toPhotoConsent)
  const today = dayOf(currentTime(), 'UTC')
  const under = (id: string) => {
    const left = consents.filter((one) => one.id !== id)
    return horses.filter((horse) => mayPost(consents, horse, today) && !mayPost(left, horse, today)).length
  }
  return new Map(consents.map(({ id }) => [id, under(id)] as const).filter(([, count]) => count > 0))
}
