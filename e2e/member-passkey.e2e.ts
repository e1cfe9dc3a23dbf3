import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, PHONE, shareHouse } from '#testing/e2e.ts'
import { openPractice } from '#testing/e2e-practice.ts'
import { passkeysOf } from './passkeys-of.ts'

/* A farrier's way in by a passkey, with a phone's keeper of them. */

let house: House
beforeAll(() => {
  house = shareHouse()
})
afterAll(() => house.close())

test('a member adds a passkey, signs out, comes in by it in one press, and removes it', async () => {
  const practice = await openPractice(house, 'Farrow Farriery')
  const { page, problems } = await practice.device({ width: PHONE, path: '/settings/sessions' })
  const keeper = await passkeysOf(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  // They registered a moment ago: no password is required.
  await page.getByText('Passkey added', { exact: true }).waitFor()
  expect(await keeper.kept()).toHaveLength(1)
  await page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem').waitFor()

  await page.request.post(`${house.url}/api/auth/logout`, { headers: { origin: house.url } })
  await keeper.answers(false)
  await page.goto(`${house.url}/sign-in`)
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
  await keeper.answers(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(`${house.url}/`)
  expect((await page.request.get(`${house.url}/api/auth/user`)).status()).toBe(200)

  await page.goto(`${house.url}/settings/sessions`)
  await page.getByRole('button', { name: /^Remove/ }).click()
  await expect.poll(() => page.getByRole('list', { name: 'Passkeys' }).count()).toBe(0)
  const kept = await practice.ask<{ count: number }>(
    'select count(*)::int as count from directory.passkeys k join directory.memberships m on m.person_id = k.person_id where m.practice_id = $1',
  )
  expect(kept).toEqual([{ count: 0 }])
  expect(problems).toEqual([])
})
