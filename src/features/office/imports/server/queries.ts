import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** The identifying fields of all clients: an address book is compared as a whole. */
export const listIdentities = (tx: PracticeTx) =>
  tx
    .selectFrom('clients')
    .select(['id', 'name', 'business_name as businessName', 'email', 'phone_e164 as phoneE164'])
    .where('deleted_at', 'is', null)
    .execute()

/** The identifying fields of yards. */
export const listYardNames = (tx: PracticeTx) =>
  tx.selectFrom('yards').select(['id', 'name', 'postcode']).where('deleted_at', 'is', null).execute()

/** The identifying fields of horses. */
export const listHorseNames = (tx: PracticeTx) =>
  tx.selectFrom('horses').select(['id', 'name', 'client_id as clientId', 'microchip', 'ueln']).where('deleted_at', 'is', null).execute()

/** Which of these visits are in the diary, removed ones included. */
export async function knownVisits(tx: PracticeTx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('appointments')
    .select('id')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Whether a horse has work on record of that day. */
export const hasWorkOn = async (tx: PracticeTx, horseId: string, workDate: string): Promise<boolean> =>
  (await tx
    .selectFrom('work_entries')
    .select('id')
    .where('horse_id', '=', horseId)
    .where('work_date', '=', workDate)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined

const COLUMNS = [
  'i.id',
  'i.file_name as fileName',
  'i.source',
  'i.kind',
  'i.state',
  'i.total',
  'i.handled',
  'i.counts',
  'i.kept',
  'i.problem',
  'i.created_at as createdAt',
  'i.state_at as stateAt',
  'm.name as memberName',
] as const

const imports = (tx: PracticeTx) =>
  tx
    .selectFrom('imports as i')
    .innerJoin('members as m', (join) => join.onRef('m.practice_id', '=', 'i.practice_id').onRef('m.id', '=', 'i.member_id'))
    .select(COLUMNS)
    .select((eb) => eb('i.left_out', 'is not', null).as('hasLeftOut'))

/** The latest imports that were started, newest first. */
export const listImports = (tx: PracticeTx, limit: number) =>
  imports(tx).where('i.state', '<>', 'draft').orderBy('i.created_at', 'desc').limit(limit).execute()

/** Without the file. @throws import_not_found */
export async function requireImport(tx: PracticeTx, id: string) {
  const row = await imports(tx).where('i.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('import_not_found')
  return row
}
export type ImportRow = Awaited<ReturnType<typeof requireImport>>

/** With the file and how to read it. @throws import_not_found */
export async function requireFile(tx: PracticeTx, id: string) {
  const row = await tx.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('import_not_found')
  return row
}
export type FileRow = Awaited<ReturnType<typeof requireFile>>

/** @throws import_not_found */
export async function requireLeftOut(tx: PracticeTx, id: string) {
  const row = await tx.selectFrom('imports').select('left_out').where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('import_not_found')
  return row.left_out
}

type NewFile = Pick<FileRow, 'id' | 'file_name' | 'source' | 'kind'> & { content: Buffer }

export async function addFile(tx: PracticeTx, actor: { practiceId: string; memberId: string }, file: NewFile): Promise<void> {
  await tx
    .insertInto('imports')
    .values({
      practice_id: actor.practiceId,
      member_id: actor.memberId,
      ...file,
      plan: null,
      counts: null,
      left_out: null,
      kept: null,
      problem: null,
    })
    .execute()
}

/** Deletes a member's files that were never imported; files of started imports stay. */
export async function forgetDrafts(tx: PracticeTx, memberId: string): Promise<void> {
  await tx.deleteFrom('imports').where('member_id', '=', memberId).where('state', 'in', ['draft', 'failed', 'cancelled']).execute()
}

type Change = Partial<
  Pick<FileRow, 'state' | 'kind' | 'content' | 'plan' | 'choices' | 'total' | 'handled' | 'counts' | 'left_out' | 'kept' | 'problem'>
>

/** Changes an import that is in one of these states; false when it is in another by now. */
export async function moveOn(tx: PracticeTx, id: string, from: FileRow['state'][], change: Change): Promise<boolean> {
  const moved = await tx
    .updateTable('imports')
    .set({ ...change, state_at: currentTime() })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

/** The journal's line of a finished import. */
export const findAct = (tx: PracticeTx, importId: string) =>
  tx
    .selectFrom('activity')
    .selectAll()
    .where('entity', '=', 'imports')
    .where('entity_id', '=', importId)
    .where('verb', '=', 'added')
    .executeTakeFirst()

/** The journal's lines of one action, last first, without the line of the action itself. */
export const listWritten = (tx: PracticeTx, act: { id: string; actId: string }) =>
  tx.selectFrom('activity').selectAll().where('act_id', '=', act.actId).where('id', '<>', act.id).orderBy('id', 'desc').execute()

/** The later changes to the records of an action, by record: the last verb. */
export async function listTouched(tx: PracticeTx, act: { id: string; actId: string }): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('activity as later')
    .innerJoin('activity as own', (join) =>
      join
        .onRef('own.practice_id', '=', 'later.practice_id')
        .onRef('own.entity', '=', 'later.entity')
        .onRef('own.entity_id', '=', 'later.entity_id'),
    )
    .select(['later.entity_id as id', 'later.verb'])
    .where('own.act_id', '=', act.actId)
    .where('later.id', '>', act.id)
    .where('later.act_id', 'is distinct from', act.actId)
    // A position that was found automatically is no member's change.
    .where('later.verb', '<>', 'found')
    .orderBy('later.id')
    .execute()
  return new Map(rows.map((row) => [row.id, row.verb]))
}

/** The records among these that are in use in ways no removal checks: by visits, their horses, or wishes about texts. */
export async function listUsed(tx: PracticeTx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const visits = await tx
    .selectFrom('appointments')
    .select(['client_id as a', 'yard_id as b'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('client_id', '=', eb.fn.any(eb.val(ids))), eb('yard_id', '=', eb.fn.any(eb.val(ids)))]))
    .execute()
  const lines = await tx
    .selectFrom('visit_horses')
    .select(['horse_id as a', 'client_id as b'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('horse_id', '=', eb.fn.any(eb.val(ids))), eb('client_id', '=', eb.fn.any(eb.val(ids)))]))
    .execute()
  return new Set([...visits, ...lines].flatMap(({ a, b }) => [a, b]).filter((id) => id !== null))
}

/** Whether any horse is still kept at a yard. */
export const hasHorsesAt = async (tx: PracticeTx, yardId: string): Promise<boolean> =>
  (await tx.selectFrom('horses').select('id').where('yard_id', '=', yardId).where('deleted_at', 'is', null).executeTakeFirst()) !==
  undefined
