import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { expectAccessible, expectNoSidewaysScroll, type House, PHONE, shareHouse } from '#testing/e2e.ts'
import { calm } from '#testing/e2e-ledger.ts'
import { type Device, openPractice, type Practice } from '#testing/e2e-practice.ts'
import { countTaps } from './taps.ts'
import { bookYardOfThree, HORSES, stayOut } from './yard-of-three.ts'

const today = dayOf(currentTime(), 'Europe/London')

let house: House
beforeAll(() => {
  house = shareHouse()
})
afterAll(() => house.close())

test('a yard of three owners takes four presses from On my way to paid and rebooked, and the next stop comes into sight', async () => {
  const { practice, phone } = await onTheRound('Four Presses')
  const { page, problems } = phone
  const counted = await countTaps(page)
  await page.getByRole('button', { name: /^On my way/ }).click()
  await closeOut(page)
  await expectAccessible(page, 'the end of a stop')
  await expectNoSidewaysScroll(page, 'the end of a stop')
  await page.getByRole('button', { name: /^Send 3 invoices and rebook/ }).click()
  await page.getByText('1 of 2', { exact: true }).waitFor()
  expect(await counted()).toEqual({ taps: 4, characters: 0 })

  const next = page.getByRole('heading', { name: 'Upper Court', exact: true })
  const place = await next.boundingBox()
  expect(place?.y).toBeGreaterThan(0)
  expect(place?.y).toBeLessThan(500)
  await page
    .getByText(/^3 invoices, booked /)
    .first()
    .waitFor()
  await page
    .getByRole('region', { name: 'Done' })
    .getByText(/^Booked /)
    .waitFor()
  await calm(practice, [phone])
  expect(await outcomeOf(practice)).toEqual({ invoices: [15_000, 8500, 3500], texts: 3, booked: 3, visits: 1 })
  expect(problems).toEqual([])
})

test('the same without a signal, one press more for another price: when the server answers again everything arrives, once', async () => {
  const { practice, phone } = await onTheRound('Four Presses In A Barn')
  const { page, problems } = phone
  await phone.airplane(true)
  const counted = await countTaps(page)
  await page.getByRole('button', { name: /^On my way/ }).click()
  await closeOut(page)
  await page.getByRole('button', { name: 'Merlin: £85, change the price' }).click()
  await page.keyboard.type('90')
  await page.getByRole('button', { name: /^Send 3 invoices and rebook/ }).click()
  await page.getByText('1 of 2', { exact: true }).waitFor()
  expect(await counted()).toEqual({ taps: 5, characters: 2 })
  expect(await outcomeOf(practice)).toEqual({ invoices: [], texts: 0, booked: 0, visits: 0 })

  await phone.airplane(false)
  await calm(practice, [phone])
  expect(await outcomeOf(practice)).toEqual({ invoices: [15_000, 9000, 3500], texts: 3, booked: 3, visits: 1 })
  expect(problems).toEqual([])
})

test('undone after it went to the server: no text leaves, each invoice is credited, the visit is gone', async () => {
  const { practice, phone } = await onTheRound('Taken Back')
  const { page, problems } = phone
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await page.getByRole('button', { name: 'All 3 as last time' }).click()
  await page.getByRole('button', { name: /^Send 3 invoices and rebook/ }).click()
  // A toast that is touched stays.
  await page.getByRole('button', { name: 'Undo', exact: true }).focus()
  await calm(practice, [phone])
  expect(await outcomeOf(practice)).toMatchObject({ texts: 3, booked: 3 })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText("It's back as it was.").first().waitFor()
  await calm(practice, [phone])
  const left = await practice.ask(`select (i.total_pence - coalesce(sum(c.total_pence), 0))::int as left, i.sent_at as "sentAt"
    from invoices i left join invoices c on c.credits_invoice_id = i.id where i.practice_id = $1 and i.kind = 'invoice'
    group by i.id, i.total_pence, i.sent_at`)
  expect(left).toEqual(HORSES.map(() => ({ left: 0, sentAt: null })))
  const texts = await practice.ask("select state from notices where practice_id = $1 and kind = 'invoice'")
  expect(texts).toEqual(HORSES.map(() => ({ state: 'cancelled' })))
  expect(await outcomeOf(practice)).toMatchObject({ texts: 0, booked: 0, visits: 0 })
  expect(problems).toEqual([])
})

/** A phone at today's round: Hollybush with three horses of three owners, each seven weeks after its last work, then Upper Court. */
async function onTheRound(name: string): Promise<{ practice: Practice; phone: Device }> {
  const practice = await openPractice(house, name)
  const phone = await practice.device({ width: PHONE, keepsApp: true })
  const { page } = phone
  await bookYardOfThree(page, today)
  await calm(practice, [phone])
  // A page opened before the app was cached on the device fetches the parts it has not loaded yet from the network.
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.goto(`${house.url}/round`)
  await page.getByText('0 of 2', { exact: true }).waitFor()
  await stayOut(page)
  return { practice, phone }
}

async function closeOut(page: Page) {
  await page.getByRole('button', { name: /^Done.*Write down 3 horses/ }).click()
  await page.getByRole('button', { name: 'All 3 as last time' }).click()
  await page.getByText(/^3 of 3 done, £/).waitFor()
}

/** What the server has of it all. */
async function outcomeOf(practice: Practice) {
  const invoices = await practice.ask<{ pence: number }>(
    "select total_pence as pence from invoices where practice_id = $1 and kind = 'invoice' order by total_pence desc",
  )
  const texts = await practice.ask("select 1 from notices where practice_id = $1 and kind = 'invoice' and state <> 'cancelled'")
  const booked = await practice.ask<{ visit: string }>(
    `select a.id as visit from visit_horses l join appointments a on a.id = l.appointment_id
     where l.practice_id = $1 and a.on_day > $2 and l.deleted_at is null and a.deleted_at is null`,
    today,
  )
  const visits = new Set(booked.map(({ visit }) => visit)).size
  return { invoices: invoices.map(({ pence }) => pence), texts: texts.length, booked: booked.length, visits }
}
