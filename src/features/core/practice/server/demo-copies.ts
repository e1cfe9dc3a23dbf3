import {
  type Copy,
  countReady,
  deleteCopy,
  endOfOtherDays,
  endUnused,
  findOver,
  findOwnCopy,
  findPattern,
  insertCopy,
  makeRoom,
  markReady,
  type Pattern,
  takeReady,
} from '#features/core/practice/server/demo-queries.ts'
import { listOwners } from '#features/core/practice/server/service.ts'
import { type SigningIn, startSession } from '#features/core/practice/server/sign-in.ts'
import { currentMs } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import {
  deletePracticeRows,
  type NewIds,
  type PracticeRows,
  readPracticeRows,
  renaming,
  writePracticeRows,
} from '#platform/server/database/copy-practice.ts'
import type { Database, DirectoryTx, PracticeTx } from '#platform/server/database/db.ts'
import type { TextRow } from '#platform/server/entity.ts'
import { hashToken } from '#platform/server/http/session.ts'
import { turns } from '#platform/server/jobs/apart.ts'

/** How many copies visitors may have at once; where that many are given, the one used longest ago makes room. */
const MOST_COPIES = 200
const UNUSED_MS = 24 * 60 * 60_000
/** The making of a copy takes seconds. */
const CUT_SHORT_MS = 10 * 60_000

/* Where none waits, two are made at a time, and other visitors wait their turn. */
const inTurn = turns({ atOnce: 2, mostWaiting: 60 })

/** What *Open the demo* opens: a copy a visitor, or the demo practice itself, which all share (tests and pictures, which name its records). */
export type DemoSetup = { opens: 'copy' | 'original'; most?: number }

/** Opens the demo. @returns the token of a session @throws not_ready while there is no demo practice, busy when too many wait */
export const openDemo = (
  db: Database,
  from: SigningIn & { guestToken?: string | undefined },
  { opens, most }: DemoSetup,
): Promise<string> =>
  opens === 'copy'
    ? openCopy({ db, tokens: [from.oldToken, from.guestToken], most, open: (tx, copy) => startSession(tx, copy, from) })
    : openOriginal(db, from)

/**
 * Where a visitor with these sessions, of the practice or of an owner, sees the demo as an owner does: in the copy that one of them is of, else in one
 * of their own. @returns the practice @throws not_ready while there is no demo practice, busy when too many wait
 */
export const demoForOwner = (db: Database, tokens: Tokens, { opens, most }: DemoSetup): Promise<string> =>
  opens === 'copy'
    ? openCopy({ db, tokens, most, open: async (_, { practiceId }) => practiceId })
    : requirePattern(db).then(({ practice }) => practice.id)

async function openOriginal(db: Database, from: SigningIn): Promise<string> {
  const pattern = await requirePattern(db)
  const practiceId = pattern.practice.id
  const owners = await db.withPractice(practiceId, listOwners)
  const personId = pattern.people.find(({ memberId }) => owners.includes(memberId))?.id
  if (!personId) throw new AppError('not_ready')
  return db.withDirectory((tx) => startSession(tx, { practiceId, personId }, from))
}

async function requirePattern(db: Database): Promise<Pattern> {
  const pattern = await db.withDirectory(findPattern)
  if (!pattern) throw new AppError('not_ready')
  return pattern
}

type Tokens = readonly (string | undefined)[]
/** `open`: what is done with the copy, as it is given. */
type Visit = { db: Database; tokens: Tokens; most: number | undefined; open: (tx: DirectoryTx, copy: Copy) => Promise<string> }

/**
 * A copy of the demo practice for this visitor: the one this browser's session is of, else one that waits, else one made on the spot.
 */
async function openCopy(visit: Visit): Promise<string> {
  return (await reopen(visit)) ?? (await give(visit)) ?? inTurn(() => makeAndGive(visit))
}

const reopen = ({ db, tokens, open }: Visit): Promise<string | undefined> =>
  db.withDirectory(async (tx) => {
    const hashes = tokens.flatMap((token) => (token ? [hashToken(token)] : []))
    const own = hashes.length > 0 && (await findOwnCopy(tx, hashes))
    return own ? open(tx, own) : undefined
  })

const give = ({ db, most = MOST_COPIES, open }: Visit, practiceId?: string): Promise<string | undefined> =>
  db.withDirectory(async (tx) => {
    const copy = await takeReady(tx, practiceId)
    if (!copy) return undefined
    await makeRoom(tx, most)
    return open(tx, copy)
  })

async function makeAndGive(visit: Visit): Promise<string> {
  // Another may have been made while this visitor waited.
  const waiting = await give(visit)
  if (waiting) return waiting
  const { practiceId } = await makeCopy(visit.db)
  const opened = (await give(visit, practiceId)) ?? (await give(visit))
  if (!opened) throw new AppError('busy')
  return opened
}

/** Makes one more copy, which waits for a visitor. @throws not_ready while there is no demo practice */
export async function makeCopy(db: Database): Promise<Copy> {
  const pattern = await requirePattern(db)
  const rows = await db.withPractice(pattern.practice.id, readPattern)
  const newId = renaming(rows)
  const copy = { practiceId: newId(pattern.practice.id), personId: newId(ownerOf(rows, pattern)) }
  await db.withDirectory((tx) => insertCopy(tx, copy, pattern, newId))
  await writeCopy(db, copy, rows, newId)
  return copy
}

/* The pattern changes once a day; to read it takes a fifth of the making of a copy. */
let lastPattern: PracticeRows | undefined

async function readPattern(tx: PracticeTx): Promise<PracticeRows> {
  lastPattern = await readPracticeRows(tx, lastPattern)
  return lastPattern
}

async function writeCopy(db: Database, { practiceId }: Copy, rows: PracticeRows, newId: NewIds): Promise<void> {
  await db.withPractice(practiceId, (tx) => writePracticeRows(tx, practiceId, rows, newId))
  await db.withDirectory((tx) => markReady(tx, practiceId))
}

/** The person of the first owner. @throws not_ready while it has no rows */
function ownerOf({ tables }: PracticeRows, { people }: Pattern): string {
  const members = JSON.parse(tables.find(({ table }) => table.name === 'members')?.rows ?? '[]') as TextRow[]
  const owner = members.find(({ role, person_id }) => role === 'owner' && people.some(({ id }) => id === person_id))
  if (!owner?.person_id) throw new AppError('not_ready')
  return owner.person_id
}

/** Whether fewer copies of the demo practice's day wait than should; those of other days are over once enough do. */
export const areTooFew = (db: Database, wanted: number): Promise<boolean> =>
  db.withDirectory(async (tx) => {
    const pattern = await findPattern(tx)
    if (!pattern) return false
    const day = pattern.practice.demo_day
    if ((await countReady(tx, day)) < wanted) return true
    if (day) await endOfOtherDays(tx, day)
    return false
  })

/** Ends copies that were not used for a day. */
export const endOldCopies = (db: Database): Promise<void> =>
  db.withDirectory((tx) => endUnused(tx, new Date(currentMs() - UNUSED_MS), new Date(currentMs() - CUT_SHORT_MS)))

/**
 * Deletes one expired copy completely. `forgetFiles` deletes the bytes that only it has, once all but its file records is deleted. After an
 * interruption it is found again.
 * @returns whether there was one
 */
export async function deleteOverCopy(db: Database, forgetFiles: (practiceId: string) => Promise<void>): Promise<boolean> {
  const practiceId = await db.withDirectory(findOver)
  if (!practiceId) return false
  await db.withPractice(practiceId, (tx) => deletePracticeRows(tx, KEPT_TO_THE_END))
  await forgetFiles(practiceId)
  await db.withPractice(practiceId, (tx) => deletePracticeRows(tx))
  await db.withDirectory((tx) => deleteCopy(tx, practiceId))
  return true
}

/** What names bytes. */
const KEPT_TO_THE_END = ['files']
