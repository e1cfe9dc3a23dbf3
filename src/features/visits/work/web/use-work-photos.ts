import type { Attachment } from '#features/evidence/files/contract.ts'
import { isOfWork, type PhotosOf } from '#features/evidence/files/views.ts'
import type { VisitHorse } from '#features/visits/appointments/contract.ts'
import type { KnownWork } from '#features/visits/work/web/data.ts'
import type { Day } from '#lib/dates.ts'
import { type Change, record } from '#platform/web/sync/outbox.ts'
import { readRows, useRow } from '#platform/web/use-rows.ts'

type Now = { today: Day; memberId: string }

/** What photos of an entry are filed with: itself and its visit; of work that is not on record yet with nothing. */
export function usePhotosOf(entry: KnownWork | undefined): PhotosOf {
  const line = useRow<VisitHorse>('visit_horses', entry?.visitHorseId)
  return entry ? { workEntryId: entry.id, appointmentId: line?.appointmentId } : {}
}

/** Files the photos that were taken while new work was being written down with it. */
export async function tiePhotos(horseId: string, workEntryId: string, now: Now): Promise<void> {
  const photos = (await readRows<Attachment>('attachments', { horseId })).filter((file) => file.foot !== null && isOfWork(file, {}, now))
  if (photos.length > 0) await record(photos.map(({ id }) => tie(id, workEntryId)))
}

/** They stay with the horse when the work is undone. */
export async function untiePhotos(horseId: string, workEntryId: string): Promise<void> {
  const photos = (await readRows<Attachment>('attachments', { horseId })).filter((file) => file.workEntryId === workEntryId)
  if (photos.length > 0) await record(photos.map(({ id }) => tie(id, null)))
}

const tie = (id: string, workEntryId: string | null): Change => ({ action: 'UPDATE', entity: 'attachments', id, data: { workEntryId } })
