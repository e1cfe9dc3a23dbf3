import type { GuestMark } from '#features/evidence/radiographs/contract.ts'
import { MOST_MARKS } from '#features/evidence/radiographs/measure.ts'
import type { Place } from '#features/evidence/radiographs/view.ts'
import { type GuestTx, type Prepared, readIn } from '#platform/server/database/db.ts'

type Row = {
  id: string
  attachmentId: string
  personId: string | null
  authorName: string
  kind: GuestMark['kind']
  places: Place[]
  frame: number
  label: string | null
  madeAt: Date
}

const COLUMNS = `id, attachment_id as "attachmentId", person_id as "personId", author_name as "authorName", kind, places, frame, label,
  made_at as "madeAt"`

const OF_FILMS: Prepared = {
  name: 'guest_film_marks',
  text: `select ${COLUMNS} from film_marks where attachment_id = any ($1::uuid[]) and deleted_at is null order by made_at, id limit $2`,
}

/** What was measured on films, as a carer of the horse sees it, in the order in which it was made. */
export const guestMarks = async (tx: GuestTx, personId: string, filmIds: readonly string[]): Promise<(GuestMark & { filmId: string })[]> =>
  (await readIn(tx)<Row>(OF_FILMS, [filmIds, MOST_MARKS * filmIds.length])).map(
    ({ personId: by, attachmentId: filmId, madeAt, ...mark }) => ({
      ...mark,
      filmId,
      madeAt: madeAt.toISOString(),
      isOwn: by === personId,
    }),
  )
