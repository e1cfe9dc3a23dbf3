import type { KnownFile } from '#features/evidence/files/web/data.ts'
import type { VisitHorse } from '#features/visits/appointments/contract.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'

/** A horse's photos, and those of one of its work entries: filed with the work, or with the visit it was done on. */
export function photosByWork(files: readonly KnownFile[], lines: readonly Pick<VisitHorse, 'id' | 'appointmentId'>[]) {
  const all = files.filter((file) => file.fileType === 'image')
  const visitOf = new Map(lines.map((line) => [line.id, line.appointmentId]))
  const of = ({ id, visitHorseId }: Pick<WorkEntry, 'id' | 'visitHorseId'>): KnownFile[] => {
    const visit = visitHorseId && visitOf.get(visitHorseId)
    return all.filter((file) => file.workEntryId === id || (visit && file.appointmentId === visit)).toReversed()
  }
  return Object.assign(of, { all })
}
