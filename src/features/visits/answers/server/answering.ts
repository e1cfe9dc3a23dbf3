import { pictureOf } from '#features/core/letterhead/server/picture-of.ts'
import { alertMembers } from '#features/core/notices/server/queue-words.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import { firstNameOf } from '#features/records/clients/rules.ts'
import { labelOf } from '#features/records/kinds/rules.ts'
import { kindsOf } from '#features/records/kinds/server/service.ts'
import type { AnswerPage } from '#features/visits/answers/answer-page.ts'
import { whenWords } from '#features/visits/answers/answer-page.ts'
import type { GivenAnswer } from '#features/visits/answers/contract.ts'
import { answerable, answerInWords, currentAnswers, isSameAnswer, MOST_ANSWERS, ownInWords } from '#features/visits/answers/rules.ts'
import {
  type AnswerableVisit,
  type AnswerRow,
  findAnswerableVisit,
  listNamed,
  listOwn,
  listOwnHorses,
  type OwnHorse,
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

/** What a link opens now. Undefined: the link is unknown or dead, or the visit is over or no longer theirs. */
export async function openAnswers(places: Places, token: string): Promise<AnswerPage | undefined> {
  const link = await findClientLink(places.db, 'answer', token)
  if (!link) return undefined
  const actor = await actorOfPractice(places.db, link.practiceId, { origin: places.origin })
  return places.db.withPractice(link.practiceId, async (tx) => {
    const visit = await findAnswerableVisit(tx, link.subjectId, link.clientId)
    if (!visit || answerableOf(visit) === 'over') return undefined
    return pageOf(tx, actor, visit, link.clientId)
  })
}

/**
 * Records an owner's answer about a visit, and alerts the member who drives there. The same answer, word for word, counts once and alerts
 * no one twice. Undefined: the link opens nothing.
 * @throws visit_is_cancelled, horse_not_found, bad_request when it names no horse, too_many_requests
 */
export async function giveAnswer(places: Places, token: string, given: GivenAnswer): Promise<'taken' | undefined> {
  const link = await findClientLink(places.db, 'answer', token)
  if (!link) return undefined
  const actor = await actorOfPractice(places.db, link.practiceId, { origin: places.origin })
  return places.db.withPractice(link.practiceId, async (tx) => {
    await holdWriters(tx)
    const visit = await findAnswerableVisit(tx, link.subjectId, link.clientId)
    if (!visit || answerableOf(visit) === 'over') return undefined
    if (answerableOf(visit) === 'off') throw new AppError('visit_is_cancelled')
    const horses = await listOwnHorses(tx, visit.id, link.clientId)
    const columns = columnsOf(given, horses)
    const before = await listOwn(tx, visit.id, link.clientId)
    if (isRepeated(before, visit, columns)) return 'taken'
    if (before.length >= MOST_ANSWERS) throw new AppError('too_many_requests')
    const answer = await insertRow(tx, actor, 'visit_answers', uuidv7(), {
      ...columns,
      appointment_id: visit.id,
      client_id: link.clientId,
      visit_start: visit.startsAt,
      said_at: currentTime(),
      seen_at: null,
      seen_by: null,
    })
    await alert(tx, actor, visit, answer, horses)
    return 'taken'
  })
}

const answerableOf = (visit: AnswerableVisit) => answerable({ ...visit, endTime: visit.endsAt.toISOString() })

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

/** Between yes and another time, the latest answer counts; any other answer is current until it is seen. */
function isRepeated(before: readonly AnswerRow[], visit: AnswerableVisit, columns: Columns): boolean {
  const isTime = columns.kind === 'confirmed' || columns.kind === 'move'
  const current = isTime ? ownCurrent(before, visit) : before.filter((row) => row.seen_at === null)
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

/** A plain yes shows on the visit and alerts no one. */
async function alert(tx: PracticeTx, actor: Actor, visit: AnswerableVisit, answer: AnswerRow, horses: readonly OwnHorse[]): Promise<void> {
  if (answer.kind === 'confirmed') return
  const horse = horses.find(({ id }) => id === answer.horse_id)?.name ?? null
  await alertMembers(tx, actor, {
    memberIds: [visit.memberId],
    title: `${visit.ownerName}, ${shortDay(visit.onDay)}`,
    body: answerInWords(toAnswer(answer), horse),
    path: `/calendar?view=day&date=${visit.onDay}`,
  })
}

async function pageOf(tx: PracticeTx, actor: Actor, visit: AnswerableVisit, clientId: string): Promise<AnswerPage> {
  const horses = await listOwnHorses(tx, visit.id, clientId)
  const said = await listOwn(tx, visit.id, clientId)
  const kinds = await kindsOf(tx)
  const nameOf = (id: string | null) => horses.find((horse) => horse.id === id)?.name ?? null
  const last = ownCurrent(said, visit)[0]?.kind
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
    standing: last === 'confirmed' || last === 'move' ? last : null,
    said: said.map((row) => ({ id: row.id, words: ownInWords(toAnswer(row), nameOf(row.horse_id)), isSeen: row.seen_at !== null })),
  }
}

const named = (horses: readonly OwnHorse[]) => horses.map(({ id, name }) => ({ id, name }))
