import { filedAt, isPictured } from '#features/evidence/files/rules.ts'
import type { KnownFile } from '#features/evidence/files/web/data.ts'
import type { VisitHorse } from '#features/visits/appointments/contract.ts'
import type { KnownWork } from '#features/visits/work/web/data.ts'
import { type Day, dayOf, shortDay } from '#lib/dates.ts'

/** The pictures of one visit, or of one day where they are of none. */
type GalleryVisit = { key: string; title: string; files: KnownFile[] }
export type GalleryYear = { year: string; visits: GalleryVisit[] }

/** Which pictures are shown; null: any foot, any view. */
export type Wanted = { foot: KnownFile['foot']; view: string | null }

type Parts = {
  work: readonly KnownWork[]
  lines: readonly Pick<VisitHorse, 'id' | 'appointmentId'>[]
  zone: string
  /** What people read of a kind of work. */
  labelOf: (serviceType: string) => string
}

/** What a gallery shows of a horse's files, the newest first: photos, films, and scans and radiographs that are pictures. */
export const picturesOf = (files: readonly KnownFile[], zone: string): KnownFile[] =>
  files
    .filter(({ mime, fileType }) => fileType === 'image' || isPictured(mime))
    .toSorted((a, b) => (dayOn(a, zone) === dayOn(b, zone) ? (a.id < b.id ? 1 : -1) : dayOn(a, zone) < dayOn(b, zone) ? 1 : -1))

/** Those of a foot or a view alone. */
export const wantedOf = (pictures: readonly KnownFile[], { foot, view }: Wanted): KnownFile[] =>
  pictures.filter((file) => (foot === null || file.foot === foot) && (view === null || file.view === view))

/** Pictures by year and visit, in the order they come in. */
export function galleryOf(pictures: readonly KnownFile[], { work, lines, zone, labelOf }: Parts): GalleryYear[] {
  const workOf = workByFile(work, lines)
  const years = new Map<string, Map<string, GalleryVisit>>()
  for (const file of pictures) {
    const entry = workOf(file)
    const day = entry?.workDate ?? dayOn(file, zone)
    const key = entry?.id ?? day
    const visits = years.get(day.slice(0, 4)) ?? new Map<string, GalleryVisit>()
    years.set(day.slice(0, 4), visits)
    const title = `${day ? shortDay(day) : 'No date'}${entry ? `, ${labelOf(entry.serviceType)}` : ''}`
    const visit = visits.get(key) ?? { key, title, files: [] }
    visits.set(key, visit)
    visit.files.push(file)
  }
  return [...years].map(([year, visits]) => ({ year, visits: [...visits.values()] }))
}

/** The work a file was filed with, itself or by the visit it was done on. */
function workByFile(work: readonly KnownWork[], lines: Parts['lines']) {
  const byId = new Map(work.map((entry) => [entry.id, entry]))
  const lineOf = new Map(lines.map((line) => [line.appointmentId, line.id]))
  const byLine = new Map(work.flatMap((entry) => (entry.visitHorseId ? [[entry.visitHorseId, entry] as const] : [])))
  return ({ workEntryId, appointmentId }: KnownFile): KnownWork | undefined =>
    (workEntryId ? byId.get(workEntryId) : undefined) ?? (appointmentId ? byLine.get(lineOf.get(appointmentId) ?? '') : undefined)
}

/** The day it was taken, else the day it was filed; empty where neither is known. */
function dayOn({ id, takenOn }: KnownFile, zone: string): Day {
  const filed = filedAt(id)
  return takenOn ?? (filed ? dayOf(filed, zone) : '')
}
