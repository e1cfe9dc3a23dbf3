import { MessageSquare, Phone } from 'lucide-react'
import type { Client } from '#features/records/clients/contract.ts'
import { phoneOf } from '#features/records/clients/rules.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import { HorseFlagsBadge } from '#features/records/horses/web/HorseFlagsBadge.tsx'
import { HorseLink } from '#features/records/horses/web/HorseLink.tsx'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import type { VisitHorse } from '#features/visits/appointments/contract.ts'
import type { KnownVisit } from '#features/visits/appointments/web/data.ts'
import { callLink, textLink } from '#platform/web/device/outside.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { HorseAvatar } from '#ui/Avatar.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'

/** More would fill a screen: the rest are counted. */
const MOST_HORSES = 5

const useLines = (visitId: string) => useRows<VisitHorse>('visit_horses', { appointmentId: visitId })?.toSorted((a, b) => a.place - b.place)

/** The horses of a visit with the planned work, and what to know before touching them. */
export function VisitHorses({ visitId }: { visitId: string }) {
  const lines = useLines(visitId)
  const { labelOf } = useKinds()
  const horses = new Map(useRows<HorseRow>('horses')?.map((horse) => [horse.id, horse]))
  const clients = useRows<Client>('clients')
  const known = (lines ?? []).flatMap((line) => {
    const horse = line.horseId ? horses.get(line.horseId) : undefined
    return horse ? [{ line, horse }] : []
  })
  if (known.length === 0) return null
  return (
    <ul aria-label="Horses" className="mb-3 grid gap-2">
      {known.slice(0, MOST_HORSES).map(({ line, horse }) => (
        <li key={line.id} className="flex items-start gap-2.5">
          <HorseAvatar color={horse.color} size="sm" />
          <span className="min-w-0 flex-1">
            <HorseLink id={horse.id} className="link font-medium">
              {horse.name}
            </HorseLink>
            {line.plannedWork && <span className="text-ink-2">{`, ${labelOf(line.plannedWork).toLowerCase()}`}</span>}
            <PaidBy payer={line.payerClientId === line.clientId ? undefined : clients?.find(({ id }) => id === line.payerClientId)} />
            <HorseFlagsBadge flags={horse.flags} />
          </span>
        </li>
      ))}
      {known.length > MOST_HORSES && <li className="text-14 text-ink-2">{`and ${known.length - MOST_HORSES} more`}</li>}
    </ul>
  )
}

/** The payer, where that isn't the owner. */
const PaidBy = ({ payer }: { payer: Client | undefined }) =>
  payer && <span className="block text-14 text-ink-2">{`Paid by ${payer.name}`}</span>

/** The recipients of a visit's notices, and how to reach them from this device; a finished visit has only the name it was finished with. */
export function VisitOwners({ visit, clientName }: { visit: KnownVisit; clientName: string | null }) {
  const lines = useLines(visit.id)
  const clients = new Map(useRows<Client>('clients')?.map((client) => [client.id, client]))
  if (visit.asWas) return clientName ? <p className="mb-3">{clientName}</p> : null
  const ids = new Set([visit.clientId, ...(lines ?? []).map((line) => line.clientId)])
  const owners = [...ids].flatMap((id) => (id && clients.get(id)) || [])
  if (owners.length === 0) return null
  return (
    <ul aria-label="Owners" className="mb-3 grid gap-1 border-y border-line py-2">
      {owners.map((owner) => (
        <Owner key={owner.id} owner={owner} />
      ))}
    </ul>
  )
}

function Owner({ owner }: { owner: Client }) {
  const number = phoneOf(owner)
  return (
    <li className="flex items-center gap-1">
      <span className="min-w-0 flex-1">
        <span className="block truncate">{owner.name}</span>
        {!number && <span className="block text-14 text-ink-2">No phone number</span>}
      </span>
      {number && (
        <>
          <LinkButton {...callLink(number)} variant="quiet" size="icon" icon={Phone} aria-label={`Call ${owner.name}`} />
          <LinkButton {...textLink(number)} variant="quiet" size="icon" icon={MessageSquare} aria-label={`Text ${owner.name}`} />
        </>
      )}
    </li>
  )
}
