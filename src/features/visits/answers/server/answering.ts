import { pictureOf } from '#features/core/letterhead/server/picture-of.ts'
import { alertMembers } from '#features/core/notices/server/queue-words.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import { firstNameOf } from '#features/records/clients/rules.ts'
import { labelOf } from '#features/records/kinds/rules.ts'
import { kindsOf } from '#features/records/kinds/server/service.ts'
import type { AnswerPage } from '#features/visits/answers/answer-page.ts'
import { whenWords } from '#features/visits/answers/answer-page.ts'
import type { GivenAnswer } from '#features/visits/answers/contract.ts'
import { LONGEST_WORDS } from '#features/visits/answers/limits.ts'
import {
  answerable,
  answerInWords,
  currentAnswers,
  isAboutTime,
  isSameAnswer,
  MOST_ANSWERS,
  ownInWords,
} from '#features/visits/answers/rules.ts'
import {
  type AnswerableVisit,
  type AnswerRow,
  findAnswerableVisit,
  listNamed,
  listOwn,
  listOwnHorses,
  type OwnHorse,
  wasOnVisit,
} from '#features/visits/answers/server/queries.ts'
import { toAnswer } from '#features/visits/answers/server/wire.ts'
import { titleForOwner } from '#features/visits/appointments/rules.ts'
import { optionalId } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf, shortDay } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import { holdWriters, insertRow } from '#platform/server/database/rows.ts'
import { findClientLink } from '#platform/server/links.ts'

/** Where a practice and its people are reached. */
type Places = { db: Database; origin: string }

/** A visit, and which of its owners answers about it. */
export type Answering = { visitId: string; clientId: string }
/** `author`: who answers for them, if another person does; the words begin with it. */
type Saying = Answering & { author?: string }

/** What a link opens now. Undefined: the link is unknown or dead, or the visit is over or no longer theirs. */
export const openAnswers = (places: Places, token: string): Promise<AnswerPage | undefined> => inLink(places, token, answersOf)

/** A visit as one of its owners reads and answers it. Undefined: it is over, or not theirs. */
export async function answersOf(tx: PracticeTx, actor: Actor, { visitId, clientId }: Answering): Promise<AnswerPage | undefined> {
  const visit = await findAnswerableVisit(tx, visitId, clientId)
  if (!visit || answerableOf(visit) === 'over') return undefined
  return pageOf(tx, actor, visit, clientId)
}

/**
 * Records the answer of a link's bearer, as `takeAnswer` does. Undefined: the link opens nothing.
 * @throws visit_is_cancelled, horse_not_found, bad_request when it names no horse, too_many_requests
 */
export const giveAnswer = (places: Places, token: string, given: GivenAnswer): Promise<'taken' | undefined> =>
  inLink(places, token, (tx, actor, which) => takeAnswer(tx, actor, which, given))

/**
 * Records an owner's answer about a visit, and alerts the member who drives there. The same answer, word for word, counts once and alerts
 * no one twice. Undefined: the visit is over, or not theirs.
 * @throws visit_is_cancelled, horse_not_found, bad_request when it names no horse, too_many_requests
 */
export async function takeAnswer(
  tx: PracticeTx,
  actor: Actor,
  { visitId, clientId, author }: Saying,
  given: GivenAnswer,
): Promise<'taken' | undefined> {
  await holdWriters(tx)
  const visit = await findAnswerableVisit(tx, visitId, clientId)
  if (!visit || answerableOf(visit) === 'over') return undefined
  if (answerableOf(visit) === 'off') throw new AppError('visit_is_cancelled')
  const horses = await listOwnHorses(tx, visit.id, clientId)
  const columns = columnsOf(given, horses)
  const words = author ? [author, columns.words].filter(Boolean).join(': ').slice(0, LONGEST_WORDS) : columns.words
  await addAnswer(tx, actor, { visit, clientId, columns: { ...columns, words }, horses })
  return 'taken'
}

type Given = { visit: AnswerableVisit; clientId: string; columns: Columns; horses?: readonly OwnHorse[]; leadsTo?: string }

/**
 * Adds an answer, unless their current one is the same, and alerts the member who drives there; `leadsTo`: the screen that the alert opens,
 * in place of the day. A plain yes alerts no one. @throws too_many_requests
 */
export async function addAnswer(tx: PracticeTx, actor: Actor, { visit, clientId, columns, horses = [], leadsTo }: Given): Promise<void> {
  const before = await listOwn(tx, visit.id, clientId)
  if (isRepeated(before, visit, columns)) return
  if (before.length >= MOST_ANSWERS) throw new AppError('too_many_requests')
  const answer = await insertRow(tx, actor, 'visit_answers', uuidv7(), {
    ...columns,
    appointment_id: visit.id,
    client_id: clientId,
    visit_start: visit.startsAt,
    said_at: currentTime(),
    seen_at: null,
    seen_by: null,
  })
  if (answer.kind === 'confirmed') return
  const horse = horses.find(({ id }) => id === answer.horse_id)?.name ?? null
  await alertMembers(tx, actor, {
    memberIds: [visit.memberId],
    title: `${visit.ownerName}, ${shortDay(visit.onDay)}`,
    body: answerInWords(toAnswer(answer), horse),
    path: leadsTo ?? `/calendar?view=day&date=${visit.onDay}`,
  })
}

/** Runs in the practice of a link, for its owner. */
async function inLink<T>(
  { db, origin }: Places,
  token: string,
  work: (tx: PracticeTx, actor: Actor, which: Answering) => Promise<T | undefined>,
): Promise<T | undefined> {
  const link = await findClientLink(db, 'answer', token)
  if (!link) return undefined
  const actor = await actorOfPractice(db, link.practiceId, { origin })
  return db.withPractice(link.practiceId, (tx) => work(tx, actor, { visitId: link.subjectId, clientId: link.clientId }))
}

/** Whether a visit is an owner's, over or not. */
export const isTheirVisit = async (tx: PracticeTx, { visitId, clientId }: Answering): Promise<boolean> =>
  (await findAnswerableVisit(tx, visitId, clientId)) !== undefined || (await wasOnVisit(tx, visitId, clientId))

/** Whether an owner may still answer about it. */
export const answerableOf = (visit: AnswerableVisit) => answerable({ ...visit, endTime: visit.endsAt.toISOString() })

/** The content of an answer. */
type Columns = Pick<AnswerRow, 'kind' | 'horse_id' | 'horse_name' | 'work' | 'until_on' | 'words'>

/** The horse is one of theirs, or one by name that they want added. @throws horse_not_found, bad_request */
function columnsOf(given: GivenAnswer, horses: readonly OwnHorse[]): Columns {
  const blank = { horse_id: null, horse_name: null, work: null, until_on: null, words: ('words' in given && given.words) || null }
  if (given.kind !== 'add_horse' && given.kind !== 'box_rest') return { ...blank, kind: given.kind }
  const horseId = optionalId(given.horseId || null, 'horse_not_found')
  if (horseId && !horses.some(({ id }) => id === horseId)) throw new AppError('horse_not_found')
  if (given.kind === 'box_rest') {
    if (!horseId) throw new AppError('bad_request', { fields: ['horseId'] }, 'Say which horse it is.')
    return { ...blank, kind: given.kind, horse_id: horseId, until_on: given.untilOn || null }
  }
  const horseName = horseId ? null : given.horseName || null
  if (!horseId && !horseName) throw new AppError('bad_request', { fields: ['horseName'] }, 'Say which horse it is.')
  return { ...blank, kind: given.kind, horse_id: horseId, horse_name: horseName, work: given.work || null }
}

/** Of the answers about the time, the latest counts; any other answer is current until it is seen. */
function isRepeated(before: readonly AnswerRow[], visit: AnswerableVisit, columns: Columns): boolean {
  const current = isAboutTime(columns.kind) ? ownCurrent(before, visit) : before.filter((row) => row.seen_at === null)
  return current.some((row) => isSameAnswer(toAnswer(row), answerContentOf(columns)))
}

const answerContentOf = ({ kind, horse_id, horse_name, work, until_on, words }: Columns) => ({
  kind,
  horseId: horse_id,
  horseName: horse_name,
  work,
  untilOn: until_on,
  words,
})

function ownCurrent(rows: readonly AnswerRow[], visit: AnswerableVisit): AnswerRow[] {
  const current = currentAnswers(rows.map(toAnswer), { ...visit, startTime: visit.startsAt.toISOString() })
  return rows.filter((row) => current.some(({ id }) => id === row.id))
}

async function pageOf(tx: PracticeTx, actor: Actor, visit: AnswerableVisit, clientId: string): Promise<AnswerPage> {
  const horses = await listOwnHorses(tx, visit.id, clientId)
  const said = await listOwn(tx, visit.id, clientId)
  const kinds = await kindsOf(tx)
  const nameOf = (id: string | null) => horses.find((horse) => horse.id === id)?.name ?? null
  return {
    today: dayOf(currentTime(), visit.zone),
    practiceName: actor.practiceName,
    picture: await pictureOf(tx),
    farrierName: visit.farrierName,
    ownerName: firstNameOf({ ...visit, name: visit.ownerName }),
    title: titleForOwner(visit, await listNamed(tx, visit.id), clientId),
    when: whenWords(visit),
    yardName: visit.yardName,
    isOff: answerableOf(visit) === 'off',
    horses: named(horses.filter(({ isOn }) => isOn)),
    others: named(horses.filter(({ isOn }) => !isOn)),
    kinds: kinds.filter(({ isOffered }) => isOffered).map(({ serviceType }) => labelOf(kinds, serviceType)),
    prepLine: (await settingsOf(tx)).prepLine,
    standing: standingIn(said, visit),
    said: said.map((row) => ({ id: row.id, words: ownInWords(toAnswer(row), nameOf(row.horse_id)), isSeen: row.seen_at !== null })),
  }
}

/** An owner's latest answer to the time of a visit; null: none. Undefined: it is over, off, or not theirs. */
export async function standingOf(tx: PracticeTx, { visitId, clientId }: Answering): Promise<AnswerPage['standing'] | undefined> {
  const visit = await findAnswerableVisit(tx, visitId, clientId)
  if (!visit || answerableOf(visit) !== 'yes') return undefined
  return standingIn(await listOwn(tx, visitId, clientId), visit)
}

function standingIn(said: readonly AnswerRow[], visit: AnswerableVisit): AnswerPage['standing'] {
  const last = ownCurrent(said, visit)[0]?.kind
  return last === 'confirmed' || last === 'move' || last === 'cancel' ? last : null
}

const named = (horses: readonly OwnHorse[]) => horses.map(({ id, name }) => ({ id, name }))
