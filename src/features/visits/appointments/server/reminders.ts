import { pastAfter } from '#features/core/notices/rules.ts'
import { beliefsAbout } from '#features/core/notices/server/news-about.ts'
import { type Confirmation, listPlanned, planTexts, type WantedReminder } from '#features/core/notices/server/plan-texts.ts'
import { type SendingRules, sendingOf, settingsFrom } from '#features/core/practice/rules.ts'
import { greetingNameOf, RECOMMENDED_REMINDER_HOURS } from '#features/records/clients/rules.ts'
import { recipientIdsOf } from '#features/visits/appointments/notify-plan.ts'
import { reminderDueAt } from '#features/visits/appointments/reminding.ts'
import { isPast, titleForOwner, wordsOf } from '#features/visits/appointments/rules.ts'
import {
  type Concerned,
  listComingVisits,
  listVisitsToRemind,
  type ReminderClient,
  type VisitToRemind,
} from '#features/visits/appointments/server/reminder-queries.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import type { Actor } from '#platform/server/actor.ts'
import { allEnded, type PracticeTx } from '#platform/server/database/db.ts'
import { following, noteWish, type Wish, type Written, wishesOf } from '#platform/server/database/followers.ts'
import { holdWriters } from '#platform/server/database/rows.ts'
import { same } from '#platform/server/sync/merge.ts'

/** As many visits as one read takes. */
const AT_ONCE = 500
const BOOKED = 'say that it is booked'
const ON_AGAIN = 'say that it is on again'

/**
 * Reminders follow from the diary. Any change that books, moves, cancels or brings back visits, or changes their horses, owners, the
 * owners' wishes or the practice's rules for texts, has the reminders of those visits planned again once, in the same transaction. The
 * requested confirmations are sent with them.
 */
export const reminderFollower = following({
  tables: ['appointments', 'visit_horses', 'clients', 'sms_preferences', 'horses', 'settings'],
  async follow(tx, actor, written, wishes) {
    const now = currentTime()
    const today = dayOf(now, actor.zone)
    const made = written.filter(({ table, before }) => table === 'appointments' && !before).map(({ after }) => after.id)
    const visits = new Set(written.flatMap((each) => visitOf(each, today)))
    const concerned = concernedBy(written)
    if (concerned.isAll || concerned.clients.length + concerned.horses.length > 0) {
      for (const id of await listComingVisits(tx, actor.practiceId, concerned, today)) visits.add(id)
    }
    const toConfirm = Map.groupBy(wishes.filter(isConfirming), (wish) => wish.id)
    await planFor(tx, actor, { ids: [...visits], made: new Set(made), toConfirm, now })
  },
})

/** At the end of the transaction, notifies each owner who wants confirmations, or this one, that a visit still to come is booked. */
export const confirmLater = (tx: PracticeTx, actor: Actor, visitId: string, to?: string): void =>
  noteWish(tx, { name: BOOKED, id: visitId, actor, ...(to && { to }) })

/** Notifies an owner who has read that a visit is off that it is booked again, regardless of which confirmations they want. */
export const confirmAgain = (tx: PracticeTx, actor: Actor, visitId: string, to: string): void =>
  noteWish(tx, { name: ON_AGAIN, id: visitId, actor, to })

/** Whether one owner will be notified at the end of the transaction that a visit is booked. */
export const isToConfirm = (tx: PracticeTx, visitId: string, clientId: string): boolean =>
  wishesOf(tx, visitId).some((wish) => isConfirming(wish) && isFor(wish, clientId))

const isConfirming = ({ name }: Wish) => name === BOOKED || name === ON_AGAIN
const isFor = ({ to }: Wish, clientId: string) => to === undefined || to === clientId

/** Plans what every visit to come of a practice needs: after a night, a restore or an update that brought reminders. */
export async function remindOfAll(tx: PracticeTx, actor: Actor, now = currentTime()): Promise<void> {
  await holdWriters(tx)
  const all = { clients: [], horses: [], isAll: true }
  const ids = await listComingVisits(tx, actor.practiceId, all, dayOf(now, actor.zone))
  await planFor(tx, actor, { ids, made: new Set(), toConfirm: new Map(), now })
}

/** `made`: visits of this transaction, which have no reminders yet; `toConfirm`: who requested the confirmation. */
type ReminderInput = { ids: readonly string[]; made: ReadonlySet<string>; toConfirm: ReadonlyMap<string, readonly Wish[]>; now: Date }

async function planFor(tx: PracticeTx, actor: Actor, { ids, made, toConfirm, now }: ReminderInput): Promise<void> {
  const planned = new Set(ids)
  const all = [...new Set([...ids, ...toConfirm.keys()])]
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const some = all.slice(at, at + AT_ONCE)
    const withReminders = some.filter((id) => planned.has(id) && !made.has(id))
    const [visits, known] = await allEnded([
      listVisitsToRemind(tx, actor.practiceId, some, RECOMMENDED_REMINDER_HOURS),
      listPlanned(tx, actor.practiceId, withReminders),
    ])
    const decided = { ...settingsFrom(undefined), ...visits[0]?.decided }
    const plan = {
      known,
      reminders: visits.filter(({ id }) => planned.has(id)).flatMap((visit) => remindersOf(visit, sendingOf(decided))),
      confirmations: await unheard(
        tx,
        visits.flatMap((visit) => confirmationsOf(visit, toConfirm.get(visit.id) ?? [], now)),
        made,
      ),
    }
    await planTexts(tx, { actor, settings: decided, now }, plan)
  }
}

/** The reminders of a visit, with their times: one for each owner who wishes it. */
function remindersOf(visit: VisitToRemind, quiet: SendingRules): WantedReminder[] {
  return recipientsOf(visit)
    .filter(({ client }) => client.wantsReminders)
    .map(({ client, words, ...addressed }) => ({
      ...addressed,
      visit: words,
      dueAt: reminderDueAt(words, client.reminderHours, quiet, visit.zone),
    }))
}

function confirmationsOf(visit: VisitToRemind, wishes: readonly Wish[], now: Date): Confirmation[] {
  if (wishes.length === 0 || isPast(visit, now)) return []
  return recipientsOf(visit).flatMap(({ client, words, ...addressed }) => {
    const wish = wishes.findLast((one) => isFor(one, client.id) && (client.wantsConfirmations || one.name === ON_AGAIN))
    return wish ? [{ ...addressed, visit: words, actor: wish.actor }] : []
  })
}

/** Those of them whose client has not read of the visit already. */
async function unheard(tx: PracticeTx, confirmations: Confirmation[], made: ReadonlySet<string>): Promise<Confirmation[]> {
  const heard = new Set<Confirmation>()
  for (const one of confirmations.filter(({ visit }) => !made.has(visit.appointmentId))) {
    const { clientId } = one.recipient
    if ((await beliefsAbout(tx, one.visit.appointmentId, [clientId])).get(clientId)) heard.add(one)
  }
  return confirmations.filter((one) => !heard.has(one))
}

/** The recipients of notices about a current visit, each once, and the visit's name for them. */
function recipientsOf(visit: VisitToRemind) {
  if (!visit.isOpen) return []
  const { id, clientId, onDay, lines, zone } = visit
  const goneOn = new Map(lines.map((line) => [line.horseId, line.goneOn]))
  const owners = recipientIdsOf(
    { id, clientId, onDay },
    lines.map((line) => ({ ...line, appointmentId: id })),
    (horseId) => goneOn.get(horseId),
  )
  const there = lines.filter((line) => line.goneOn === null || line.goneOn > onDay)
  return [...new Set(owners)].flatMap((owner) => {
    const client = visit.clients.find((one) => one.id === owner)
    if (!client) return []
    const words = { ...wordsOf(visit), title: titleForOwner(visit, there, client.id) }
    return [{ client, recipient: recipientOf(client), words, diesAt: pastAfter(words, zone) }]
  })
}

const recipientOf = (client: ReminderClient) => ({
  clientId: client.id,
  name: client.name,
  firstName: greetingNameOf(client),
  phoneE164: client.phoneE164,
  email: client.email,
  preferredChannel: client.preferredChannel,
  stoppedAt: client.isStopped ? new Date(0) : null,
  isActive: client.isActive,
})

/** The columns of each table that a reminder depends on. */
const RELEVANT: Readonly<Record<string, readonly string[]>> = {
  appointments: ['title', 'client_id', 'on_day', 'local_start', 'zone', 'is_call_only', 'call_period', 'status', 'deleted_at'],
  visit_horses: ['client_id', 'horse_id', 'planned_work', 'place', 'deleted_at'],
  clients: ['name', 'is_business', 'business_name', 'phone_e164', 'email', 'preferred_channel', 'stopped_at', 'is_active', 'deleted_at'],
  sms_preferences: ['enable_reminders', 'reminder_hours'],
  horses: ['name', 'gone_on'],
  settings: ['wording', 'sending'],
}

const isRelevant = ({ table, before, after }: Written) =>
  !before || (RELEVANT[table] ?? []).some((column) => !same(before[column] as never, after[column] as never))

/** The visit that was written, or whose horses were; none that is over and was. */
function visitOf(written: Written, today: string): string[] {
  const { table, before, after } = written
  if (table === 'visit_horses') return isRelevant(written) ? [String(after.appointment_id)] : []
  if (table !== 'appointments' || !isRelevant(written)) return []
  const isComing = [before, after].some((row) => row && String(row.on_day) >= today)
  return isComing ? [after.id] : []
}

/** The other clients and horses a change concerns: a record made in this transaction has no visits except those written with it. */
function concernedBy(written: readonly Written[]): Concerned {
  const changed = (table: Written['table']) => written.filter((each) => each.table === table && each.before && isRelevant(each))
  const wishes = written.filter((each) => each.table === 'sms_preferences' && isRelevant(each))
  return {
    clients: [...changed('clients').map(({ after }) => after.id), ...wishes.map(({ after }) => String(after.client_id))],
    horses: changed('horses').map(({ after }) => after.id),
    isAll: written.some((each) => each.table === 'settings' && isRelevant(each)),
  }
}
