import type { BrowserContext } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DESKTOP, enterDemo, type House, shareHouse } from '#testing/e2e.ts'

let house: House
let context: BrowserContext

beforeAll(async () => {
  house = shareHouse()
  const visitor = await house.visit(DESKTOP, { keepsApp: true })
  await enterDemo(visitor)
  await visitor.page.goto('/clients')
  await visitor.page.getByText('Alison Whitcombe').first().waitFor()
  await visitor.page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  context = visitor.context
  await context.setOffline(true)
})

afterAll(() => house.close())

test('after one visit every screen opens with no signal, with the clients on it', async () => {
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto('/clients')
  await page.getByText('Alison Whitcombe').first().waitFor()
  await expect.poll(() => page.title()).toBe('Clients · Pritchel')
  await page.getByText('Offline Mode - changes are saved locally and sync automatically when connection is restored.').waitFor()
  for (const path of ['/', '/horses', '/settings']) {
    await page.goto(path)
    await page.getByRole('link', { name: 'Pritchel' }).waitFor()
  }
  expect(problems).toEqual([])
})

test("the owner's page and the data never come from the app kept on the device", async () => {
  const owner = await context.newPage()
  for (const path of ['/call-status?client=x', '/q/x']) await expect(owner.goto(path)).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
  const page = await context.newPage()
  await page.goto('/clients')
  expect(await page.evaluate('fetch("/api/clients").then(() => "answered", () => "failed")')).toBe('failed')
})

test('the content security policy is never broken, and the app can be installed', async () => {
  const stranger = await house.visit(DESKTOP, { keepsApp: true })
  const refused: string[] = []
  const { page } = stranger
  page.on('console', (message) => message.text().includes('Content Security Policy') && refused.push(message.text()))
  await page.goto('/')
  await page.getByRole('link', { name: 'Try now, no card needed' }).first().click()
  await page.getByRole('button', { name: 'Gareth Probert' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Find anything' }).fill('sian')
  await page.getByRole('option').first().waitFor()
  expect(refused).toEqual([])
  const manifest = await (await stranger.context.request.get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' })
  for (const icon of manifest.icons) expect((await stranger.context.request.get(icon.src)).status()).toBe(200)
})
