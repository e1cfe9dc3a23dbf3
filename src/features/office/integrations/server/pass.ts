import type { Calendar, Changes } from '#connectors/kit/calendar.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { CALENDARS } from '#connectors/registry.ts'
import type { OnMoved } from '#features/office/integrations/contract.ts'
import { applyDecided } from '#features/office/integrations/server/applying.ts'
import { atOnce } from '#features/office/integrations/server/at-once.ts'
import { decide, type Item, isVeryMany, type ToDo, toDo, type Wanted } from '#features/office/integrations/server/deciding.ts'
import { endConnection } from '#features/office/integrations/server/end-connection.ts'
import { addLog, forgetItems, type LogLine, listItems, putItems, wasSeen } from '#features/office/integrations/server/exchange-queries.ts'
import { stop } from '#features/office/integrations/server/failing.ts'
import { wireOf } from '#features/office/integrations/server/far-wire.ts'
import { type Pass as AnyPass, type Exchanging, inPass } from '#features/office/integrations/server/in-pass.ts'
import { inLease } from '#features/office/integrations/server/lease.ts'
import { type ConnectionRow, updateConnection } from '#features/office/integrations/server/queries.ts'
import { readBusy } from '#features/office/integrations/server/reading-busy.ts'
import { isRehearsed } from '#features/office/integrations/server/secrets.ts'
import { isEmptying, wantedOf } from '#features/office/integrations/server/wanted.ts'
import { DAYS_AHEAD, DAYS_BACK } from '#features/visits/calendars/rules.ts'
import {
  closeCalendarChange,
  closeOverCalendarChanges,
  listOpenCalendarChanges,
} from '#features/visits/calendars/server/put-calendar-change.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** What an exchange with calendars needs. `calendars` and `decides`: who speaks to a calendar, and what its changes mean; others than ours only in a test. */
export type ExchangingCalendars = Exchanging & { calendars?: typeof CALENDARS; decides?: typeof decide }

type Pass = ExchangingCalendars & AnyPass
type Far = { calendar: Calendar; wire: Wire; calendarId: string }

/** The name of the calendar we make there. */
const CALENDAR_NAME = 'Pritchel'
/** While its member is here, and otherwise. */
const REST_MS = { seen: 5 * 60_000, away: 30 * 60_000 }
const SEEN_MS = 3_600_000
const AGAIN_MS = 2000
/** Results are kept after this many: at most so many are written again when a worker is killed. */
const KEPT_EVERY = 50

/**
 * One exchange with a calendar: read what changed there, decide what it means, keep that with the cursor in one transaction, then write there what
 * differs from the diary. What is written is first marked as on its way, so that a killed worker loses nothing and doubles nothing.
 */
export function exchangeCalendar(exchanging: ExchangingCalendars, row: ConnectionRow): Promise<void> {
  return inPass(exchanging, row, (pass) =>
    (isRehearsed(pass, pass.row) ? rehearse(pass) : exchange(pass)).catch((error) => {
      const isGone = error instanceof Refusal && error.kind === 'gone'
      if (!isGone || !isEmptying(pass.row)) throw error
      return inLease(pass, (tx) => restEmpty(tx, pass))
    }),
  )
}

const inPractice = <T>({ db, row }: Pick<Pass, 'db' | 'row'>, work: (tx: PracticeTx) => Promise<T>): Promise<T> =>
  db.withPractice(row.practice_id, work)

async function exchange(pass: Pass): Promise<void> {
  const far = await openFar(pass)
  const items = await inPractice(pass, (tx) => listItems(tx, pass.row.id))
  const { changes, hasResynced } = await readChanges(pass, far, items)
  const plan = await inLease(pass, (tx) => keep(tx, pass, changes, items))
  if (plan === 'very many') return
  const written = await write(pass, far, plan.todo)
  await inLease(pass, (tx) => rest(tx, pass, [...plan.log, ...written.log], { isAgain: written.isAgain || hasResynced }))
  if (!pass.row.is_ending) await readBusy(pass, far)
}

/** The far side with the calendar we write to: the one that was chosen, else our own, made there the first time. */
async function openFar(pass: Pass): Promise<Far> {
  const { row } = pass
  const { calendar } = connectorOf(pass)
  const wire = await wireOf(pass, row)
  if (row.far_calendar) return { calendar, wire, calendarId: row.far_calendar }
  const chosen = row.settings.calendarId
  if (chosen && !(await calendar.calendars(wire)).some(({ id }) => id === chosen)) throw new Refusal('gone')
  const far_calendar = chosen ?? (await calendar.ensure(wire, `pritchel-${pass.actor.memberId.slice(-12)}`, CALENDAR_NAME)).id
  pass.row = await inLease(pass, (tx) => updateConnection(tx, row.id, { far_calendar, ...(!chosen && { own_calendar: far_calendar }) }))
  return { calendar, wire, calendarId: far_calendar }
}

function connectorOf({ row, calendars = CALENDARS }: Pass) {
  const found = calendars[row.connector]
  if (!found) throw new Error(`no calendar: ${row.connector}`)
  return found
}

/** What changed there since the cursor; all there is, where the far side has lost it. */
async function readChanges({ row, actor }: Pass, { calendar, wire, calendarId }: Far, items: readonly Item[]) {
  const tags = new Map(items.map(({ remoteId, remoteTag }) => [remoteId, remoteTag]))
  const today = dayOf(currentTime(), actor.zone)
  const window = { fromDay: addDays(today, -DAYS_BACK), toDay: addDays(today, DAYS_AHEAD), zone: actor.zone }
  const read = (cursor: string | null): Promise<Changes> =>
    calendar.changes(wire, calendarId, cursor, ({ id, tag }) => tag !== null && tags.get(id) === tag, window)
  try {
    return { changes: await read(row.cursor), hasResynced: false }
  } catch (error) {
    if (!(error instanceof Refusal && error.kind === 'resync')) throw error
    return { changes: await read(null), hasResynced: true }
  }
}

/** Keeps what the changes there mean, the cursor behind them, and what is now on its way there: all or nothing. */
async function keep(
  tx: PracticeTx,
  pass: Pass,
  changes: Changes,
  known: readonly Item[],
): Promise<{ todo: ToDo; log: LogLine[] } | 'very many'> {
  const { row, actor, decides = decide } = pass
  const now = currentTime()
  const wanted = await wantedOf(tx, pass.row, actor, now)
  const decided = decides(changes, known, wanted, { takesNew: row.far_calendar === row.own_calendar, now, today: dayOf(now, actor.zone) })
  if (row.many !== 'ask' && row.many !== 'back' && isVeryMany(decided, wanted)) {
    await stop(tx, actor, row, manySentence(decided, wanted), { many: 'found' })
    return 'very many'
  }
  const how = howFor(row)
  const { log, added } = await applyDecided(tx, actor, row, decided, how)
  // What was applied has changed the diary.
  const then = added.length > 0 || how === 'apply' ? await wantedOf(tx, pass.row, actor, now) : wanted
  const hashes = new Map(then.map(({ subjectId, hash }) => [subjectId, hash]))
  await putItems(
    tx,
    row,
    added.map((item) => ({ ...item, sentHash: hashes.get(item.subjectId) ?? null })),
  )
  await closeOverCalendarChanges(tx, actor, actor.memberId)
  const questions = await listOpenCalendarChanges(tx, actor.memberId)
  const open = new Map(questions.flatMap(({ appointmentId, id, kind }) => (kind === 'new' ? [] : [[appointmentId, id] as const])))
  const items = await listItems(tx, row.id)
  const todo = toDo(isEmptying(row) ? items.map((item) => ({ ...item, state: 'erased' })) : items, then, open, now)
  for (const subjectId of [...decided.settled, ...todo.putBack]) {
    const question = open.get(subjectId)
    if (question) await closeCalendarChange(tx, actor, question, 'put_back')
  }
  await forgetItems(tx, row.id, todo.forgets)
  await putItems(tx, row, [...todo.puts.map(sending), ...todo.removes.map(removing)])
  pass.row = await updateConnection(tx, row.id, { cursor: changes.cursor, many: null })
  return { todo: { ...todo, removes: [...todo.removes, ...decided.strays.map(strayItem)] }, log }
}

/** What is done about moves there: as chosen for very many, else as set; never `apply` before the first success, also after a restore. */
function howFor({ many, settings: { onMoved = 'ask' }, last_success_at }: ConnectionRow): OnMoved {
  if (many === 'ask' || many === 'back') return many
  return onMoved === 'apply' && !last_success_at ? 'ask' : onMoved
}

const manySentence = ({ moved, deleted }: ReturnType<typeof decide>, wanted: readonly Wanted[]): string =>
  `${moved.length + deleted.length} of ${wanted.filter(({ isOver }) => !isOver).length} entries were moved or deleted there at once. Nothing was changed here.`

const sending = ({ wanted, item }: ToDo['puts'][number]): Item => ({
  subjectId: wanted.subjectId,
  remoteId: item?.remoteId ?? null,
  remoteTag: item?.remoteTag ?? null,
  sentHash: null,
  sentWhen: item?.sentWhen ?? null,
  sendingWhen: wanted.when,
  state: underWay(item),
  sentence: null,
})

const removing = (item: Item): Item => ({ ...item, sentHash: null, sendingWhen: '', state: underWay(item), sentence: null })

/* What names an erased client stays so until it is gone, also when the worker is killed on the way. */
const underWay = (item: Item | undefined) => (item?.state === 'erased' ? 'erased' : 'sending')

const strayItem = ({ id, tag }: Changes['items'][number]): Item => ({
  subjectId: '',
  remoteId: id,
  remoteTag: tag,
  sentHash: null,
  sentWhen: null,
  sendingWhen: null,
  state: 'sent',
  sentence: null,
})

type Written = { log: LogLine[]; isAgain: boolean }

/** Writes there, several at once, and keeps the results as they come. `isAgain`: something was changed there meanwhile, so we look again. */
async function write(pass: Pass, { calendar, wire, calendarId }: Far, { puts, removes }: ToDo): Promise<Written> {
  const counts = { added: 0, changed: 0, removed: 0, failed: 0 }
  let isAgain = false
  let kept: Item[] = []
  let forgotten: string[] = []
  const flush = async () => {
    const [items, gone] = [kept, forgotten]
    ;[kept, forgotten] = [[], []]
    await inLease(pass, async (tx) => {
      await putItems(tx, pass.row, items)
      await forgetItems(tx, pass.row.id, gone)
    })
  }
  const put = async ({ wanted, item }: ToDo['puts'][number]) => {
    const known = item?.remoteId ? { id: item.remoteId, tag: item.remoteTag } : undefined
    try {
      const { id, tag } = await calendar.put(wire, calendarId, wanted.item, known, currentTime())
      const sent = { subjectId: wanted.subjectId, remoteId: id, remoteTag: tag, sentHash: wanted.hash, sentWhen: wanted.when }
      kept.push({ ...sent, sendingWhen: null, state: 'sent', sentence: null })
      counts[known ? 'changed' : 'added']++
    } catch (error) {
      if (!(error instanceof Refusal && (error.kind === 'conflict' || error.kind === 'refused'))) throw error
      if (error.kind === 'conflict') isAgain = true
      else {
        const parked = { subjectId: wanted.subjectId, remoteId: known?.id ?? null, remoteTag: known?.tag ?? null }
        kept.push({
          ...parked,
          sentHash: wanted.hash,
          sentWhen: null,
          sendingWhen: null,
          state: 'parked',
          sentence: error.sentence ?? null,
        })
        counts.failed++
      }
    }
  }
  const remove = async ({ subjectId, remoteId, remoteTag }: Item) => {
    try {
      if (remoteId) {
        await calendar.remove(wire, { id: remoteId, tag: remoteTag })
        counts.removed++
      }
      if (subjectId) forgotten.push(subjectId)
    } catch (error) {
      if (!(error instanceof Refusal && error.kind === 'conflict')) throw error
      isAgain = true
    }
  }
  const work = [...puts.map((each) => () => put(each)), ...removes.map((each) => () => remove(each))]
  try {
    for (let at = 0; at < work.length; at += KEPT_EVERY) {
      await atOnce(work.slice(at, at + KEPT_EVERY), connectorOf(pass).manifest.pace?.atOnce ?? 1)
      await flush()
    }
  } catch (error) {
    await flush()
    throw error
  }
  return { log: (['added', 'changed', 'removed', 'failed'] as const).map((verb) => ({ verb, count: counts[verb] })), isAgain }
}

/** What is gone there needs not be taken out. */
async function restEmpty(tx: PracticeTx, pass: Pass): Promise<void> {
  const items = await listItems(tx, pass.row.id)
  await forgetItems(
    tx,
    pass.row.id,
    items.map(({ subjectId }) => subjectId),
  )
  await rest(tx, pass, [], { isAgain: false })
}

/** All went well: the connection rests, ends, or goes on with another calendar there. */
async function rest(tx: PracticeTx, pass: Pass, log: readonly LogLine[], { isAgain }: { isAgain: boolean }): Promise<void> {
  const now = currentTime()
  const { row } = pass
  if (row.is_ending && !isAgain) {
    pass.ended = await endConnection(tx, row)
    return
  }
  await addLog(tx, row, now, log)
  const isSeen = await wasSeen(tx, row.member_id, new Date(now.getTime() - SEEN_MS))
  const isEmpty = isEmptying(row) && !isAgain
  const wait = isAgain || isEmpty ? AGAIN_MS : isSeen ? REST_MS.seen : REST_MS.away
  const next_at = new Date(now.getTime() + wait)
  const other = isEmpty ? { far_calendar: null, cursor: null } : {}
  await updateConnection(tx, row.id, { status: 'connected', sentence: null, failures: 0, last_success_at: now, next_at, ...other })
}

/** In the test version nothing leaves: what would have gone is only counted. The card shows it word for word. */
async function rehearse(pass: Pass): Promise<void> {
  const now = currentTime()
  await inLease(pass, async (tx) => {
    const { row } = pass
    if (row.is_ending) {
      await endConnection(tx, row)
      return
    }
    const { puts, removes, forgets } = toDo(await listItems(tx, row.id), await wantedOf(tx, row, pass.actor, now), new Set(), now)
    const sent = puts.map(({ wanted }): Item => {
      const { subjectId, hash, when } = wanted
      return {
        subjectId,
        remoteId: null,
        remoteTag: null,
        sentHash: hash,
        sentWhen: when,
        sendingWhen: null,
        state: 'sent',
        sentence: null,
      }
    })
    await putItems(tx, row, sent)
    await forgetItems(tx, row.id, [...forgets, ...removes.map(({ subjectId }) => subjectId)])
    await addLog(tx, row, now, [{ verb: 'rehearsed', count: puts.length + removes.length }])
    await updateConnection(tx, row.id, { status: 'connected', last_success_at: null, next_at: new Date(now.getTime() + REST_MS.away) })
  })
}
