import type { Attachment } from '#features/evidence/files/contract.ts'
import type { KnownFile } from '#features/evidence/files/web/data.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { useRow, useRows } from '#platform/web/use-rows.ts'

/** An owner who gets a card of a visit, and for which horses. */
export type CardOwner = { client: Client; horses: readonly string[] }
/** A photo of the visit and the horse it is of. */
export type VisitPhoto = { file: KnownFile; horse: string }

/** What a visit's cards are made of, as this device holds it; undefined while it loads, null: it doesn't hold the visit. */
export function useVisitCard(visitId: string) {
  const visit = useRow<VisitRow>('appointments', visitId)
  const lines = useRows<VisitHorse>('visit_horses', { appointmentId: visitId })
  const written = (lines ?? []).filter((line) => line.outcome !== null && line.horseId).toSorted((a, b) => a.place - b.place)
  const horseIds = written.flatMap(({ horseId }) => horseId ?? [])
  const names = new Map(useRows<HorseRow>('horses')?.map(({ id, name }) => [id, name]))
  const clients = useRows<Client>('clients')
  const work = useRows<WorkEntry>('work_entries', { horseId: horseIds })
  const files = useRows<Attachment>('attachments', { horseId: horseIds })
  if (visit === null) return null
  if (!visit || !lines || !clients || !work || !files) return undefined
  const lineIds = new Set(written.map(({ id }) => id))
  const entries = work.filter(({ visitHorseId }) => visitHorseId !== null && lineIds.has(visitHorseId))
  const workIds = new Set(entries.map(({ id }) => id))
  const isOfVisit = (file: Attachment) =>
    file.fileType === 'image' && (file.appointmentId === visitId || (file.workEntryId !== null && workIds.has(file.workEntryId)))
  const ofClient = Map.groupBy(written, ({ clientId }) => clientId)
  const nameOf = (horseId: string | null) => names.get(horseId ?? '') ?? 'A horse'
  return {
    visit,
    /** Whether the server has all that was written down. */
    isSent: ![visit, ...written, ...entries].some(isOnItsWay),
    owners: clients
      .filter(({ id }) => ofClient.has(id))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'))
      .map((client): CardOwner => ({ client, horses: ofClient.get(client.id)?.map(({ horseId }) => nameOf(horseId)) ?? [] })),
    photos: files
      .filter(isOfVisit)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map((file): VisitPhoto => ({ file, horse: nameOf(file.horseId) })),
  }
}

const isOnItsWay = ({ isPending, needsAttention }: Kept<unknown>) => isPending || needsAttention
