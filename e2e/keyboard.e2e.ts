import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { DESKTOP, type House, shareHouse, untilSettled } from '#testing/e2e.ts'
import { calm } from '#testing/e2e-ledger.ts'
import { openPractice } from '#testing/e2e-practice.ts'
import { keysOf } from './keys.ts'
import { bookYardOfThree } from './yard-of-three.ts'

const today = dayOf(currentTime(), 'Europe/London')

let house: House
beforeAll(() => {
  house = shareHouse()
})
afterAll(() => house.close())

test('with nothing but keys a stop of three horses is closed out, its invoices sent and the yard rebooked', async () => {
  const practice = await openPractice(house, 'Three By Keyboard')
  const device = await practice.device({ width: DESKTOP })
  const { page, problems } = device
  await bookYardOfThree(page, today)
  await calm(practice, [device])
  await page.goto(`${house.url}/round`)
  await page.getByText('0 of 2', { exact: true }).waitFor()
  await untilSettled(page)
  const keys = keysOf(page)

  await keys.pressOn(/^Done$/)
  await page.getByRole('dialog').getByRole('group', { name: 'Next step' }).waitFor()
  await keys.pressOn(/^All 3 as last time$/)
  await page.getByText(/^3 of 3 done, £/).waitFor()
  await keys.pressOn(/^Send 3 invoices and rebook/)
  await page.getByText('1 of 2', { exact: true }).waitFor()
  await page
    .getByText(/^3 invoices, booked /)
    .first()
    .waitFor()
  await keys.expectKept('the closeout')
  // From there the next stop is finished in the same way.
  await keys.tabTo(/^Done$/)

  await calm(practice, [device])
  const [outcome] = await practice.ask(`select
      (select count(*)::int from invoices where practice_id = $1 and sent_at is not null) as sent,
      (select count(*)::int from visit_horses l join appointments a on a.id = l.appointment_id
        where l.practice_id = $1 and a.on_day > '${today}' and l.deleted_at is null) as booked`)
  expect(outcome).toEqual({ sent: 3, booked: 3 })
  expect(problems).toEqual([])
})

test('with nothing but keys an invoice is issued and sent, and its payment recorded', async () => {
  const practice = await openPractice(house, 'Paid By Keyboard')
  const device = await practice.device({ width: DESKTOP })
  const { page, api, problems } = device
  const { id: clientId } = await api.post<{ id: string }>('/api/clients', { name: 'Emma Rees', phone: '07700 900118' })
  await api.post('/api/charges', { clientId, description: 'Front shoes new', unitPence: 8500 })
  await calm(practice, [device])
  await page.goto(`${house.url}/money?tab=to-invoice`)
  await page.getByRole('button', { name: 'Preview and issue' }).waitFor()
  await untilSettled(page)
  const keys = keysOf(page)

  await keys.pressOn(/^Preview and issue$/)
  await page.getByRole('dialog', { name: 'Invoice to Emma Rees' }).waitFor()
  await keys.pressOn(/^Issue invoice$/)
  await page.getByText('Nothing to invoice').waitFor()
  await keys.expectKept('the preview')
  await calm(practice, [device])

  await keys.tabTo(/^To invoice/)
  await keys.press('ArrowRight')
  await page.getByRole('button', { name: /INV-0001/ }).waitFor()
  await keys.pressOn(/^INV-0001$/)
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
  await keys.pressOn(/^Send$/)
  await keys.expectOn(/^Text Emma Rees$/)
  await untilSettled(page)
  await keys.press('Enter')
  const sent = () => practice.ask("select 1 from notices where practice_id = $1 and kind = 'invoice'")
  await expect.poll(async () => (await sent()).length, { timeout: 60_000 }).toBe(1)
  await keys.expectKept('the menu')

  await keys.pressOn(/^Take payment$/)
  await page.getByRole('dialog', { name: 'Payment from Emma Rees' }).waitFor()
  await keys.pressOn(/^Take payment$/)
  await keys.expectKept('the payment')
  await calm(practice, [device])
  const [invoice] = await practice.ask(
    'select total_pence as total, paid_pence as paid, sent_at is not null as "isSent" from invoices where practice_id = $1',
  )
  expect(invoice).toEqual({ total: 8500, paid: 8500, isSent: true })
  expect(problems).toEqual([])
})
