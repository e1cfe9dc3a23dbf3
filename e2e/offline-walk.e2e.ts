import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterDemo, go, type House, PHONE, shareHouse, untilSettled, type Visitor } from '#testing/e2e.ts'
import { copied } from '#testing/e2e-practice.ts'
import { listedScreens } from '#testing/e2e-screens.ts'

/** Content only the server has, and what is shown instead, with a note of what comes with the signal. */
const NEEDS_SIGNAL: Record<string, RegExp> = {
  '/': /Recent activity loads when you have signal/,
  '/activity': /It opens when you have signal/,
  '/money/tax': /The figures are added up on the server, so they need signal/,
  '/integrations': /What is connected goes on meanwhile/,
  '/reports': /They're back as soon as you have signal/,
  '/outbox': /Waiting texts go automatically when you're back online/,
  '/settings/api': /You need a connection to make or revoke a key/,
  '/settings/data': /The server puts it together when you're connected/,
  '/settings/import': /Come back when you have signal/,
  '/settings/members': /You need a connection to invite or change members/,
  '/settings/plan': /You need a connection to change the plan/,
  '/terms': /Your own terms are kept on the server, and shown when you have signal/,
  '/settings/sessions': /Both work again when you have signal/,
}
const SAYS_OFFLINE = /You're offline\n|No connection\n|couldn't be|haven't been fetched/

let house: House
beforeAll(() => {
  house = shareHouse()
})
afterAll(() => house.close())

/** A user of the demo practice whose device has everything, and is then offline. */
async function inABarn(): Promise<Visitor & { records: string[] }> {
  const visitor = await house.visit(PHONE, { keepsApp: true })
  await enterDemo(visitor)
  await visitor.page.goto('/clients')
  await copied(visitor.page)
  await visitor.page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  const first = async (path: string) => (await visitor.api.get<{ id: string }[]>(path))[0]?.id
  const records = [
    `/clients?client=${await first('/api/clients')}`,
    `/horses?horse=${await first('/api/horses')}`,
    `/yards?yard=${await first('/api/yards')}`,
    '/calendar?view=day',
    '/calendar?view=month',
  ]
  await visitor.context.setOffline(true)
  return { ...visitor, records }
}

/** Opens a screen and waits for its content. */
async function open(page: Page, path: string) {
  await go(page, path)
  await expect.poll(() => page.evaluate<string>('document.querySelector("main, [role=main]")?.innerText ?? ""')).not.toBe('')
  await untilSettled(page)
}

const textOf = (page: Page) => page.evaluate<string>('document.body.innerText')

test('offline every screen shows its content, or what comes with the signal', async () => {
  const { page, problems, records } = await inABarn()
  await page.reload()
  const member = listedScreens().filter(({ isPublic }) => !isPublic)
  for (const path of [...member.map((screen) => screen.path), '/pricing', '/terms', '/subscribe', ...records]) {
    await open(page, path)
    if (path === '/') await page.getByRole('button', { name: /^Activity/ }).click()
    const needs = NEEDS_SIGNAL[path]
    if (needs) await expect.poll(() => textOf(page), { message: path }).toMatch(needs)
    else expect(await textOf(page), path).not.toMatch(SAYS_OFFLINE)
    expect(await page.locator('[role=alert]:visible').allInnerTexts(), path).toEqual([])
  }
  await page.goto('/landing')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(problems).toEqual([])
})
