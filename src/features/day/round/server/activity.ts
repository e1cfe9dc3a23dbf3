import type { ActivityItem } from '#features/day/round/contract.ts'
import { namesThen } from '#features/day/round/server/names-then.ts'
import { type ListedActivity, listActivity } from '#features/day/round/server/queries.ts'
import { roundNoteTitle } from '#features/day/round/words.ts'
import { capital } from '#lib/capital.ts'
import { dayOf, shortDay } from '#lib/dates.ts'
import { isUuid } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { type ActivityRow, keyOf, mayUndo, type UndoRegistry } from '#platform/server/undo.ts'

type Asked = { limit: number; after?: string | undefined; kind?: keyof typeof ENTITIES | undefined; memberId?: string | undefined }

/** What was done in a farrier's words, newest first, a page at a time; `registry` says what can be undone. Spec §3 Activity item. */
export async function activityPage(tx: PracticeTx, actor: Actor, asked: Asked, registry: UndoRegistry): Promise<ActivityItem[]> {
  const { limit, after, kind, memberId } = asked
  const rows = await listActivity(tx, actor.practiceId, { limit, after, memberId, entities: kind && ENTITIES[kind] })
  const named = rows.flatMap((row) => (row.undone ? [row, row.undone] : [row]))
  const ids = named.flatMap((row) => [
    row.entity_id,
    row.member_id,
    idIn(row, 'horse_id'),
    idIn(row, 'client_id'),
    idIn(row, 'payer_client_id'),
  ])
  const nameThen = await namesThen(tx, actor.practiceId, [...new Set(ids.filter((id) => id !== null))])
  const namesAt = (line: ActivityRow): Names => ({ get: (id) => nameThen(id, { id: line.id, at: new Date(line.at) }) })
  return rows.map((row) => ({
    id: row.id,
    title: row.undone ? `Undone: ${titleOf(row.undone, namesAt(row.undone))}` : titleOf(row, namesAt(row)),
    description: descriptionOf(row, namesAt(row), actor.zone),
    time: row.at.toISOString(),
    canUndo: canUndo(row, actor, registry),
  }))
}

/** The tables behind each kind of act. */
const ENTITIES = {
  clients: ['clients', 'sms_preferences', 'rights_requests', 'terms_acceptances', 'terms_versions'],
  horses: ['horses'],
  yards: ['yards'],
  diary: ['appointments', 'visit_horses', 'time_off', 'rounds', 'days'],
  work: ['work_entries', 'attachments', 'voice_notes', 'tasks'],
  texts: ['notices', 'threads', 'visit_answers', 'slot_offers'],
  practice: [
    'members',
    'practices',
    'settings',
    'price_items',
    'price_overrides',
    'money_settings',
    'charges',
    'invoices',
    'payments',
    'service_types',
    'work_templates',
    'imports',
    'exports',
    'retention',
    'expenses',
    'trips',
  ],
} as const

const canUndo = (row: ListedActivity, actor: Actor, registry: UndoRegistry): boolean =>
  !row.is_undone && !row.is_gone && registry[keyOf(row)] !== undefined && mayUndo(actor, row)

/** What records were called when a line was written. */
type Names = { get: (id: string) => string | undefined }

function titleOf(row: ActivityRow, names: Names): string {
  const named = names.get(row.entity_id) ?? text(row, 'name') ?? text(row, 'label') ?? NOUNS[row.entity] ?? 'something'
  switch (row.entity) {
    case 'work_entries':
      return workTitle(row, named)
    case 'visit_horses':
      return `${named} not done${said(', ', row.after?.reason)}`
    case 'appointments':
      return visitTitle(row, named)
    case 'rounds':
      return roundTitle(row)
    case 'days':
      return dayTitle(row)
    case 'sms_preferences':
      return `Texts of ${names.get(idIn(row, 'client_id') ?? '') ?? 'a client'} set`
    case 'imports':
      return `Brought in ${named}`
    case 'attachments':
      return `${capital(row.verb)} ${text(row, 'file_name') ?? 'a file'}`
    case 'voice_notes':
      return `${named}, voice note ${VOICE_VERBS[row.verb] ?? 'corrected'}`
    case 'threads':
      return `${row.verb === 'added' ? 'Conversation begun' : 'Conversation changed'}: ${text(row, 'subject') ?? named}`
    case 'tasks':
      return `${TASK_VERBS[row.verb] ?? 'Task changed'}: ${named}`
    case 'rights_requests':
      return `Data request of ${named}: ${RIGHTS_VERBS[row.verb] ?? 'changed'}`
    case 'terms_acceptances':
      return `Terms accepted by ${names.get(idIn(row, 'client_id') ?? '') ?? 'a client'}`
    case 'terms_versions':
      return row.verb === 'sent' ? `Terms sent to ${names.get(idIn(row, 'client_id') ?? '') ?? 'a client'}` : 'New terms of business'
    case 'visit_answers':
      return answerTitle(row, names.get(idIn(row, 'client_id') ?? ''))
    case 'slot_offers':
      return offerTitle(row, names.get(idIn(row, 'client_id') ?? ''))
    case 'exports':
      return 'Everything of the practice put together'
    case 'retention':
      return 'Changed how long words are kept'
    case 'payments':
      return paymentTitle(row, names.get(idIn(row, 'payer_client_id') ?? ''))
    case 'expenses':
      return `Expense ${row.verb === 'restored' ? 'back' : row.verb}: ${named}`
    case 'trips':
      return `Miles ${row.verb === 'restored' ? 'back' : row.verb}: ${named}`
    case 'price_items':
      return `Price of ${named} ${row.verb === 'added' ? 'set' : 'changed'}`
    case 'charges':
      return `${capital(row.verb)} a line to invoice: ${text(row, 'description') ?? named}`
    case 'invoices':
      return invoiceTitle(row, names.get(idIn(row, 'client_id') ?? ''))
    case 'notices':
      return 'Text opened in your own messages'
    default:
      return recordTitle(row, named)
  }
}

function workTitle(row: ActivityRow, horse: string): string {
  const work = text(row, 'service_type')
  if (row.verb === 'added') return `${horse}, ${work?.toLowerCase() ?? 'work'} done`
  return `${horse}, work ${row.verb === 'removed' ? 'taken back' : 'corrected'}`
}

function visitTitle({ verb, after }: ActivityRow, who: string): string {
  const day = typeof after?.on_day === 'string' ? shortDay(after.on_day) : ''
  switch (verb) {
    case 'added':
      return `Booked ${who}${said(' for ', day)}`
    case 'booked_overdue':
      return `Booked ${who} though the account is overdue`
    case 'moved':
      return `Moved ${who}${said(' to ', day)}`
    case 'completed':
      return `Finished ${who}`
    case 'confirmed':
      return `Confirmed ${who}`
    case 'cancelled':
      return `${after?.status === 'no_show' ? 'Nobody there' : 'Cancelled'}: ${who}`
    case 'reopened':
      return `Opened ${who} again`
    case 'removed':
      return `Removed the visit to ${who}`
    default:
      return `Changed the visit to ${who}`
  }
}

/** `Moved 5 visits of Tue 24 Nov`. */
function dayTitle({ before }: ActivityRow): string {
  const visits = Array.isArray(before?.visits) ? before.visits : []
  const day: unknown = visits[0]?.onDay
  return `Moved ${visits.length === 1 ? '1 visit' : `${visits.length} visits`}${said(' of ', typeof day === 'string' && shortDay(day))}`
}

function roundTitle({ after }: ActivityRow): string {
  const late = typeof after?.late_minutes === 'number' ? after.late_minutes : null
  if (after?.state === 'late' || after?.state === 'paused') return roundNoteTitle({ state: after.state, lateMinutes: late })
  if (after?.state === 'running') return 'The round goes on'
  return after?.state === 'finished' ? 'The round is finished' : 'Said how the round goes'
}

/** `horses` is shown as "Added Biscuit", "Changed Biscuit"; a record without a name by its noun. */
function recordTitle({ entity, verb }: ActivityRow, named: string): string {
  if (entity === 'clients' && verb === 'erased') return 'A client was erased'
  const told = entity === 'clients' && CLIENT_VERBS[verb]
  if (told) return `${named} ${told}`
  const noun = NOUNS[entity] === named ? '' : entity === 'clients' ? 'client ' : entity === 'horses' ? 'horse ' : ''
  return `${capital(verb)} ${verb === 'added' ? noun : ''}${named}`
}

/** `Sarah Penrose confirms the visit`; whose a seen one was stands with the visit. */
function answerTitle({ verb, after }: ActivityRow, client = 'An owner'): string {
  if (verb !== 'added') return verb === 'seen' ? "An owner's answer seen to" : "An owner's answer to be seen to again"
  return `${client} ${ANSWERS[String(after?.kind)] ?? 'answers about the visit'}`
}

const ANSWERS: Readonly<Record<string, string>> = {
  confirmed: 'confirms the visit',
  move: 'asks for another time',
  add_horse: 'asks to add a horse',
  box_rest: 'has a horse on box rest',
  gate_code: 'gives the gate code',
}

const offerTitle = ({ verb, after }: ActivityRow, client = 'A client') =>
  verb === 'added'
    ? `Offered ${client} a slot${said(' on ', typeof after?.on_day === 'string' && shortDay(after.on_day))}`
    : `A slot offered: ${OFFER_VERBS[verb] ?? verb}`

const OFFER_VERBS: Readonly<Record<string, string>> = { taken: 'somebody said yes', declined: 'somebody said no' }

const CLIENT_VERBS: Readonly<Record<string, string>> = {
  texts_ended: 'wants no more texts',
  texts_begun: 'wants texts again',
  consented: 'agrees to offers',
  objected: 'wants no offers',
  packed: 'gets a pack of their data',
  erasing: 'is to be erased',
  removed_owing: 'was removed with money open',
}

const TASK_VERBS: Readonly<Record<string, string>> = {
  added: 'Task added',
  done: 'Task ticked off',
  opened: 'Task opened again',
  removed: 'Task removed',
  restored: 'Task back',
}

const RIGHTS_VERBS: Readonly<Record<string, string>> = {
  added: 'received',
  processing: 'taken up',
  completed: 'completed',
  rejected: 'rejected',
  paused: 'clock stopped',
  resumed: 'clock goes on',
  extended: 'extended by two months',
  acknowledged: 'acknowledged',
  pack_linked: 'link to the pack made',
  pack_sent: 'pack sent',
  pack_fetched: 'pack fetched',
}

const VOICE_VERBS: Readonly<Record<string, string>> = { added: 'recorded', removed: 'removed', restored: 'back' }

/** Never the sum: an apprentice reads this too. */
function paymentTitle({ verb, before, after }: ActivityRow, payer: string | undefined): string {
  const { amount_pence } = { ...before, ...after }
  const what = typeof amount_pence === 'number' && amount_pence < 0 ? 'Money given back' : 'Payment'
  return `${what}${verb === 'added' ? '' : ` ${verb}`}${said(verb === 'added' && what === 'Payment' ? ' from ' : ': ', payer)}`
}

/** `Invoice INV-0042 issued to Sarah Penrose`; what it came to is for those who see money. */
function invoiceTitle(row: ActivityRow, payer: string | undefined): string {
  const series = text(row, 'series')
  const number = series && `${series}-${String(row.after?.number ?? '').padStart(4, '0')}`
  const what = [row.verb === 'credited' || series === 'CN' ? 'Credit note' : 'Invoice', number].filter(Boolean).join(' ')
  return `${what} ${row.verb === 'sent' ? 'sent' : 'issued'}${said(' to ', payer)}`
}

const NOUNS: Readonly<Record<string, string>> = {
  appointments: 'an entry of the diary',
  clients: 'a client',
  horses: 'a horse',
  work_entries: 'A horse',
  voice_notes: 'A horse',
  visit_horses: 'A horse',
  members: 'a colleague',
  time_off: 'time off',
  yards: 'a yard',
  practices: 'the practice',
  settings: 'the settings',
  price_items: 'the price list',
  price_overrides: 'an agreed price',
  money_settings: 'the settings of money',
  payments: 'a payment',
  expenses: 'an expense',
  trips: 'miles',
  tasks: 'something to do',
  threads: 'a conversation',
  rights_requests: 'a client',
  service_types: 'a kind of work',
  work_templates: 'a template',
}

function descriptionOf(row: ActivityRow, names: Names, zone: string): string {
  const by = row.member_id ? names.get(row.member_id) : undefined
  return [detailOf(row, zone), by && `by ${by}`].filter(Boolean).join(', ')
}

function detailOf({ entity, verb, before, after }: ActivityRow, zone: string): string {
  if (entity === 'clients' && verb === 'merged' && typeof after?.mergedName === 'string') return `with ${after.mergedName}`
  if (entity === 'appointments' && verb === 'moved' && typeof before?.on_day === 'string') return `was ${shortDay(before.on_day)}`
  if (entity === 'appointments' && verb === 'cancelled' && typeof after?.status_reason === 'string') return after.status_reason
  if (entity === 'days' && typeof after?.reason === 'string') return after.reason
  if (entity === 'work_entries' && typeof after?.work_date === 'string') return shortDay(after.work_date)
  if (entity === 'rounds' && typeof after?.said_at === 'string') return shortDay(dayOf(after.said_at, zone))
  return ''
}

const text = (row: ActivityRow, column: string): string | undefined => {
  const value = row.after?.[column] ?? row.before?.[column]
  return typeof value === 'string' ? value : undefined
}

const idIn = (row: ActivityRow, column: string): string | null => {
  const id = text(row, column)
  return id && isUuid(id) ? id : null
}

const said = (before: string, value: unknown) => (typeof value === 'string' && value ? `${before}${value}` : '')
