import type { Left } from '#connectors/kit/audience.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { AUDIENCES } from '#connectors/registry.ts'
import { atOnce } from '#features/office/integrations/server/at-once.ts'
import {
  type AudienceToDo,
  decideNobody,
  decidePeople,
  type Putting,
  type Removing,
} from '#features/office/integrations/server/audience-deciding.ts'
import { keepLeft } from '#features/office/integrations/server/audience-left.ts'
import { listPeople, type Person, stillAgreeing } from '#features/office/integrations/server/audience-people.ts'
import { rehearseAudience } from '#features/office/integrations/server/audience-rehearsed.ts'
import type { Item } from '#features/office/integrations/server/deciding.ts'
import { endConnection } from '#features/office/integrations/server/end-connection.ts'
import { addLog, forgetItems, type LogLine, listItems, putItems } from '#features/office/integrations/server/exchange-queries.ts'
import { wireOf } from '#features/office/integrations/server/far-wire.ts'
import { type Exchanging, inPass, type Pass } from '#features/office/integrations/server/in-pass.ts'
import { inLease } from '#features/office/integrations/server/lease.ts'
import { type ConnectionRow, updateConnection } from '#features/office/integrations/server/queries.ts'
import { isRehearsed } from '#features/office/integrations/server/secrets.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Between two looks at who left; a change here is exchanged at once. */
const REST_MS = 15 * 60_000
const AGAIN_MS = 2000
/** Results are kept after this many. */
const KEPT_EVERY = 50
const CHOOSE = 'Choose the list they go to.'

/**
 * One exchange with a newsletter list: who left it is read first, and withdraws their consent here; then exactly those who agree are put there, and
 * others taken off. Who is put there is first marked as on their way, by what they are found by there.
 */
export const exchangeAudience = (exchanging: Exchanging, row: ConnectionRow): Promise<void> =>
  inPass(exchanging, row, (pass) => (isRehearsed(pass, pass.row) ? rehearseAudience(pass) : exchange(pass)))

/** Whether our people are being taken off the list there: the connection ends, or another list was chosen. */
const isEmptying = ({ is_ending, far_calendar, settings }: ConnectionRow): boolean =>
  is_ending || (far_calendar !== null && far_calendar !== settings.listId)

async function exchange(pass: Pass): Promise<void> {
  const { row } = pass
  const listId = isEmptying(row) ? row.far_calendar : (row.settings.listId ?? null)
  if (listId === null) return inLease(pass, (tx) => (row.is_ending ? end(tx, pass) : rest(tx, pass, [], { sentence: CHOOSE })))
  const wire = await wireOf(pass, row)
  if (isEmptying(row)) return empty(pass, wire, listId)
  const { cursor, left } = await audienceOf(pass).leftSince(wire, listId, row.cursor)
  const { todo, people, log } = await inLease(pass, (tx) => keep(tx, pass, { listId, cursor, left }))
  const written = await write(pass, { wire, listId }, todo)
  await inLease(pass, async (tx) => {
    const sentence = heldSentence(people, await listItems(tx, pass.row.id))
    await rest(tx, pass, [...log, ...written], { sentence, isAgain: todo.isAgain })
  })
}

function audienceOf({ row }: Pass) {
  const found = AUDIENCES[row.connector]
  if (!found) throw new Error(`no newsletter: ${row.connector}`)
  return found.audience
}

/** Keeps who left, the cursor behind them, and who is now on their way: all or nothing. */
async function keep(tx: PracticeTx, pass: Pass, { listId, cursor, left }: { listId: string; cursor: string; left: readonly Left[] }) {
  const { row, actor } = pass
  const log = await keepLeft(tx, pass, left)
  const items = await listItems(tx, row.id)
  const people = await listPeople(tx, row.settings.tags ?? [], dayOf(currentTime(), actor.zone))
  const mayStay = await stillAgreeing(
    tx,
    items.map(({ subjectId }) => subjectId),
  )
  const todo = decidePeople({ items, people, idOf: audienceOf(pass).idOf, listId, mayStay })
  await begin(tx, row, todo)
  pass.row = await updateConnection(tx, row.id, { far_calendar: listId, cursor })
  return { todo, people, log }
}

async function begin(tx: PracticeTx, row: ConnectionRow, { puts, removes, forgets }: AudienceToDo): Promise<void> {
  await forgetItems(tx, row.id, forgets)
  await putItems(tx, row, [...puts.map(sending), ...removes.map(({ item }) => ({ ...item, sentHash: null, sentence: null }))])
}

const sending = ({ person, id, tag, was }: Putting): Item => ({
  ...{ subjectId: person.uid, remoteId: id, remoteTag: tag, sentHash: null, sentWhen: null, sendingWhen: null, sentence: null },
  state: was?.state === 'left' ? 'left' : 'sending',
})

/** Takes our people off a list that is no longer ours. */
async function empty(pass: Pass, wire: Wire, listId: string): Promise<void> {
  const todo = await inLease(pass, async (tx) => {
    const found = decideNobody(await listItems(tx, pass.row.id))
    await begin(tx, pass.row, found)
    return found
  })
  const log = await write(pass, { wire, listId }, todo)
  await inLease(pass, async (tx) => {
    if (pass.row.is_ending) return end(tx, pass)
    pass.row = await updateConnection(tx, pass.row.id, { far_calendar: null, cursor: null })
    return rest(tx, pass, log, { sentence: null, isAgain: true })
  })
}

async function end(tx: PracticeTx, pass: Pass): Promise<void> {
  pass.ended = await endConnection(tx, pass.row)
}

/** Writes there, several at once, and keeps the results as they come. */
async function write(pass: Pass, { wire, listId }: { wire: Wire; listId: string }, { puts, removes }: AudienceToDo): Promise<LogLine[]> {
  const audience = audienceOf(pass)
  const counts = { added: 0, changed: 0, removed: 0, failed: 0 }
  let [kept, gone]: [Item[], string[]] = [[], []]
  const put = async (putting: Putting) => {
    const { person, was, hash } = putting
    const refused = await sentenceOf(audience.put(wire, listId, person))
    if (was && was.subjectId !== person.uid) gone.push(was.subjectId)
    const state = refused === null ? 'sent' : was?.state === 'left' ? 'left' : 'parked'
    kept.push({ ...sending(putting), sentHash: hash, sentence: refused, state })
    counts[refused !== null ? 'failed' : was?.state === 'sent' ? 'changed' : 'added']++
  }
  const remove = async ({ item, isForGood }: Removing) => {
    const refused = await sentenceOf(audience.remove(wire, listId, item.remoteId ?? '', isForGood))
    if (refused === null) gone.push(item.subjectId)
    // What names an erased client stays so until it is gone.
    else kept.push({ ...item, state: item.state === 'erased' ? 'erased' : 'parked', sentHash: null, sentence: refused })
    counts[refused === null ? 'removed' : 'failed']++
  }
  const flush = async () => {
    const [items, subjects] = [kept, gone]
    ;[kept, gone] = [[], []]
    await inLease(pass, async (tx) => {
      await putItems(tx, pass.row, items)
      await forgetItems(tx, pass.row.id, subjects)
    })
  }
  const work = [...removes.map((each) => () => remove(each)), ...puts.map((each) => () => put(each))]
  const most = AUDIENCES[pass.row.connector]?.manifest.pace?.atOnce ?? 1
  if (puts.length > 0) await audience.prepare(wire, listId)
  try {
    for (let at = 0; at < work.length; at += KEPT_EVERY) {
      await atOnce(work.slice(at, at + KEPT_EVERY), most)
      await flush()
    }
  } catch (error) {
    await flush()
    throw error
  }
  return (['added', 'changed', 'removed', 'failed'] as const).map((verb) => ({ verb, count: counts[verb] }))
}

/** Why something was refused; null: it was not. @throws Refusal for all that concerns more than one person */
const sentenceOf = (work: Promise<void>): Promise<string | null> =>
  work.then(
    () => null,
    (error) => {
      if (error instanceof Refusal && error.kind === 'refused') return error.sentence ?? 'It was refused.'
      throw error
    },
  )

const MOST_NAMED = 3

/** Who should be there and is not, with the reason. */
function heldSentence(people: readonly Person[], items: readonly Item[]): string | null {
  const why = new Map(items.flatMap(({ subjectId, sentence }) => (sentence ? [[subjectId, sentence] as const] : [])))
  const held = people.filter(({ uid }) => why.has(uid))
  if (held.length === 0) return null
  const named = held.slice(0, MOST_NAMED).map(({ uid, name }) => `${name}: ${why.get(uid)}`)
  const more = held.length > MOST_NAMED ? ` And ${held.length - MOST_NAMED} more.` : ''
  return `Not on the list: ${named.join(' ')}${more}`
}

type Resting = { sentence: string | null; isAgain?: boolean }

async function rest(tx: PracticeTx, pass: Pass, log: readonly LogLine[], { sentence, isAgain = false }: Resting): Promise<void> {
  const now = currentTime()
  await addLog(tx, pass.row, now, log)
  const next_at = new Date(now.getTime() + (isAgain ? AGAIN_MS : REST_MS))
  await updateConnection(tx, pass.row.id, { status: 'connected', sentence, failures: 0, last_success_at: now, next_at })
}
