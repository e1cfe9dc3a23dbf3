import { careName, inList } from '#features/records/guests/care-rules.ts'
import { overAt } from '#features/records/guests/server/care-queries.ts'
import { changeConsent, lockConsent, type Row, whatOf } from '#features/records/guests/server/care-rows.ts'
import { dropAsk } from '#features/records/guests/server/end-care.ts'
import { goOnFrom } from '#features/records/guests/server/go-on-from.ts'
import { inviteToCare } from '#features/records/guests/server/invite-to-care.ts'
import { portalIn } from '#features/records/guests/server/portal-in.ts'
import { tellFarrier } from '#features/records/guests/server/tell-farrier.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, logActivity } from '#platform/server/database/rows.ts'

/**
 * An owner agrees, signed in or by a link: the carer is invited, or goes on, or waits for the farrier, who is notified. Agreeing twice
 * changes nothing. The caller has made sure that the owner is the client's.
 * @throws care_not_found; care_answered where it was answered otherwise or withdrawn, or its last day is over
 */
export async function agreeToCare(tx: PracticeTx, actor: Actor, id: string, how: 'portal' | 'link'): Promise<void> {
  await holdWriters(tx)
  const row = await lockConsent(tx, id)
  if (isClosed(row, actor)) throw new AppError('care_answered')
  if (row.agreed_at) return
  const now = currentTime()
  // A carer proposed by neither the owner nor the farrier needs the farrier's yes, where the practice wants to decide.
  const isApproved = row.approved_at !== null || (await portalIn(tx)).may.care
  const agreed = await changeConsent(tx, id, {
    ...{ agreed_at: now, agreed_how: how, agreed_person: actor.byPerson ?? null },
    ...(isApproved && row.approved_at === null && { approved_at: now }),
  })
  await logActivity(tx, actor, { entity: 'clients', entityId: row.client_id, verb: 'care_agreed', before: null, after: whatOf(agreed) })
  if (agreed.renews_id) await goOnFrom(tx, actor, agreed)
  else if (isApproved) await inviteToCare(tx, actor, agreed)
  if (isApproved) await dropAsk(tx, actor, row)
  await tell(tx, actor, row, (name, horses) => `They agree: ${name} may see ${horses}.`)
}

/** An owner refuses: no one is invited, and a carer who is in goes no further than was agreed. @throws as `agreeToCare` */
export async function refuseCare(tx: PracticeTx, actor: Actor, id: string): Promise<void> {
  await holdWriters(tx)
  const row = await lockConsent(tx, id)
  if (row.refused_at) return
  if (isClosed(row, actor) || row.agreed_at) throw new AppError('care_answered')
  await changeConsent(tx, id, { refused_at: currentTime(), refused_by: 'owner' })
  await dropAsk(tx, actor, row)
  await logActivity(tx, actor, { entity: 'clients', entityId: row.client_id, verb: 'care_refused', before: null, after: whatOf(row) })
  const isMore = row.renews_id !== null
  await tell(tx, actor, row, (name, horses) => `They don’t want ${name} to see ${horses}${isMore ? ' any longer than was agreed' : ''}.`)
}

const isClosed = ({ refused_at, taken_back_at, until_on }: Row, { zone }: Pick<Actor, 'zone'>): boolean =>
  refused_at !== null || taken_back_at !== null || overAt(until_on, zone) <= currentTime()

async function tell(tx: PracticeTx, actor: Actor, row: Row, words: (name: string, horses: string) => string): Promise<void> {
  const rows = await tx.selectFrom('horses').select(['id', 'name']).where('id', 'in', row.horse_ids).execute()
  const names = row.horse_ids.flatMap((id) => rows.find((horse) => horse.id === id)?.name ?? [])
  await tellFarrier(tx, actor, {
    clientId: row.client_id,
    body: words(careName({ toName: row.to_name, toPractice: row.to_practice }), inList(names)),
    path: `/horses?horse=${row.horse_ids[0]}&tab=details`,
  })
}
