import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, type House, PHONE, shareHouse, type Visitor } from '#testing/e2e.ts'
import { waiting } from '#testing/e2e-practice.ts'
import { countingThumb } from './taps.ts'

const MOST_TAPS = 9
const MOST_CHARACTERS = 60

let house: House
beforeAll(() => {
  house = shareHouse()
})
afterAll(() => house.close())

const bottomBar = ({ page }: Visitor) => page.getByRole('navigation', { name: 'Main' }).last()
const FOCUSED = 'document.activeElement?.labels?.[0]?.textContent'
const isFocused = ({ page }: Visitor, label: string) =>
  expect.poll(() => page.evaluate(FOCUSED), waiting(`${label} has the focus`)).toBe(label)

/** From the landing page until the practice is registered. */
async function register(visitor: Visitor, email: string) {
  const { page } = visitor
  const thumb = countingThumb(page)
  await page.goto('/')
  await thumb.tap(page.getByRole('link', { name: 'Start Free Trial', exact: true }).filter({ visible: true }).first())
  await isFocused(visitor, 'Your name')
  expect(await bottomBar(visitor).isVisible()).toBe(false)
  await thumb.type('Nia Farrow')
  await thumb.next()
  await isFocused(visitor, 'E-mail')
  await thumb.type(email)
  await thumb.next()
  await isFocused(visitor, 'Password')
  await thumb.type('hot iron, cold')
  await thumb.next()
  await page.getByRole('heading', { name: 'Welcome, Nia' }).waitFor()
  return thumb
}

/** From there until the first visit is booked, and seen in its week. */
async function book(visitor: Visitor, thumb: ReturnType<typeof countingThumb>) {
  const { page } = visitor
  await isFocused(visitor, 'Client')
  await thumb.type('Emma Rees')
  await thumb.next()
  await isFocused(visitor, 'Horse')
  await thumb.type('Nutmeg')
  await thumb.next()
  await page.getByRole('heading', { level: 1, name: /^Booked: / }).waitFor()
  await page.getByRole('region', { name: 'That week' }).getByText('Nutmeg, Trim').waitFor()
  expect(await page.locator('[aria-current=true]').textContent()).toContain('Nutmeg, Trim')
  const { taps, characters } = thumb.cost
  console.log(`from the landing page to the first visit: ${taps} taps, ${characters} characters`)
  expect(taps).toBeLessThanOrEqual(MOST_TAPS)
  expect(characters).toBeLessThanOrEqual(MOST_CHARACTERS)
}

/** What the server has of it. */
const visits = async ({ api }: Visitor) => {
  const horses = await api.get<{ name: string; client: { name: string } }[]>('/api/horses?limit=10')
  return horses.map(({ name, client }) => `${name}, ${client.name}`)
}

test('from the landing page to the first visit in few taps and words, and on to the calendar that shows it', async () => {
  const visitor = await house.visit(PHONE)
  const { page } = visitor
  const thumb = await register(visitor, 'nia@hot.example')
  expect(await bottomBar(visitor).isVisible()).toBe(false)
  await expectAccessible(page, 'the first visit')
  await isFocused(visitor, 'Client')
  await book(visitor, thumb)
  expect(
    await page
      .getByText(/^Offline/)
      .filter({ visible: true })
      .count(),
  ).toBe(0)
  expect(await bottomBar(visitor).isVisible()).toBe(false)
  await expectAccessible(page, 'the first visit booked')
  await expectNoSidewaysScroll(page, 'the first visit booked')
  await expect.poll(() => visits(visitor), waiting('the server has it')).toEqual(['Nutmeg, Emma Rees'])
  await page.getByRole('button', { name: 'Open the calendar' }).tap()
  await page
    .getByRole('button', { name: /Nutmeg, Trim/ })
    .first()
    .waitFor()
  expect(visitor.problems).toEqual([])
})

test('the same when the signal drops after registering: it is kept here, and sent when the signal is back', async () => {
  const visitor = await house.visit(PHONE)
  const thumb = await register(visitor, 'nia@dry.example')
  await visitor.context.setOffline(true)
  await book(visitor, thumb)
  await visitor.context.setOffline(false)
  await expect.poll(() => visits(visitor), waiting('the server has it')).toEqual(['Nutmeg, Emma Rees'])
  expect(visitor.problems).toEqual([])
})
