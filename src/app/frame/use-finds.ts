import { CalendarDays, FileText, User, Warehouse } from 'lucide-react'
import { useMemo } from 'react'
import { careNoteFields, careNoteFind, useFoundNotes } from '#app/frame/care-finds.ts'
import { bestOf, type Find, startOf } from '#app/frame/find.ts'
import { type Command, commandsFor } from '#app/frame/find-commands.ts'
import { recentFinds } from '#app/frame/recent-finds.ts'
import { useRanking } from '#app/frame/use-ranking.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { invoiceHref } from '#features/ledger/invoices/web/InvoiceLink.tsx'
import { invoiceFields, type ListedInvoice, useListedInvoices } from '#features/ledger/invoices/web/invoice-list.ts'
import { clientHref } from '#features/records/clients/web/ClientLink.tsx'
import { clientFields, type KnownClient, useClients } from '#features/records/clients/web/data.ts'
import { type KnownHorse, useHorses } from '#features/records/horses/web/data.ts'
import { horseHref } from '#features/records/horses/web/HorseLink.tsx'
import { type KnownYard, useYards } from '#features/records/yards/web/data.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { timeLabel } from '#features/visits/appointments/rules.ts'
import { addDays, type Day, longDay, shortDay } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import type { Fields } from '#platform/web/search.ts'
import { useSession } from '#platform/web/session/session.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'
import { HorseshoeIcon } from '#ui/icons.tsx'

/** How much of the diary is looked through. */
const DAYS_BACK = 60
const DAYS_AHEAD = 370
const MOST = 30

/**
 * Looks through everything on the device for what is typed: actions and screens, clients, horses, yards, visits, the best of all together.
 * Nothing typed: what was found last, then the actions. `isReady` once all of it has been read.
 */
export function useFinds(): { find: (question: string) => Find[]; isReady: boolean } {
  const role = useSession<CurrentUser>().user?.role
  const commands = useMemo(() => commandsFor(role), [role])
  const visits = useSource(useVisitsAround(), visitFields, visitFind, 0)
  const yards = useSource(useYards(), yardFields, yardFind, 1)
  const known = useHorses()
  const horses = useSource(known, horseFields, horseFind, 2)
  const clients = useSource(useClients(), clientFields, clientFind, 2)
  // An apprentice's device holds none.
  const invoices = useSource(useListedInvoices(), invoiceFields, invoiceFind, 1)
  const notes = useSource(useFoundNotes(known), careNoteFields, careNoteFind, 0)
  const sources = [useSource(commands, commandFields, (command) => command, 3), clients, horses, yards, visits, invoices, notes]
  return {
    find: (question) => (question.trim() ? bestOf(sources, question, MOST) : startOf(sources, recentFinds(), commands)),
    isReady: sources.every((source) => source.isReady),
  }
}

function useSource<T extends object>(rows: readonly T[] | undefined, fields: Fields<T>, show: (row: T) => Find, weight: number) {
  const find = useRanking(rows, fields)
  return {
    isReady: find !== undefined,
    find: (question: string, most: number) =>
      (find?.(question) ?? []).slice(0, most).map(({ row, score }) => ({ score: score + weight, show: () => show(row) })),
    one: (key: string) => rows?.map(show).find((one) => one.key === key),
  }
}

const invoiceFind = ({ invoice: { id, kind, issuedOn, totalPence }, payerName, number }: ListedInvoice): Find => ({
  ...{ key: `invoice/${id}`, kind: kind === 'credit' ? 'Credit note' : 'Invoice', label: number ?? payerName, icon: FileText },
  ...{ detail: joined(number && payerName, shortDay(issuedOn), pounds(totalPence)), href: invoiceHref(id) },
})

const commandFields = (command: Command) => [command.label, command.words, command.detail]

const clientFind = ({ id, name, businessName, postcode, phone }: KnownClient): Find => ({
  ...{ key: `client/${id}`, kind: 'Client', label: name, detail: joined(businessName, postcode, phone), icon: User, href: clientHref(id) },
})

const horseFields = (horse: KnownHorse) => [horse.name, horse.client?.name, horse.yardName, horse.breed, horse.microchip]
const horseFind = ({ id, name, client, yardName }: KnownHorse): Find => ({
  ...{ key: `horse/${id}`, kind: 'Horse', label: name, detail: joined(client?.name, yardName), icon: HorseshoeIcon, href: horseHref(id) },
})

const yardFields = (yard: KnownYard) => [yard.name, yard.postcode, yard.address]
const yardFind = ({ id, name, address, postcode }: KnownYard): Find => ({
  ...{ key: `yard/${id}`, kind: 'Yard', label: name, detail: joined(address, postcode), icon: Warehouse, href: `/yards?yard=${id}` },
})

type Visited = { visit: Kept<VisitRow>; who: string | undefined; near: number }

/** Visits a farrier may look for, today's first, then outwards. */
function useVisitsAround(): readonly Visited[] | undefined {
  const today = useToday()
  const visits = useRows<VisitRow>('appointments', { from: addDays(today, -DAYS_BACK), to: addDays(today, DAYS_AHEAD) })
  const clients = useClients()
  return useMemo(() => visits && clients && around(visits, clients, today), [visits, clients, today])
}

function around(visits: readonly Kept<VisitRow>[], clients: readonly KnownClient[], today: Day): Visited[] {
  const names = new Map(clients.map(({ id, name }) => [id, name]))
  return visits
    .map((visit) => ({
      visit,
      who: visit.asWas?.clientName ?? names.get(visit.clientId ?? ''),
      near: Math.abs(Date.parse(visit.onDay) - Date.parse(today)),
    }))
    .sort((a, b) => a.near - b.near)
}

const visitFields = ({ visit, who }: Visited) => [visit.title, who, visit.location, longDay(visit.onDay)]
const visitFind = ({ visit, who }: Visited): Find => ({
  ...{ key: `visit/${visit.id}`, kind: 'Visit', label: visit.title || who || 'Visit', icon: CalendarDays },
  ...{ detail: joined(shortDay(visit.onDay), timeLabel(visit), visit.title ? who : null), href: `/calendar?view=day&date=${visit.onDay}` },
})

const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(', ')
