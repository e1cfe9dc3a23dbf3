import { refuseIfTold } from '#features/core/notices/server/service.ts'
import { roundEndpoints } from '#features/day/round/contract.ts'
import { activityPage } from '#features/day/round/server/activity.ts'
import { attachmentSync } from '#features/evidence/files/server/service.ts'
import { voiceSync } from '#features/evidence/voice/server/service.ts'
import { chargeSync } from '#features/ledger/invoices/server/service.ts'
import { paymentSync, undoPaymentRemoval } from '#features/ledger/payments/server/service.ts'
import { expenseSync, tripSync } from '#features/office/books/server/service.ts'
import { undoImport } from '#features/office/imports/server/take-back.ts'
import { undoMerge } from '#features/records/clients/server/merge.ts'
import { clientSync, preferencesSync } from '#features/records/clients/server/service.ts'
import { horseSync, undoTransfer } from '#features/records/horses/server/service.ts'
import { kindSync, undoKind } from '#features/records/kinds/server/service.ts'
import { yardSync } from '#features/records/yards/server/service.ts'
import {
  appointmentSync,
  changeLine,
  settleAgain,
  timeOffSync,
  undoDayMove,
  visitHorseSync,
} from '#features/visits/appointments/server/service.ts'
import { taskSync } from '#features/visits/tasks/server/service.ts'
import { workSync } from '#features/visits/work/server/service.ts'
import { templateSync } from '#features/visits/work/server/templates.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import { rowForChange, updateRow } from '#platform/server/database/rows.ts'
import type { App } from '#platform/server/http/http.ts'
import { linkNext } from '#platform/server/http/paging.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'
import {
  putBack,
  type Undo,
  type UndoRegistry,
  undoActivity,
  undoAddition,
  undoChange,
  undoFollowing,
  undoRemoval,
} from '#platform/server/undo.ts'

const registered = () => registry

/** A visit goes back only while nobody was told of where it is; a text still held is stopped by its service. */
const untold =
  (undo: Undo): Undo =>
  async (tx, actor, done) => {
    await refuseIfTold(tx, done.entity_id, done.at)
    await undo(tx, actor, done)
  }

/** A change of a visit, with what it did to the visit's horses. */
const undoVisitChange: Undo = async (tx, actor, done) => {
  await undoChange('appointments', appointmentSync)(tx, actor, done)
  await undoFollowing(tx, actor, registry, done)
}

/** A horse that was removed had left its lines, which no change from a screen does. */
const undoLineChange: Undo = async (tx, actor, done) => {
  const horse_id = done.before?.horse_id
  if (typeof horse_id !== 'string') return undoChange('visit_horses', visitHorseSync)(tx, actor, done)
  const line = await rowForChange(tx, 'visit_horses', done.entity_id, 'visit_horse_not_found')
  await updateRow(tx, actor, line, 'visit_horses', { horse_id })
}

const undoOutcome: Undo = async (tx, actor, done) => {
  await changeLine(tx, actor, done.entity_id, { reopen: true })
}

/** The horse is on the visit again, and the visit as done as its horses are. */
const undoLineRemoval: Undo = async (tx, actor, done) => {
  await putBack(tx, actor, 'visit_horses', done)
  await settleAgain(tx, actor, String(done.before?.appointment_id))
}

/** Work that was recorded as a horse of a visit was finished: the horse is still to do. */
const undoWork: Undo = async (tx, actor, done) => {
  await undoAddition('work_entries', workSync)(tx, actor, done)
  const line = done.after?.visit_horse_id
  if (typeof line === 'string') await changeLine(tx, actor, line, { reopen: true })
}

/** Everything Recent Activity can take back. */
export const registry: UndoRegistry = {
  'clients.added': undoAddition('clients', clientSync),
  'clients.changed': undoChange('clients', clientSync),
  'clients.merged': undoMerge,
  'clients.removed': undoRemoval('clients', clientSync, registered),
  'sms_preferences.changed': undoChange('sms_preferences', preferencesSync),
  'yards.added': undoAddition('yards', yardSync),
  'yards.changed': undoChange('yards', yardSync),
  'yards.removed': undoRemoval('yards', yardSync, registered),
  'horses.added': undoAddition('horses', horseSync),
  'horses.changed': undoChange('horses', horseSync),
  'horses.transferred': undoTransfer,
  'horses.removed': undoRemoval('horses', horseSync, registered),
  'appointments.added': untold(undoAddition('appointments', appointmentSync)),
  'appointments.changed': undoVisitChange,
  'appointments.confirmed': untold(undoVisitChange),
  'appointments.moved': untold(undoVisitChange),
  'appointments.cancelled': untold(undoChange('appointments', appointmentSync)),
  'appointments.removed': undoRemoval('appointments', appointmentSync, registered),
  'days.moved': undoDayMove,
  'visit_horses.added': undoAddition('visit_horses', visitHorseSync),
  'visit_horses.changed': undoLineChange,
  'visit_horses.done': undoOutcome,
  'visit_horses.not_done': undoOutcome,
  'visit_horses.removed': undoLineRemoval,
  'time_off.added': undoAddition('time_off', timeOffSync),
  'time_off.changed': undoChange('time_off', timeOffSync),
  'time_off.removed': undoRemoval('time_off', timeOffSync, registered),
  'work_entries.added': undoWork,
  'work_entries.changed': undoChange('work_entries', workSync),
  'attachments.added': undoAddition('attachments', attachmentSync),
  'attachments.changed': undoChange('attachments', attachmentSync),
  'attachments.removed': undoRemoval('attachments', attachmentSync, registered),
  'voice_notes.added': undoAddition('voice_notes', voiceSync),
  'voice_notes.changed': undoChange('voice_notes', voiceSync),
  'voice_notes.removed': undoRemoval('voice_notes', voiceSync, registered),
  'service_types.added': undoKind,
  'service_types.changed': undoChange('service_types', kindSync),
  'service_types.removed': undoChange('service_types', kindSync),
  'service_types.restored': undoChange('service_types', kindSync),
  'work_templates.added': undoAddition('work_templates', templateSync),
  'work_templates.changed': undoChange('work_templates', templateSync),
  'work_templates.removed': undoRemoval('work_templates', templateSync, registered),
  'charges.added': undoAddition('charges', chargeSync),
  'charges.changed': undoChange('charges', chargeSync),
  'charges.removed': undoRemoval('charges', chargeSync, registered),
  'tasks.added': undoAddition('tasks', taskSync),
  'tasks.changed': undoChange('tasks', taskSync),
  'tasks.done': undoChange('tasks', taskSync),
  'tasks.opened': undoChange('tasks', taskSync),
  'tasks.removed': undoRemoval('tasks', taskSync, registered),
  'expenses.added': undoAddition('expenses', expenseSync),
  'expenses.changed': undoChange('expenses', expenseSync),
  'expenses.removed': undoRemoval('expenses', expenseSync, registered),
  'trips.added': undoAddition('trips', tripSync),
  'trips.changed': undoChange('trips', tripSync),
  'trips.removed': undoRemoval('trips', tripSync, registered),
  'payments.added': undoAddition('payments', paymentSync),
  'payments.changed': undoChange('payments', paymentSync),
  'payments.removed': undoPaymentRemoval(registered),
  'imports.added': undoImport(registered),
  'work_entries.removed': undoRemoval('work_entries', workSync, registered),
}

/** The practice's journal, and taking an act of it back. */
export function activityRoutes(app: App) {
  serveMember(app, roundEndpoints.activity, async ({ tx, actor, query, request, reply }) => {
    const [after, memberId] = [optionalId(query.after, 'bad_request'), optionalId(query.memberId, 'member_not_found')]
    const items = await activityPage(tx, actor, { ...query, after, memberId }, registry)
    linkNext(request, reply, items, query.limit, (last) => last.id)
    return items
  })
  serveMember(app, roundEndpoints.undo, ({ tx, actor, params }) => undoActivity(tx, actor, registry, idOf(params.id, 'activity_not_found')))
}
