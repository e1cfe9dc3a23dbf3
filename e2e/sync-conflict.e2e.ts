import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { expectAccessible, type House, PHONE, shareHouse } from '#testing/e2e.ts'
import { calm, expectLedgersAgree } from '#testing/e2e-ledger.ts'
import { openPractice, outboxStates, recordByHand, waiting } from '#testing/e2e-practice.ts'

let house: House

beforeAll(() => {
  house = shareHouse()
})

afterAll(() => house.close())

test('(e) a conflict of two devices is shown once, and ends as the farrier decided on both: mine, theirs, or something else (I3, I4, I6)', async () => {
  const practice = await openPractice(house, 'Two Minds')
  const [laptop, phone] = await Promise.all([practice.device(), practice.device({ width: PHONE })])
  const clients = ['Mair Mine', 'Tom Theirs', 'Elin Else'].map((name) => ({ id: uuidv7(), name }))
  await recordByHand(
    laptop.page,
    clients.map(({ id, name }) => [{ action: 'CREATE', entity: 'clients', id, data: { name, phone: '07700 900000', isActive: true } }]),
  )
  await calm(practice, [laptop, phone])
  await phone.airplane(true)
  const numbered = (phone: string) =>
    clients.map(({ id }) => [{ action: 'UPDATE' as const, entity: 'clients' as const, id, data: { phone } }])
  await recordByHand(phone.page, numbered('07700 900111'))
  await recordByHand(laptop.page, numbered('07700 900222'))
  await calm(practice, [laptop])
  await phone.airplane(false)
  await expect.poll(() => outboxStates(phone), waiting('each is asked')).toEqual(clients.map(({ id }) => `conflict clients ${id}`))
  const numbers = () => practice.ask('select name, phone_as_typed as phone from clients where practice_id = $1 order by id')
  expect(await numbers()).toEqual(clients.map(({ name }) => ({ name, phone: '07700 900222' })))

  const { page } = phone
  await page.getByRole('button', { name: '3 to decide' }).click()
  await page.getByRole('dialog', { name: 'Offline Status' }).waitFor()
  await card(page, 'Mair Mine')
    .getByText(/^You changed the phone number to 07700 900111 offline\. Meanwhile it was changed to 07700 900222/)
    .waitFor()
  await expectAccessible(page, 'three conflicts')
  await card(page, 'Mair Mine').getByRole('button', { name: 'Keep mine' }).click()
  await card(page, 'Mair Mine').waitFor({ state: 'detached' })
  await card(page, 'Tom Theirs').getByRole('button', { name: 'Keep theirs' }).click()
  await card(page, 'Tom Theirs').waitFor({ state: 'detached' })
  await card(page, 'Elin Else').getByRole('button', { name: 'Edit instead' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Client' })
  await form.getByLabel('Phone').fill('07700 900333')
  await form.getByRole('button', { name: /^(Save|Update)/ }).click()
  await card(page, 'Elin Else').waitFor({ state: 'detached' })

  await expectLedgersAgree(practice, [laptop, phone])
  expect(await numbers()).toEqual([
    { name: 'Mair Mine', phone: '07700 900111' },
    { name: 'Tom Theirs', phone: '07700 900222' },
    { name: 'Elin Else', phone: '07700 900333' },
  ])
})

const card = (page: Page, name: string) => page.getByRole('article', { name })
