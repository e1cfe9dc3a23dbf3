import { randomUUID } from 'node:crypto'
import type { Locator } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { numberOf } from '#features/ledger/invoices/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, type House, PHONE, shareHouse, type Visitor } from '#testing/e2e.ts'
import { countingThumb } from './taps.ts'

const today = dayOf(currentTime(), 'Europe/London')
const MOST_TAPS = 2

let house: House
let number: string
let texts: { kind: string; body: string }[]

beforeAll(async () => {
  house = shareHouse()
  ;({ number, texts } = await billed())
})
afterAll(() => house.close())

test('from the text about an invoice to its bank reference copied takes two taps', async () => {
  const owner = await house.visit(PHONE)
  const thumb = await opened(owner, linkIn('invoice'))
  await owner.page.getByRole('heading', { name: `Invoice ${number}` }).waitFor()
  await copyReference(owner, thumb)
})

test('and so it does from the text about the round, once the stop is done', async () => {
  const owner = await house.visit(PHONE)
  const thumb = await opened(owner, linkIn('on_my_way'))
  await owner.page.getByText('Complete', { exact: true }).waitFor()
  await copyReference(owner, thumb)
  await expectAccessible(owner.page, 'a finished stop with an invoice')
  await expectNoSidewaysScroll(owner.page, 'a finished stop with an invoice')
})

/** A stop of today that is done, with an invoice that was sent: its number, and the texts its owner had. */
async function billed() {
  const { api } = await house.visit(DESKTOP)
  const farrier = {
    firstName: 'Gwen',
    lastName: 'Farrow',
    email: `owner.${randomUUID()}@practice.example`,
    password: 'hot iron, cold water',
  }
  await api.post('/api/auth/register', { ...farrier, practiceName: 'Paid In Two Taps' })
  const add = (path: string, data: object) => api.post<{ id: string }>(path, data)
  await api.put('/api/money/settings', { bank: { accountName: 'G Probert', sortCode: '20-00-00', accountNumber: '55779911' } })
  const { id: clientId } = await add('/api/clients', { name: 'Emma Rees', phone: '07700 900118' })
  const { id: horseId } = await add('/api/horses', { name: 'Nutmeg', clientId })
  const { id: appointmentId } = await add('/api/appointments', {
    ...{ title: 'Nutmeg', clientId, onDay: today, isCallOnly: true, callNumber: 1, callPeriod: 'AM', horses: [{ horseId }] },
  })
  await api.put(`/api/appointments/${appointmentId}`, { onMyWayAt: currentTime().toISOString() })
  await api.put(`/api/appointments/${appointmentId}/complete-call`)
  await add('/api/charges', { clientId, appointmentId, description: 'Front shoes new', unitPence: 8500 })
  const [invoice] = await api.post<{ id: string; series: string; number: number }[]>('/api/invoices/of-visit', { appointmentId })
  if (!invoice) throw new Error('no invoice was issued')
  await api.post(`/api/invoices/${invoice.id}/send`, { channel: 'sms' })
  return { number: String(numberOf(invoice)), texts: await api.get<{ kind: string; body: string }[]>('/api/notices?limit=10') }
}

/** The link in the owner's text of this kind. */
function linkIn(kind: string): string {
  const body = texts.find((text) => text.kind === kind)?.body ?? ''
  const [link] = /http\S+/.exec(body) ?? []
  if (!link) throw new Error(`no link in the ${kind} text: ${body}`)
  return link
}

/** Presses the link in a text. */
async function opened({ page, context }: Visitor, link: string) {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: house.url })
  const thumb = countingThumb(page)
  thumb.cost.taps += 1
  await page.goto(link)
  return thumb
}

async function copyReference({ page, problems }: Visitor, thumb: { cost: { taps: number }; tap: (at: Locator) => Promise<void> }) {
  await thumb.tap(page.getByRole('button', { name: 'Copy reference' }))
  await page.getByText('Copied', { exact: true }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(number)
  expect(thumb.cost.taps).toBe(MOST_TAPS)
  expect(problems).toEqual([])
}
