import { type RawBuilder, sql } from 'kysely'
import { seesMoney } from '#features/core/practice/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError, type ErrorCode } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, PracticeTx, Prepared, Read } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'

export type AttachmentRow = Row<'attachments'>
export type FileRow = {
  practice_id: string
  id: string
  sha256: string | null
  bytes: number | null
  mime: string
  store_key: string | null
  state: 'uploading' | 'stored' | 'refused'
  upload_key: Buffer | null
  upload_ends_at: Date | null
  pictures_asked_at: Date | null
  pictures_fault: PictureFault | null
  made_by_kind: MadeBy
  made_by_person: string
  made_by_grant: string | null
}
/** What the person is who sent a file. */
export type MadeBy = 'member' | 'client' | 'vet' | 'para'
/** Why a file has no pictures. `no_ffmpeg`: of a video, where it is not installed. */
export type PictureFault = 'too_large' | 'unreadable' | 'too_heavy' | 'too_slow' | 'no_ffmpeg'

/** A file of this practice, kept from changing until the transaction ends. */
export const findFile = (tx: PracticeTx, id: string): Promise<FileRow | undefined> =>
  tx.selectFrom('files').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

type NewFile = Pick<FileRow, 'id' | 'sha256' | 'bytes' | 'mime'> & {
  practice_id: string
  made_by_kind: MadeBy
  made_by_person: string
  made_by_grant: string | null
  upload_key: Buffer
  upload_ends_at: Date
}

/** Adds a file on its way; one that another request has just added stays as it is. */
export async function insertFile(tx: PracticeTx, file: NewFile): Promise<void> {
  await tx
    .insertInto('files')
    .values({ ...file, store_key: null })
    .onConflict((clash) => clash.columns(['practice_id', 'id']).doNothing())
    .execute()
}

/** Changes a file and sets `state_at` to now. */
export async function updateFile(tx: PracticeTx, id: string, changes: Partial<Omit<FileRow, 'id' | 'practice_id'>>): Promise<void> {
  await tx
    .updateTable('files')
    .set({ ...changes, state_at: currentTime() })
    .where('id', '=', id)
    .execute()
}

/** Notes what became of a file's pictures; the file itself stays as it was. */
export async function notePictures(tx: PracticeTx, id: string, note: Partial<Pick<FileRow, 'pictures_asked_at' | 'pictures_fault'>>) {
  await tx.updateTable('files').set(note).where('id', '=', id).execute()
}

/**
 * Stored bytes of a practice. Videos are those that came since `from` and are on record, or not yet; of these without the file `butFor`, and
 * without what guests sent: that has a measure of its own (`sumOfGuest`).
 */
export async function sumStored(tx: PracticeTx, from: Date, butFor?: string): Promise<{ all: number; videos: number }> {
  const isRemoved = sql<boolean>`exists (select from attachments a where a.practice_id = f.practice_id and a.file_id = f.id)
    and not exists (select from attachments a where a.practice_id = f.practice_id and a.file_id = f.id and a.deleted_at is null)`
  const isCounted = sql<boolean>`f.mime like 'video/%' and f.state_at >= ${from} and f.made_by_kind = 'member'
    and f.id is distinct from ${butFor ?? null} and not (${isRemoved})`
  const { all, videos } = await tx
    .selectFrom('files as f')
    .select([
      sql<number>`coalesce(sum(f.bytes), 0)`.as('all'),
      sql<number>`coalesce(sum(f.bytes) filter (where ${isCounted}), 0)`.as('videos'),
    ])
    .where('f.state', '=', 'stored')
    .executeTakeFirstOrThrow()
  return { all: Number(all), videos: Number(videos) }
}

/** What a guest has sent to the practice since a moment, or is sending, without the file `butFor`. */
export async function sumOfGuest(tx: PracticeTx, personId: string, from: Date, butFor: string): Promise<{ files: number; bytes: number }> {
  const { files, bytes } = await tx
    .selectFrom('files')
    .select([sql<number>`count(*)`.as('files'), sql<number>`coalesce(sum(bytes), 0)`.as('bytes')])
    .where('made_by_kind', '<>', 'member')
    .where('made_by_person', '=', personId)
    .where('state', '<>', 'refused')
    .where('state_at', '>=', from)
    .where('id', '<>', butFor)
    .executeTakeFirstOrThrow()
  return { files: Number(files), bytes: Number(bytes) }
}

/** What was sent by a grant so far, or is on its way, without the file `butFor`. */
export async function sumOfGrant(tx: PracticeTx, grantId: string, butFor: string): Promise<number> {
  const { bytes } = await tx
    .selectFrom('files')
    .select(sql<number>`coalesce(sum(bytes), 0)`.as('bytes'))
    .where('made_by_grant', '=', grantId)
    .where('state', '<>', 'refused')
    .where('id', '<>', butFor)
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

/** From here to the end of the transaction a guest sends nothing else: their files are counted one after the other. */
export const holdSender = async (tx: PracticeTx, personId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${personId}, 0))`.execute(tx)
}

/** A horse's files, newest first; `after` is the last id of the page before. Ids are made in the order of time. */
export function listFilesOf(
  tx: PracticeTx,
  horseId: string,
  page: { limit: number; after?: string | undefined },
): Promise<AttachmentRow[]> {
  let query = tx
    .selectFrom('attachments')
    .selectAll()
    .where('horse_id', '=', horseId)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(page.limit)
  if (page.after) query = query.where('id', '<', page.after)
  return query.execute()
}

/** Checks that the record to link a file to exists and is not removed. @throws `missing` */
export async function requireSubject(tx: PracticeTx, table: Subject, id: string, missing: ErrorCode): Promise<void> {
  const row = await tx
    .selectFrom(table as 'horses')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError(missing)
}
export type Subject = 'horses' | 'appointments' | 'work_entries' | 'clients' | 'yards' | 'messages' | 'expenses'

/** What a download needs to know of a file. */
export type Readable = { store_key: string; bytes: number; sha256: string; mime: string; file_name: string } & PictureState
/** The state of a file's pictures: when they were last requested, and why there are none. */
export type PictureState = Pick<FileRow, 'pictures_asked_at' | 'pictures_fault'>

// A file off record can't be opened any more, though its bytes stay a while.
const READABLE: Prepared = {
  name: 'readable-file',
  text: `select f.store_key, f.bytes, f.sha256, f.pictures_asked_at, f.pictures_fault, a.mime, a.file_name from files f
    cross join lateral (select mime, file_name, seq from attachments
        where practice_id = f.practice_id and file_id = f.id and deleted_at is null and (expense_id is null or $3)
      union all select mime, file_name, seq from voice_notes
        where practice_id = f.practice_id and file_id = f.id and deleted_at is null
      order by seq desc limit 1) a
    where f.practice_id = $1 and f.id = $2 and f.state = 'stored'`,
}

/** A stored file that is on record, a receipt only for who sees money. @throws file_not_found */
export async function requireReadable(read: Read, { practiceId, role }: Pick<Actor, 'practiceId' | 'role'>, id: string): Promise<Readable> {
  const [file] = await read<Readable>(READABLE, [practiceId, id, seesMoney(role)])
  if (!file) throw new AppError('file_not_found')
  return file
}

/** Who reads files: an owner, or a carer whose access was checked. */
export type Reader = 'owner' | 'carer'

/** What an owner is shown now: not what a vet keeps back. */
const isShown = (by: Reader) =>
  by === 'carer'
    ? sql<boolean>`true`
    : sql<boolean>`a.shown_to_owner and (a.owner_sees_from is null or a.owner_sees_from <= clock_now()::date)`

/** The stored files of the given attachments that are on record and shown to who reads. */
export const listShown = async (
  tx: PracticeTx,
  attachmentIds: readonly string[],
  by: Reader,
): Promise<(FileRow & { attachmentId: string })[]> =>
  await tx
    .selectFrom('files as f')
    .innerJoin('attachments as a', 'a.file_id', 'f.id')
    .selectAll('f')
    .select('a.id as attachmentId')
    .where('a.id', 'in', attachmentIds)
    .where(isShown(by))
    .where('a.deleted_at', 'is', null)
    .where('f.state', '=', 'stored')
    .execute()

/** A file on record that is shown to who reads, by its attachment. */
export const findShownFile = (tx: PracticeTx, attachmentId: string, by: Reader) =>
  tx
    .selectFrom('attachments as a')
    .select(['file_id as fileId', 'file_type as fileType', 'file_name as fileName'])
    .where('id', '=', attachmentId)
    .where(isShown(by))
    .where('deleted_at', 'is', null)
    .$narrowType<{ fileId: string }>()
    .where('file_id', 'is not', null)
    .executeTakeFirst()

/** Abandoned uploads: they no longer accept bytes, and nothing references them. For some the bytes may still be here. */
export const listEndedUploads = (tx: PracticeTx, before: Date): Promise<{ id: string }[]> =>
  tx
    .selectFrom('files')
    .select('id')
    .where('state', '<>', 'stored')
    .where('state_at', '<', before)
    .where((eb) => eb.or([eb('upload_ends_at', 'is', null), eb('upload_ends_at', '<', currentTime())]))
    .execute()

/** Stored files on no record since `before`. */
export const listUnnamed = (tx: PracticeTx, before: Date): Promise<{ id: string }[]> =>
  tx
    .selectFrom('files as f')
    .select('f.id')
    .where('f.state', '=', 'stored')
    .where('f.state_at', '<', before)
    .where(({ and, not, exists, selectFrom }) =>
      and(
        (['attachments', 'voice_notes'] as const).map((table) =>
          not(
            exists(
              selectFrom(`${table as 'attachments'} as a`)
                .select('a.id')
                .whereRef('a.file_id', '=', 'f.id')
                .where((eb) => eb.or([eb('a.deleted_at', 'is', null), eb('a.deleted_at', '>', before)])),
            ),
          ),
        ),
      ),
    )
    .execute()

/**
 * The practices among the given ones that have files of either kind: uploads ended before one moment, or stored files on no record since
 * the other.
 */
export const withFilesToSweep = (among: readonly string[], endedBefore: Date, unnamedBefore: Date): RawBuilder<unknown> =>
  sql`directory.with_files_to_sweep(${among}, ${currentTime()}, ${endedBefore}, ${unnamedBefore})`

/** Whether any practice has another file with the same bytes. */
export const isNamedElsewhere = (db: Database, sha256: string, butFor: { practiceId: string; id: string }): Promise<boolean> =>
  db.withDirectory(async (tx) => {
    const asked = sql<{ named: boolean }>`select directory.is_file_named(${sha256}, ${butFor.practiceId}, ${butFor.id}) as named`
    return (await asked.execute(tx)).rows[0]?.named ?? true
  })

/**
 * Marks a file so that no one can use it or send to it while its bytes are deleted; undefined: it does not exist, is on record, or is being
 * uploaded.
 */
export async function giveUpFile(tx: PracticeTx, id: string, now: Date): Promise<{ sha256: string | null } | undefined> {
  // Held first: the next statement sees what was put on record until then.
  await findFile(tx, id)
  const isOnRecord = sql<boolean>`exists (select file_id from attachments where file_id = ${id} and deleted_at is null
    union all select file_id from voice_notes where file_id = ${id} and deleted_at is null)`
  return tx
    .updateTable('files')
    .set({ state: 'uploading', store_key: null, upload_ends_at: null, state_at: currentTime() })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('state', '=', 'stored'), eb('upload_ends_at', 'is', null), eb('upload_ends_at', '<', now)]))
    .where(sql<boolean>`not ${isOnRecord}`)
    .returning('sha256')
    .executeTakeFirst()
}

/** Whether a file is on record, or was until it was removed. */
export const wasOnRecord = async (tx: PracticeTx, id: string): Promise<boolean> =>
  (await sql`select from attachments where file_id = ${id} union all select from voice_notes where file_id = ${id} limit 1`.execute(tx))
    .rows.length > 0

/** Deletes a file that was given up, unless its sender has started again. */
export const deleteGivenUp = (tx: PracticeTx, id: string) =>
  tx.deleteFrom('files').where('id', '=', id).where('state', '=', 'uploading').where('upload_ends_at', 'is', null).execute()
