import type { AfterStop } from '#features/day/round/contract.ts'
import { type FinishedStop, listFinished } from '#features/day/round/server/queries.ts'
import { type Card, cardPath } from '#features/day/visit-card/card.ts'
import { openCard } from '#features/day/visit-card/server/service.ts'
import { type InvoicePaper, invoicePath, paperTitle, payRows, statusWords } from '#features/ledger/invoices/paper.ts'
import { openInvoice } from '#features/ledger/invoices/server/open-invoice.ts'
import type { Database } from '#platform/server/database/db.ts'
import type { FileStore } from '#platform/server/files/store.ts'
import { addLinksAfter, findQueueLink } from '#platform/server/links.ts'

type Places = { db: Database; files: FileStore }
type Made = FinishedStop & { card: string; invoice: string | null }

/** Card, invoice and next date of an owner's stops that are finished today; none for a link that opens nothing. */
export async function afterStops(places: Places, token: string): Promise<AfterStop[]> {
  const link = await findQueueLink(places.db, token)
  if (!link) return []
  const made = await places.db.withPractice(link.practiceId, async (tx) => {
    const found: Made[] = []
    for (const stop of await listFinished(tx, link.clientId, link.onDay)) {
      found.push({ ...stop, ...(await addLinksAfter(tx, { ...link, token }, stop)) })
    }
    return found
  })
  return Promise.all(made.map((stop) => afterOf(places, stop)))
}

async function afterOf(places: Places, { visitId, card, invoice }: Made): Promise<AfterStop> {
  const [opened, bill] = await Promise.all([openCard(places, card), invoice ? openInvoice(places.db, invoice) : undefined])
  return {
    id: visitId,
    cardPath: opened ? cardPath(card) : null,
    invoice: bill && invoice ? invoiceOf(bill.paper, invoice) : null,
    next: opened ? opened.card.horses.flatMap(nextOf) : [],
  }
}

const invoiceOf = (paper: InvoicePaper, token: string) => ({
  path: invoicePath(token),
  title: paperTitle(paper),
  status: statusWords(paper),
  pay: payRows(paper),
})

const nextOf = ({ name, nextDueOn, booked }: Card['horses'][number]): AfterStop['next'] =>
  booked || nextDueOn ? [{ name, dueOn: booked ? null : nextDueOn, booked }] : []
