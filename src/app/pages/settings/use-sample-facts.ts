import type { VisitRow } from '#features/appointments/contract.ts'
import { isOff, wordsOf as visitWords } from '#features/appointments/rules.ts'
import type { Client } from '#features/clients/contract.ts'
import { firstNameOf } from '#features/clients/rules.ts'
import type { NoticeKind } from '#features/notices/contract.ts'
import { type Facts, FIELDS_OF, type RoundFacts, type VisitWords } from '#features/notices/rules.ts'
import type { CurrentUser } from '#features/practice/contract.ts'
import { addDays, type Day } from '#lib/dates.ts'
import { useSession } from '#platform/web/session.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

/** A round as one is: one stop to go, and not on time. */
const ROUND: RoundFacts = { ahead: 1, lateMinutes: 30, reason: 'Lost shoe at the last yard' }
const AHEAD_DAYS = 30
/** As long as the token of a real link. */
const TOKEN = 'bK3vQ9tYw2LmX7sRz4HdPa'

/** What a text of this kind would be made from: the next visit in the diary and its owner; invented ones in a practice without any. */
export function useSampleFacts(kind: NoticeKind): Facts | undefined {
  const practice = useSession<CurrentUser>().user?.practice
  const today = useToday()
  const visits = useRows<VisitRow>('appointments', { from: addDays(today, 1), to: addDays(today, AHEAD_DAYS) })
  const clients = useRows<Client>('clients')
  if (!practice || !visits || !clients) return undefined
  const { client, visit } = nextOf(visits, clients, today)
  const envelope = {
    ...ROUND,
    recipient: client.name,
    firstName: firstNameOf(client),
    practiceName: practice.name,
    zone: practice.zone,
    ...(FIELDS_OF[kind].includes('link') && { link: `${window.location.origin}/call-status?client=${TOKEN}` }),
  }
  if (kind !== 'moved') return { ...envelope, visit }
  return { ...envelope, moves: [{ from: { ...visit, onDay: addDays(visit.onDay, -1) }, to: visit }] }
}

type Told = Pick<Client, 'name' | 'isBusiness'>

function nextOf(visits: readonly VisitRow[], clients: readonly Client[], today: Day): { client: Told; visit: VisitWords } {
  const known = new Map(clients.map((client) => [client.id, client]))
  const coming = visits
    .filter((visit) => visit.clientId && known.has(visit.clientId) && !isOff(visit))
    .toSorted((a, b) => a.startTime.localeCompare(b.startTime))
  const next = coming[0]
  const client = next?.clientId ? known.get(next.clientId) : undefined
  if (next && client) return { client, visit: visitWords(next) }
  const invented = { appointmentId: '', title: 'Biscuit, trim', onDay: addDays(today, 2), time: '09:30', period: 'AM' } as const
  return { client: clients[0] ?? { name: 'Sarah Penrose', isBusiness: false }, visit: invented }
}
