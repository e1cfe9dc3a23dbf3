import { sql } from 'kysely'
import type { FileType } from '#features/evidence/files/rules.ts'
import type { Day } from '#lib/dates.ts'
import type { GuestTx } from '#platform/server/database/db.ts'

/** More than a page shows; the latest count. */
const MOST_FILES = 200

/** A file as a guest may know of it. */
export type GuestFile = {
  id: string
  fileType: FileType
  fileName: string
  bytes: number
  mime: string
  foot: 'NF' | 'OF' | 'NH' | 'OH' | null
  view: string | null
  /** The day it was taken, else the day it came. */
  takenOn: Day
  workEntryId: string | null
  appointmentId: string | null
  horseId: string | null
  /** A guest has sent it themselves. */
  isOwn: boolean
  /** A vet or a para-professional has sent it. */
  isVets: boolean
  /** The day from which an owner sees what is kept back until then. */
  ownerSeesFrom: Day | null
  mayPassOn: boolean
  /** By which grant of a vet or a para-professional it came. */
  grantId: string | null
}

/** The files of a horse that are shown to a guest, of the time it was theirs, the latest first. */
export const guestFiles = (tx: GuestTx, horseId: string): Promise<GuestFile[]> =>
  files(tx)
    .where('horse_id', '=', horseId)
    .orderBy(sql`coalesce(taken_on, created_at::date)`, 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_FILES)
    .execute() as Promise<GuestFile[]>

/** One of them; undefined: it is not shown to the guest, or never was there. */
export const guestFile = (tx: GuestTx, id: string): Promise<GuestFile | undefined> =>
  files(tx).where('id', '=', id).executeTakeFirst() as Promise<GuestFile | undefined>

const files = (tx: GuestTx) =>
  tx
    .selectFrom('attachments')
    .select(['id', 'file_type as fileType', 'file_name as fileName', 'mime', 'foot', 'view'])
    .select(['work_entry_id as workEntryId', 'appointment_id as appointmentId', 'horse_id as horseId'])
    .select(['owner_sees_from as ownerSeesFrom', 'may_pass_on as mayPassOn', 'made_by_grant as grantId'])
    .select([
      sql<number>`bytes::int`.as('bytes'),
      sql<Day>`coalesce(taken_on, created_at::date)`.as('takenOn'),
      sql<boolean>`uploaded_by = 'client' and client_id in (select guest_clients())`.as('isOwn'),
      sql<boolean>`uploaded_by not in ('farrier', 'client')`.as('isVets'),
    ])
    .where('deleted_at', 'is', null)
    .where('file_id', 'is not', null)
