import type { Attachment } from '#features/evidence/files/contract.ts'
import { type Day, dayOf } from '#lib/dates.ts'

/** The views of a foot, in the order a farrier goes round it: there is a place for a photo of each. */
export const FOOT_VIEWS = ['dorsal', 'lateral', 'medial', 'solar', 'heels'] as const
export type FootView = (typeof FOOT_VIEWS)[number]
export const VIEW_LABELS: Readonly<Record<FootView, string>> = {
  dorsal: 'Dorsal',
  lateral: 'Lateral',
  medial: 'Medial',
  solar: 'Solar',
  heels: 'Heels',
}

type FootName = NonNullable<Attachment['foot']>
type Filed = Pick<Attachment, 'id' | 'fileType' | 'foot' | 'view' | 'takenOn'>
type Tied = Pick<Attachment, 'appointmentId' | 'workEntryId'>

/** What photos of a piece of work are filed with besides the horse; nothing yet while new work is being written down by hand. */
export type PhotosOf = { appointmentId?: string | null | undefined; workEntryId?: string | null | undefined }

/** Whether a file is of this work: filed with it, with its visit, or on this day with nothing at all, where the work is not on record yet. */
export function isOfWork(
  file: Tied & Pick<Attachment, 'takenOn' | 'filedBy'>,
  of: PhotosOf,
  now: { today: Day; memberId: string },
): boolean {
  if (of.workEntryId && file.workEntryId === of.workEntryId) return true
  if (of.appointmentId && file.appointmentId === of.appointmentId) return true
  return !of.workEntryId && !of.appointmentId && isLoose(file, now)
}

/** Taken today by this member and filed with no work yet: it goes with what they write down next. */
const isLoose = (file: Tied & Pick<Attachment, 'takenOn' | 'filedBy'>, { today, memberId }: { today: Day; memberId: string }): boolean =>
  !file.workEntryId && !file.appointmentId && file.takenOn === today && file.filedBy === memberId

/** A foot's photos in the order they were taken; with `view` only the ones from that view. */
export const overTime = <F extends Filed>(files: readonly F[], foot: FootName, view?: string): F[] =>
  files.filter((file) => isPhoto(file) && file.foot === foot && (view === undefined || file.view === view)).toSorted(byTime)

/** Feet with two photos to hold against each other, in their order. */
export const feetToCompare = (files: readonly Filed[]): FootName[] =>
  (['NF', 'OF', 'NH', 'OH'] as const).filter((foot) => overTime(files, foot).length > 1)

/** How many photos there are of each foot. */
export function photoCounts(files: readonly Filed[]): Readonly<Record<FootName, number>> {
  const counts = { NF: 0, OF: 0, NH: 0, OH: 0 }
  for (const file of files) if (isPhoto(file) && file.foot) counts[file.foot] += 1
  return counts
}

/** The views a foot has photos of, in the order of a walk round the foot; views in a farrier's own words come last. */
export function viewsOf(photos: readonly Pick<Attachment, 'view'>[]): string[] {
  const there = [...new Set(photos.flatMap(({ view }) => view ?? []))]
  const known: readonly string[] = FOOT_VIEWS
  return [...known.filter((view) => there.includes(view)), ...there.filter((view) => !known.includes(view)).toSorted()]
}

/** `Solar`; a word of the farrier's own as they wrote it. */
export const viewLabel = (view: string): string => (isFootView(view) ? VIEW_LABELS[view] : view)

const isFootView = (view: string): view is FootView => (FOOT_VIEWS as readonly string[]).includes(view)

const isPhoto = ({ fileType }: Filed) => fileType === 'image'

/* Of one day the first filed first: ids are made in the order of time. */
const byTime = (a: Filed, b: Filed) => (a.takenOn === b.takenOn ? (a.id < b.id ? -1 : 1) : (a.takenOn ?? '') < (b.takenOn ?? '') ? -1 : 1)

/** The last photo, laid over the camera's picture, is seen through: so much of it, in per cent. */
export const MOST_GHOST = 80
export const USUAL_GHOST = 40

/** `Biscuit NF solar 2026-11-24.jpg`: what a photo taken here is called. */
export const photoFileName = (of: { horse: string; foot: string; view: string; at: Date; zone: string; mime: string }): string =>
  `${of.horse} ${of.foot} ${of.view} ${dayOf(of.at, of.zone)}.${of.mime === 'image/png' ? 'png' : 'jpg'}`
