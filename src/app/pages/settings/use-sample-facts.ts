import type { NoticeKind } from '#features/core/notices/contract.ts'
import type { Facts, Fields, RoundFacts, VisitWords } from '#features/core/notices/rules.ts'
import { FIELDS_OF } from '#features/core/notices/wordings.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { Client } from '#features/records/clients/contract.ts'
import { greetingNameOf } from '#features/records/clients/rules.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { isOff, wordsOf as visitWords } from '#features/visits/appointments/rules.ts'
import { addDays, type Day, shortDay } from '#lib/dates.ts'
import { shortPath } from '#lib/short-links.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

/** A round as one is: one stop to go, and not on time. */
const ROUND: RoundFacts = { ahead: 1, lateMinutes: 30, reason: 'Lost shoe at the last yard' }
const AHEAD_DAYS = 30
/** As long as the token of a real link. */
const TOKEN = 'bK3vQ9tYw2Lm'

/**
 * What a text of this kind would be made from: the next visit in the diary and its owner, or of the client who is chosen; an invented one
 * where there is none.
 */
export function useSampleFacts(kind: NoticeKind, clientId: string | null): Facts | undefined {
  const practice = useSession<CurrentUser>().user?.practice
  const today = useToday()
  const visits = useRows<VisitRow>('appointments', { from: addDays(today, 1), to: addDays(today, AHEAD_DAYS) })
  const clients = useRows<Client>('clients')
  if (!practice || !visits || !clients) return undefined
  const { client, visit } = nextOf(visits, clients, { today, clientId })
  const envelope = {
    ...ROUND,
    recipient: client.name,
    firstName: greetingNameOf(client),
    practiceName: practice.name,
    zone: practice.zone,
    ...(FIELDS_OF[kind].includes('link') && { link: linkTo('/call-status?client=') }),
    ...(FIELDS_OF[kind].includes('answer') && { answer: linkTo('/answer/') }),
  }
  if (!isAboutVisit(kind)) return { ...envelope, fields: fieldsFor(visit) }
  if (kind !== 'moved') return { ...envelope, visit }
  return { ...envelope, moves: [{ from: { ...visit, onDay: addDays(visit.onDay, -1) }, to: visit }] }
}

const linkTo = (path: string) => window.location.origin + shortPath(path + TOKEN)

const VISIT_KINDS: readonly NoticeKind[] = ['moved', 'reminder', 'on_my_way', 'next', 'late', 'not_reached', 'cancelled', 'booked']
const isAboutVisit = (kind: NoticeKind) => VISIT_KINDS.includes(kind)

/** The facts of texts that are about no visit. */
const fieldsFor = (visit: VisitWords): Fields => ({
  day: shortDay(visit.onDay),
  time: visit.time ? `at ${visit.time}` : 'in the morning',
  horse: 'Biscuit',
  text: 'We answer on the next working day.',
  request: 'a copy of what we hold',
  deadline: shortDay(addDays(visit.onDay, 30)),
  reference: 'DR-12',
  document: 'invoice INV-0042',
  who: 'Non Bevan',
  sees: 'Biscuit',
  amount: '£150',
  due: `due ${shortDay(visit.onDay)}`,
  owed: 'Nothing is owed now.',
  link: linkTo('/invoice/'),
  answer: linkTo('/answer/'),
})

type SampleClient = Pick<Client, 'name' | 'isBusiness' | 'businessName'>

type Wanted = { today: Day; clientId: string | null }

function nextOf(
  visits: readonly VisitRow[],
  clients: readonly Client[],
  { today, clientId }: Wanted,
): { client: SampleClient; visit: VisitWords } {
  const known = new Map(clients.map((client) => [client.id, client]))
  const coming = visits
    .filter((visit) => visit.clientId && known.has(visit.clientId) && (!clientId || visit.clientId === clientId) && !isOff(visit))
    .toSorted((a, b) => a.startTime.localeCompare(b.startTime))
  const next = coming[0]
  const client = next?.clientId ? known.get(next.clientId) : undefined
  if (next && client) return { client, visit: visitWords(next) }
  const invented = { appointmentId: '', title: 'Biscuit, trim', onDay: addDays(today, 2), time: '09:30', period: 'AM' } as const
  return {
    client: known.get(clientId ?? '') ?? clients[0] ?? { name: 'Sarah Penrose', isBusiness: false, businessName: null },
    visit: invented,
  }
}
