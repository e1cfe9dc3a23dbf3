import { sql } from 'kysely'
import { ASK_AGAIN_DAYS, agreedWords, askedAgain, goesOnUntil, mayGoOn } from '#features/records/guests/care-rules.ts'
import { listCare, overAt, requireConsent } from '#features/records/guests/server/care-queries.ts'
import { changeConsent, insertConsent, lockConsent, type Row, whatOf } from '#features/records/guests/server/care-rows.ts'
import { writeOwner } from '#features/records/guests/server/write-owner.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, logActivity } from '#platform/server/database/rows.ts'

/** What an agreement let in is of the one that goes on from it, until its last day. */
export async function goOnFrom(tx: PracticeTx, actor: Pick<Actor, 'zone'>, row: Row): Promise<void> {
  if (!row.renews_id) return
  const by = { by_person: row.agreed_person, by_member: row.agreed_person ? null : row.approved_member }
  await tx
    .updateTable('horse_grants')
    .set({ consent_id: row.id, until_at: overAt(row.until_on, actor.zone), ...by })
    .where('consent_id', '=', row.renews_id)
    .where('ended_at', 'is', null)
    .execute()
  await tx.updateTable('portal_invites').set({ consent_id: row.id }).where('consent_id', '=', row.renews_id).execute()
}

/**
 * An owner lets it go on, with one press: as long again, a year at most. It answers a request that waits for them.
 * @throws care_not_found; care_answered where it has ended otherwise than by its last day
 */
export async function renewCare(tx: PracticeTx, actor: Actor, id: string): Promise<void> {
  await holdWriters(tx)
  await lockConsent(tx, id)
  if (!mayGoOn(await requireConsent(tx, id, actor.zone), currentTime())) throw new AppError('care_answered')
  const next = (await openNext(tx, id)) ?? (await insertNext(tx, actor, id, { asked_person: actor.byPerson ?? null, asked_member: null }))
  const agreed = await changeConsent(tx, next.id, {
    ...{ agreed_at: currentTime(), agreed_how: 'portal', agreed_person: actor.byPerson ?? null },
  })
  await goOnFrom(tx, actor, agreed)
  await logActivity(tx, actor, { entity: 'clients', entityId: agreed.client_id, verb: 'care_agreed', before: null, after: whatOf(agreed) })
}

/** The request to go on from it that has no answer yet. */
const openNext = (tx: PracticeTx, id: string) =>
  tx
    .selectFrom('care_consents')
    .selectAll()
    .where('renews_id', '=', id)
    .where('agreed_at', 'is', null)
    .where('refused_at', 'is', null)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst()

/** The same agreement again: the horses that are still its owner's, who was let in, and as far back. */
async function insertNext(tx: PracticeTx, actor: Actor, id: string, asks: Pick<Row, 'asked_person' | 'asked_member'>): Promise<Row> {
  const row = await lockConsent(tx, id)
  const known = await requireConsent(tx, id, actor.zone)
  const now = currentTime()
  const untilOn = goesOnUntil(known, dayOf(now, actor.zone))
  const horses = known.horses.filter(({ standing, grantedUntil, grantEndedAt }) => standing === 'theirs' && grantedUntil && !grantEndedAt)
  if (horses.length === 0) throw new AppError('care_answered')
  const { clientName: _, ...same } = known
  return insertConsent(tx, {
    ...{ practice_id: row.practice_id, id: uuidv7(), client_id: row.client_id, role: row.role, horse_ids: horses.map((horse) => horse.id) },
    ...{ to_name: row.to_name, to_address: row.to_address, to_practice: row.to_practice, reg_number: row.reg_number },
    ...{ back_to_on: row.back_to_on, until_on: untilOn, may_contact: row.may_contact, renews_id: id },
    words: agreedWords({ ...same, untilOn, horses: horses.map(({ name }) => name) }),
    ...{ asked_at: now, ...asks },
    // The practice approved the person; the owner decides for how long.
    ...{ approved_at: now, approved_member: row.approved_member },
  })
}

/** Requests of the owners of what ends within two weeks whether it goes on, each once. An owner who can't be reached is skipped. */
export async function askToGoOn(tx: PracticeTx, actor: Actor): Promise<void> {
  await holdWriters(tx)
  const today = dayOf(currentTime(), actor.zone)
  const ending = await tx
    .selectFrom('care_consents as a')
    .select(['a.id', 'a.asked_person', 'a.asked_member', 'a.agreed_person', 'a.approved_member', 'a.colleague_of'])
    .where('a.until_on', '>=', today)
    .where('a.until_on', '<=', addDays(today, ASK_AGAIN_DAYS))
    .where('a.taken_back_at', 'is', null)
    .where('a.refused_at', 'is', null)
    .where(sql<boolean>`not exists (select from care_consents n where n.renews_id = a.id)`)
    .orderBy('a.id')
    .execute()
  for (const { id, ...by } of ending) {
    const [known] = await listCare(tx, { id }, actor.zone)
    if (!known || !mayGoOn(known, currentTime())) continue
    const next = await insertNext(tx, actor, id, whoAsks(by))
    const horses = known.horses.filter((horse) => next.horse_ids.includes(horse.id)).map(({ name }) => name)
    try {
      await writeOwner(tx, actor, next, 'care_ask', askedAgain({ ...known, endsOn: known.untilOn, untilOn: next.until_on, horses }))
    } catch (error) {
      // No number, no e-mail, or no texts wanted: the request is still in their portal.
      if (!(error instanceof AppError)) throw error
    }
  }
}

type By = Pick<Row, 'asked_person' | 'asked_member' | 'agreed_person' | 'approved_member' | 'colleague_of'>

/** In whose name it goes on: who requested it, or of a colleague's, who let them in. */
const whoAsks = ({ colleague_of: colleagueOf, asked_person, asked_member, agreed_person, approved_member }: By) =>
  colleagueOf && agreed_person
    ? { asked_person: agreed_person, asked_member: null }
    : colleagueOf && approved_member
      ? { asked_person: null, asked_member: approved_member }
      : { asked_person, asked_member }
