import { type Entry, type Ledger, textOf, titleOf } from '#testing/bad-fortnight/ledger.ts'
import { type Read, readByKhal, readDiary, readQuestions, readTexted } from '#testing/bad-fortnight/readings.ts'
import type { FarSide } from '#testing/calendar-suite.ts'
import type { FixturePractice } from '#testing/practice.ts'

/**
 * How all ended. `inDiary` and `inCalendar`: entries as they were read; `open`: those left to a person, which the calendar has as either
 * side has them. `conflicts`: questions that the ledger counts, `questions`: those the product put. `lost` and `doubled` count either side,
 * `different` entries with other times or words; `texts` and `unasked`: clients who are texted, and those of them who should not have been.
 * `faults` names each difference.
 */
export type Compared = { faults: string[] } & Record<
  | 'inDiary'
  | 'inCalendar'
  | 'open'
  | 'conflicts'
  | 'questions'
  | 'lost'
  | 'doubled'
  | 'different'
  | 'texts'
  | 'unasked'
  | 'alarms'
  | 'alarmsLost',
  number
>

type There = { far: FarSide; calendarId: string }

/** Compares what the calendar is by khal, what the diary is by SQL, and what both should be by the ledger. */
export async function compare(practice: FixturePractice, ledger: Ledger, { far, calendarId }: There): Promise<Compared> {
  const [diary, calendar] = [await readDiary(practice), await readByKhal(far, calendarId)]
  const differences = { lost: 0, doubled: 0, different: 0 }
  const faults: string[] = []
  const differs = (how: keyof typeof differences, what: string) => {
    differences[how] += 1
    faults.push(`${how}: ${what}`)
  }
  compareDiary(diary, ledger, differs)
  compareCalendar(calendar, diary, ledger, differs)
  faults.push(...ledger.missed.map((title) => `not there for the phone: ${title}`))
  const asked = await compareQuestions(practice, ledger, faults)
  const texts = await readTexted(practice)
  const unasked = texts.filter((clientId) => !ledger.texted.has(clientId))
  const untold = [...ledger.texted].filter((clientId) => !texts.includes(clientId))
  faults.push(...unasked.map((id) => `a text that nobody wanted: ${id}`), ...untold.map((id) => `a text that is missing: ${id}`))
  const alarms = ledger.entries.filter(({ hasAlarm, there, isOpen }) => hasAlarm && there && !isOpen)
  const without = await asyncFilter(alarms, async ({ uid }) => (await far.phone.lost(addressOf(calendarId, uid))).length > 0)
  faults.push(...without.map(({ title }) => `the alarm is lost: ${title}`))
  return {
    ...{ faults, inDiary: diary.length, inCalendar: calendar.length, open: ledger.entries.filter(isLeft).length, ...asked, ...differences },
    ...{ texts: texts.length, unasked: unasked.length, alarms: alarms.length, alarmsLost: without.length },
  }
}

type Differs = (how: 'lost' | 'doubled' | 'different', what: string) => void

/** A person must still decide where it goes. */
const isLeft = ({ isOpen, here }: Entry) => isOpen && here !== null

function compareDiary(diary: readonly Read[], ledger: Ledger, differs: Differs) {
  const known = new Map(ledger.entries.flatMap((entry) => (entry.id ? [[entry.id, entry] as const] : [])))
  const shown = new Map(diary.map((read) => [read.uid, read]))
  for (const { uid, title, when } of diary) if (!known.get(uid)?.here) differs('doubled', `in the diary, ${title}, ${when}`)
  for (const { id, here, title } of ledger.entries) {
    if (!here) continue
    const read = shown.get(id ?? '')
    if (!read) differs('lost', `in the diary, ${title}, ${textOf(here)}`)
    else if (read.when !== textOf(here)) differs('different', `in the diary, ${title}: ${read.when} instead of ${textOf(here)}`)
  }
}

function compareCalendar(calendar: readonly Read[], diary: readonly Read[], ledger: Ledger, differs: Differs) {
  const there = Map.groupBy(calendar, ({ uid }) => uid)
  const times = new Map(diary.map(({ uid, when }) => [uid, when]))
  const has = (uid: string, title: string, { whens, isSure, words }: { whens: string[]; isSure: boolean; words: string | null }) => {
    const [read, ...more] = there.get(uid) ?? []
    there.delete(uid)
    for (const one of more) differs('doubled', `in the calendar, ${title}, ${one.when}`)
    if (!read && isSure) differs('lost', `in the calendar, ${title}, ${whens.join(' or ')}`)
    if (!read) return
    if (whens.length === 0) differs('doubled', `in the calendar, ${title}, ${read.when}`)
    else if (!whens.includes(read.when)) differs('different', `in the calendar, ${title}: ${read.when} instead of ${whens.join(' or ')}`)
    else if (words !== null && read.title !== words) differs('different', `in the calendar, ${read.title} instead of ${words}`)
  }
  for (const entry of ledger.entries) {
    const time = times.get(entry.id ?? '')
    const whens = [...(time ? [time] : []), ...(time && isLeft(entry) && entry.theirs ? [textOf(entry.theirs)] : [])]
    const words = isLeft(entry) || entry.retitled === 'either' ? null : (entry.retitled ?? titleOf(entry))
    has(entry.uid, entry.title, { whens, isSure: whens.length > 0 && !isLeft(entry), words })
  }
  for (const [uid, when] of ledger.alone) has(uid, uid, { whens: [textOf(when)], isSure: true, words: null })
  for (const one of [...there.values()].flat()) differs('doubled', `in the calendar, ${one.title}, ${one.when}`)
}

async function compareQuestions(practice: FixturePractice, { entries }: Ledger, faults: string[]) {
  const asked = await readQuestions(practice)
  const questions = [...asked.values()].reduce((sum, n) => sum + n, 0)
  for (const { id, title, asked: wanted } of entries) {
    const n = asked.get(id ?? '') ?? 0
    asked.delete(id ?? '')
    if (n !== wanted) faults.push(`asked ${n} times instead of ${wanted}: ${title}`)
  }
  for (const [id, n] of asked) faults.push(`asked ${n} times about nothing: ${id}`)
  return { questions, conflicts: entries.reduce((sum, entry) => sum + entry.asked, 0) }
}

const addressOf = (calendarId: string, uid: string) => `${calendarId}${uid.replace(/@pritchel$/, '')}.ics`

async function asyncFilter<T>(all: readonly T[], holds: (one: T) => Promise<boolean>): Promise<T[]> {
  const found: T[] = []
  for (const one of all) if (await holds(one)) found.push(one)
  return found
}
