import { type KnownClient, useClients } from '#features/records/clients/web/data.ts'
import { isGone } from '#features/records/horses/rules.ts'
import { type KnownHorse, useHorses } from '#features/records/horses/web/data.ts'
import { type KnownYard, useYards } from '#features/records/yards/web/data.ts'
import type { Day } from '#lib/dates.ts'
import { memoLast } from '#lib/memo-last.ts'
import { useToday } from '#platform/web/use-today.ts'
import type { Option } from '#ui/match-options.ts'

export type WhoKind = 'client' | 'horse' | 'yard'
type Chosen = { clientId: string; yardId: string; horseIds: readonly string[] }

/**
 * Clients, horses and yards in one list, the horses of the chosen client or yard first, and the horses on the visit left out. `read` says what
 * an option stands for. No options until all are read.
 */
export function useWhoOptions({ clientId, yardId, horseIds }: Chosen) {
  const [clients, horses, yards] = [useClients(), useHorses(), useYards()]
  const today = useToday()
  const all = clients && horses && yards ? optionsOf(clients, horses, yards, today) : undefined
  const isHere = ({ horse }: HorseOption) => (clientId && horse.clientId === clientId) || (yardId && horse.yardId === yardId)
  const open = all?.horses.filter(({ horse }) => !horseIds.includes(horse.id))
  return {
    options: all && open && [...open.filter(isHere), ...all.clients, ...open.filter((one) => !isHere(one)), ...all.yards],
    read(value: string): { kind: WhoKind; id: string } {
      const [kind = '', id = ''] = value.split('/')
      return { kind: kind as WhoKind, id }
    },
    clientName: (id: string) => clients?.find((client) => client.id === id)?.name,
    yard: (id: string) => yards?.find((yard) => yard.id === id),
  }
}

type HorseOption = Option & { horse: KnownHorse }
type All = { clients: readonly Option[]; horses: readonly HorseOption[]; yards: readonly Option[] }
const joined = (...words: (string | null | undefined)[]) => words.filter(Boolean).join(', ')

const optionsOf = memoLast(
  (clients: readonly KnownClient[], horses: readonly KnownHorse[], yards: readonly KnownYard[], today: Day): All => ({
    clients: clients
      .toSorted((a, b) => Number(b.isActive) - Number(a.isActive))
      .map((client) => ({
        value: `client/${client.id}`,
        label: client.name,
        detail: joined('Client', client.businessName, client.isActive ? null : 'not active'),
        keywords: joined(client.phone, client.postcode, client.address),
      })),
    horses: horses
      .filter((horse) => !isGone(horse, today))
      .map((horse) => ({
        value: `horse/${horse.id}`,
        label: horse.name,
        detail: joined('Horse', horse.client?.name, horse.yardName),
        keywords: horse.client?.businessName ?? '',
        horse,
      })),
    yards: yards.map((yard) => ({ value: `yard/${yard.id}`, label: yard.name, detail: joined('Yard', yard.address, yard.postcode) })),
  }),
)
