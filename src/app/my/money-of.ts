import type { MoneyView } from '#app/my/money-view.ts'
import { payerMoney } from '#features/ledger/accounts/server/payer-money.ts'
import { type GuestPractice, noteOpening } from '#features/records/guests/server/practice-of-guest.ts'
import { listMoneyClients } from '#features/records/guests/server/reading.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import type { Guest } from '#platform/server/database/db.ts'
import type { App } from '#platform/server/http/http.ts'

/** The bills of one practice: of the clients whose money these eyes see. */
export const moneyOf = ({ db }: App, eyes: Guest, practice: GuestPractice): Promise<MoneyView['practices'][number]> =>
  db.withGuest(eyes, async (tx) => {
    const today = dayOf(currentTime(), practice.zone)
    const clients = await listMoneyClients(tx)
    const payers = await Promise.all(clients.map(async ({ id, name }) => ({ name, ...(await payerMoney(tx, id, today)) })))
    for (const { id } of clients) await noteOpening(tx, { clientId: id, what: 'bills', subjectId: id })
    return { slug: practice.slug, name: practice.name, payers }
  })
