import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { MoneyScreen } from '#app/pages/money/MoneyScreen.tsx'
import { MoneyPage } from '#app/pages/settings/money/MoneyPage.tsx'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { accountEndpoints } from '#features/ledger/accounts/contract.ts'
import { priceItemId, STANDARD_RATES } from '#features/records/prices/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { currentStore } from '#platform/web/sync/current.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { clientRow, horseRow } from '#testing/browser/rows.ts'
import { Toaster } from '#ui/Toaster.tsx'
import { currentToasts, dismissToast } from '#ui/toast-store.ts'
import '#ui/styles.css'

export const today = dayOf(currentTime(), 'Europe/London')
export const [sarah, tom, biscuit, merlin, visit] = [uuidv7(), uuidv7(), uuidv7(), uuidv7(), uuidv7()]

export let practice: ReturnType<typeof fakePractice>

/** A practice with two owners of a horse each, and the usual prices; no user is signed in yet. */
export async function openMoney() {
  await page.viewport(1280, 800)
  practice = fakePractice()
  const { server, api } = practice
  server.write('clients', sarah, clientRow({ name: 'Sarah Penrose', phone: '07700 900118', phoneE164: '+447700900118' }))
  server.write('clients', tom, clientRow({ name: 'Tom Haddon', email: 'tom@example.com' }))
  server.write('horses', biscuit, horseRow({ name: 'Biscuit', clientId: sarah }))
  server.write('horses', merlin, horseRow({ name: 'Merlin', clientId: tom }))
  for (const rate of STANDARD_RATES) server.write('price_items', priceItemId('p', rate.serviceType), { ...rate, vatRateBp: 0 })
  api.on(accountEndpoints.debtors, () => []).on(accountEndpoints.proposals, () => [])
}

export async function closeMoney() {
  for (const { id } of currentToasts()) dismissToast(id)
  await practice.leave()
}

/** Work that waits for its invoice. */
export const charge = (payerClientId: string, horseId: string, unitPence: number, change: object = {}) =>
  practice.server.write('charges', uuidv7(), {
    ...{ payerClientId, clientId: payerClientId, appointmentId: visit, visitHorseId: null, horseId, workEntryId: null, invoiceId: null },
    ...{ kind: 'work', description: 'Trim', quantity: 1, unitPence, vatRateBp: 0, includesVat: false, chargedOn: today, place: 0 },
    ...{ isByHand: false },
    ...change,
  })
const line = (unitPence: number) => ({
  ...{ chargeId: uuidv7(), kind: 'work', chargedOn: today, description: 'Trim', horseName: 'Biscuit', ownerName: null, quantity: 1 },
  ...{ unitPence, vatRateBp: 0, includesVat: false, netPence: unitPence, vatPence: 0, grossPence: unitPence },
})
export const invoice = (payerClientId: string, number: number, totalPence: number, change: object = {}) => {
  const asWas = {
    practice: { name: 'Probert Farriery', address: '', phone: '', email: '', frcNumber: null, vatNumber: null },
    payer: {
      name: payerClientId === sarah ? 'Sarah Penrose' : 'Tom Haddon',
      businessName: null,
      isBusiness: false,
      address: null,
      postcode: null,
    },
    bank: { accountName: '', sortCode: '', accountNumber: '' },
    ...{ terms: '', visit: null, creditsNumber: null, lines: [line(totalPence)] },
  }
  return practice.server.write('invoices', uuidv7(), {
    ...{
      payerClientId,
      kind: 'invoice',
      creditsInvoiceId: null,
      series: 'INV',
      number,
      appointmentId: null,
      issuedOn: addDays(today, -12),
    },
    ...{
      dueOn: addDays(today, -12),
      note: null,
      asWas,
      netPence: totalPence,
      vatPence: 0,
      totalPence,
      paidPence: 0,
      sentAt: null,
      memberId: null,
    },
    ...change,
  })
}
export const payment = (payerClientId: string, amountPence: number, change: object = {}) =>
  practice.server.write('payments', uuidv7(), {
    ...{ payerClientId, amountPence, method: 'cash', receivedOn: today, reference: null, refundsPaymentId: null, appointmentId: null },
    ...{ invoiceId: null, memberId: null, cameBy: 'hand' },
    ...change,
  })

/** A screen of money, as a user with a complete local copy sees it. */
export async function open(path: string, change: Partial<CurrentUser> = {}) {
  history.replaceState(null, '', path)
  const user = await practice.signIn(change)
  await expect.poll(async () => (await currentStore()?.rec.count()) ?? 0).toBe(practice.server.rows.size)
  const Screen = path.startsWith('/settings') ? MoneyPage : MoneyScreen
  const screen = await render(
    <Queries>
      <main>
        <Screen />
      </main>
      <Toaster />
    </Queries>,
  )
  return { screen, user }
}
const ops = () => practice.ops().map(({ action, entity, data }) => ({ action, entity, data }))
/** What the device has sent of an entity. */
export const sent = (entity: string) => ops().filter((op) => op.entity === entity)
