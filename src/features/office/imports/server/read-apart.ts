import { seesMoney } from '#features/core/practice/rules.ts'
import type { BadRow, ImportCheck, ImportPlan } from '#features/office/imports/contract.ts'
import type { Choices } from '#features/office/imports/server/bring.ts'
import type { KnownRecords, RecordPlan } from '#features/office/imports/server/plan-records.ts'
import { type FoundVisits, planVisits, type VisitPlan, visitItemsOf } from '#features/office/imports/server/plan-visits.ts'
import { type FileRow, knownVisits, listHorseNames, listIdentities, listYardNames } from '#features/office/imports/server/queries.ts'
import type { lookInto, planFile, Reader, ReadInput, showFile } from '#features/office/imports/server/reading.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { apart, Crashed, type Limits, PastLimits, turns } from '#platform/server/jobs/apart.ts'

/** Several times what the largest real file needs. */
const LIMITS = { bytes: 700_000_000, ms: 10_000 }
const SPLIT = 'Nothing was changed. Split it into smaller files and import them one by one.'
const TOO_MUCH: Record<keyof Limits, string> = {
  ms: `This file takes too long to read. ${SPLIT}`,
  bytes: `There's too much in this file to read in one go. ${SPLIT}`,
}

/** Adds a sentence why a file could not be read; if the fault is ours, it is the cause, without any content of the file. */
const withSentence =
  <I, O>(name: string, read: (input: I) => Promise<O>) =>
  (input: I): Promise<O> =>
    read(input).catch((error: unknown) => {
      if (error instanceof AppError) throw error
      if (error instanceof PastLimits) throw new AppError('unreadable_file', {}, TOO_MUCH[error.limit])
      const cause = new Error(error instanceof Crashed ? error.message : `${name} failed`)
      throw Object.assign(new AppError('unreadable_file'), { cause })
    })

/** How many files are read at once: of uploads, and of imports. */
export const AT_ONCE = 2

/** Reads files in processes of their own, a few at a time. Its methods throw unreadable_file, and busy when too many wait. */
export function fileReader(limits = LIMITS) {
  const options = { inTurn: turns({ atOnce: AT_ONCE, mostWaiting: 20 }) }
  const module = new URL('./reading.ts', import.meta.url)
  return {
    look: withSentence('lookInto', apart<typeof lookInto>(module, 'lookInto', limits, options)),
    show: withSentence('showFile', apart<typeof showFile>(module, 'showFile', limits, options)),
    plan: withSentence('planFile', apart<typeof planFile>(module, 'planFile', limits, options)),
  }
}
export type FileReader = ReturnType<typeof fileReader>
/** This process's reader, for requests. */
export const FILES = fileReader()
/** The reader of the jobs, which never wait for it: a waiting job would be taken for lost. */
export const JOB_FILES = fileReader()

/** The practice and the day a file is read for. */
export const readerOf = ({ practiceId, zone, role }: Actor): Reader => ({
  practiceId,
  zone,
  today: dayOf(currentTime(), zone),
  seesMoney: seesMoney(role),
})

type File = Pick<FileRow, 'source' | 'content'>

/** A stored file and what it is compared with. @throws import_moved_on when it is no longer stored */
export async function readInputOf(tx: PracticeTx, actor: Actor, { source, content }: File, plan: ImportPlan | null): Promise<ReadInput> {
  if (!content) throw new AppError('import_moved_on')
  const known: KnownRecords = { clients: await listIdentities(tx), yards: await listYardNames(tx), horses: await listHorseNames(tx) }
  return { source, content, plan, known, reader: readerOf(actor) }
}

/** What importing a file would do, and to how many records. @throws unreadable_file, bad_request, busy */
export async function showWhole(db: Database, readInput: ReadInput, read: FileReader): Promise<ImportCheck & { total: number }> {
  const shown = await read.show(readInput)
  if (shown.of === 'records') {
    const { items, bad, header, total } = shown
    return { items, bad, header, total, notes: [] }
  }
  const plan = await planDiary(db, readInput, shown.found)
  return { items: visitItemsOf(plan), bad: unreadIn(plan), header: [], total: totalOf(plan), notes: plan.notes }
}

/** The content to import: of a table or an address book records, of a diary visits; and the rows left out, `badCount` of them unreadable. */
export type Whole = ({ of: 'records'; plan: RecordPlan } | { of: 'visits'; plan: VisitPlan }) & {
  badCount: number
  leftOut: BadRow[]
  header: string[]
  total: number
}

/** @throws unreadable_file, bad_request, busy */
export async function planWhole(db: Database, readInput: ReadInput & { choices: Choices }, read: FileReader): Promise<Whole> {
  const planned = await read.plan(readInput)
  if (planned.of === 'records') return planned
  const plan = await planDiary(db, readInput, planned.found)
  const leftOut = unreadIn(plan)
  return { of: 'visits', plan, badCount: leftOut.length, leftOut, header: [], total: totalOf(plan) }
}

async function planDiary(db: Database, { reader }: ReadInput, found: FoundVisits): Promise<VisitPlan> {
  const ids = found.visits.flatMap(({ all }) => all.map(({ id }) => id))
  return planVisits(found, await db.withPractice(reader.practiceId, (tx) => knownVisits(tx, ids)))
}

const unreadIn = ({ unreadable }: VisitPlan): BadRow[] => unreadable.map((why, at) => ({ row: at + 1, cells: [], why }))
/** Counts each occurrence; an entry that is here already counts once. */
const totalOf = ({ visits }: VisitPlan): number => visits.reduce((sum, { fresh }) => sum + Math.max(1, fresh.length), 0)
