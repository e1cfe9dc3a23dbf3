import { sql } from 'kysely'
import { careName, inList } from '#features/records/guests/care-rules.ts'
import type { CareRole } from '#features/records/guests/rules.ts'
import { takeBackAsk } from '#features/records/guests/server/asks.ts'
import { closeConsent, lockConsent, type Row, whatOf } from '#features/records/guests/server/care-rows.ts'
import { endLooks } from '#features/records/guests/server/let-look.ts'
import { closeInvites } from '#features/records/guests/server/settle-care.ts'
import { tellFarrier } from '#features/records/guests/server/tell-farrier.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, logActivity } from '#platform/server/database/rows.ts'

/**
 * Ends an agreement: its carer sees nothing from the next request on, its invitation opens nothing, and the requests to the farrier or the
 * owner that follow from it are closed. Nothing where it has ended already. The caller has checked the actor. @throws care_not_found
 */
export async function endCare(tx: PracticeTx, actor: Actor, id: string): Promise<void> {
  await holdWriters(tx)
  const row = await lockConsent(tx, id)
  if (row.taken_back_at || row.refused_at) return
  await closeConsent(tx, actor, id)
  await endLooks(tx, actor, { consentId: id })
  await closeInvites(tx, actor, id)
  await dropAsk(tx, actor, row)
  const following = await tx
    .selectFrom('care_consents')
    .selectAll()
    .where(({ or, eb }) => or([eb('renews_id', '=', id), eb('colleague_of', '=', id)]))
    .where('agreed_at', 'is', null)
    .where('taken_back_at', 'is', null)
    .where('refused_at', 'is', null)
    .execute()
  for (const next of following) {
    await closeConsent(tx, actor, next.id)
    await dropAsk(tx, actor, next)
  }
  await logActivity(tx, actor, { entity: 'clients', entityId: row.client_id, verb: 'care_ended', before: null, after: whatOf(row) })
}

/** The same by the owner, signed in or by a link: the farrier is notified. @throws care_not_found */
export async function takeBackCare(tx: PracticeTx, actor: Actor, id: string): Promise<void> {
  await holdWriters(tx)
  const row = await lockConsent(tx, id)
  if (row.taken_back_at || row.refused_at) return
  await endCare(tx, actor, id)
  const name = careName({ toName: row.to_name, toPractice: row.to_practice })
  const body = `They have stopped what ${name} sees. It has ended.`
  await tellFarrier(tx, actor, { clientId: row.client_id, body, path: `/horses?horse=${row.horse_ids[0]}&tab=details` })
}

/** Ends all that vets and para-professionals see of a client's, and the open requests for them. */
export async function endCareOf(tx: PracticeTx, actor: Actor, clientId: string): Promise<void> {
  const open = await tx
    .selectFrom('care_consents')
    .select('id')
    .where('client_id', '=', clientId)
    .where('taken_back_at', 'is', null)
    .where('refused_at', 'is', null)
    .execute()
  for (const { id } of open) await endCare(tx, actor, id)
}

/** Ends all that a person sees here as a vet or a para-professional, because they close their account. Each farrier is notified. */
export async function endCaring(tx: PracticeTx, actor: Actor & { byPerson: string }): Promise<void> {
  const { rows } = await sql<Cared>`
    select c.grant_id as "grantId", c.client_id as "clientId", c.role, h.name as horse, coalesce(g.to_name, 'Somebody') as name
    from cared_for(${actor.byPerson}) c join horses h on h.id = c.horse_id join horse_grants g on g.id = c.grant_id
    order by h.name, h.id`.execute(tx)
  for (const { grantId } of rows) await endLooks(tx, actor, { grantId })
  for (const clientId of new Set(rows.map((row) => row.clientId))) {
    const theirs = rows.filter((row) => row.clientId === clientId)
    const [first] = theirs
    if (!first) continue
    const { role, name } = first
    await logActivity(tx, actor, { entity: 'clients', entityId: clientId, verb: 'care_ended', before: null, after: { role, name } })
    const body = `${name}, who saw ${inList(theirs.map(({ horse }) => horse))}, has closed their portal account.`
    // One alert a client.
    await tellFarrier(tx, { ...actor, opId: uuidv7() }, { clientId, body })
  }
}

type Cared = { grantId: string; clientId: string; role: CareRole; horse: string; name: string }

/** Closes the request to the farrier that follows from an agreement. */
export async function dropAsk(tx: PracticeTx, actor: Actor, { id, client_id: clientId }: Row): Promise<void> {
  const ask = await tx.selectFrom('owner_asks').select(['seen_at', 'deleted_at']).where('id', '=', id).executeTakeFirst()
  if (ask && !ask.seen_at && !ask.deleted_at) await takeBackAsk(tx, actor, { id, clientId })
}
