import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, type House, PHONE, shareHouse, type Visitor } from '#testing/e2e.ts'
import { openPractice, waiting } from '#testing/e2e-practice.ts'

const NIAS = 'a password of her own'
const STRANGERS = 'a password of the stranger'

let house: House
beforeAll(() => {
  house = shareHouse()
})
afterAll(() => house.close())

test('a stranger who registered the address first never sees the practice that invites its owner, who joins by a proof and the link', async () => {
  const email = `nia.${randomUUID()}@practice.example`
  const [stranger, nia] = [await house.visit(DESKTOP), await house.visit(PHONE)]
  const account = { firstName: 'Mal', lastName: 'Lory', email, password: STRANGERS, practiceName: 'Mallory Farriery' }
  await stranger.api.post('/api/auth/register', account)
  const practice = await openPractice(house, 'Invited To')
  const { page } = await practice.device({ path: '/settings/members' })

  const link = await invite(page, email)
  await expectShutOut(stranger)
  // The address has an account, whose password Nia does not know: the link alone opens nothing.
  await nia.page.goto(link)
  await nia.page.getByText(`Invited To has invited ${email} as farrier.`).waitFor()
  await expectAccessible(nia.page, 'an invitation')
  await expectNoSidewaysScroll(nia.page, 'an invitation')
  await nia.page.getByLabel('Your password').fill(NIAS)
  await nia.page.getByRole('button', { name: 'Join Invited To' }).click()
  await nia.page.getByText("That e-mail address and password don't match.").waitFor()

  await takeOver(nia, email)
  await expectShutOut(stranger)
  await join(nia, link)
  await expectShutOut(stranger)
})

test('who worked there and was dismissed sees nothing of it until they accept again, and comes back in the role that was offered', async () => {
  const email = `nia.${randomUUID()}@practice.example`
  const nia = await house.visit(PHONE)
  await nia.api.post('/api/auth/register', { firstName: 'Nia', lastName: 'Rees', email, password: NIAS, practiceName: 'Rees Farriery' })
  const { page } = await (await openPractice(house, 'Invited To')).device({ path: '/settings/members' })
  const first = await invite(page, email)
  await takeOver(nia, email)
  await join(nia, first)

  await page.reload()
  await page.getByRole('button', { name: /^Nia Rees/ }).click()
  await page.getByRole('button', { name: 'End their membership' }).click()
  await page.getByRole('dialog', { name: "End Nia Rees's membership?" }).getByRole('button', { name: 'End their membership' }).click()
  await page.getByText('Left', { exact: true }).waitFor()
  await expectShutOut(nia)

  await page.getByRole('button', { name: /^Nia Rees/ }).click()
  await page.getByLabel('Role').selectOption('office')
  await page.getByRole('button', { name: 'Invite back' }).click()
  const second = await page.getByLabel('Link', { exact: true }).inputValue()
  await expectShutOut(nia)
  await nia.page.goto('about:blank')
  await nia.page.goto(second)
  await nia.page.getByText(`Invited To has invited ${email} as office.`).waitFor()
  await nia.page.getByLabel('Your password').fill(NIAS)
  await join(nia)
  expect(await nia.api.get('/api/auth/user')).toMatchObject({ role: 'office', practice: { name: 'Invited To' } })
})

async function invite(page: Page, email: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
  await dialog.getByLabel('First name').fill('Nia')
  await dialog.getByLabel('Last name').fill('Rees')
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  const link = await page.getByLabel('Link', { exact: true }).inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Invited', { exact: true }).waitFor()
  return link
}

/** Accepts; `link`: with it, or with the page as it is. */
async function join({ page }: Visitor, link?: string) {
  if (link) {
    // Only the fragment differs from where the page may be already.
    await page.goto('about:blank')
    await page.goto(link)
  }
  await page.getByRole('button', { name: 'Join Invited To' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect.poll(() => page.evaluate('localStorage.getItem("pritchel.user")'), waiting('the practice is open')).toContain('Invited To')
}

/** Helps a user who can't sign in, as the server's administrator does: the link proves the address. */
async function takeOver({ page }: Visitor, email: string) {
  const env = { ...process.env, PRITCHEL_DATA: house.folder, PRITCHEL_ORIGIN: house.url, PRITCHEL_CLOCK: currentTime().toISOString() }
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/admin.ts', 'reset-password', email], { env })
  await page.goto('about:blank')
  await page.goto(/https?:\S+#token=\S+/.exec(stdout)?.[0] ?? '')
  await page.getByLabel(/^New password/).fill(NIAS)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
}

/** The practices a browser may enter; nothing when no one is signed in there. */
async function practicesOf({ context }: Visitor): Promise<string> {
  const answer = await context.request.get(`${house.url}/api/auth/practices`)
  return answer.ok() ? answer.text() : ''
}

async function expectShutOut(visitor: Visitor) {
  expect(await practicesOf(visitor)).not.toContain('Invited To')
  const invitations = await visitor.context.request.get(`${house.url}/api/auth/invitations`)
  if (invitations.ok()) expect(await invitations.json()).toEqual([])
  await visitor.page.goto(`${house.url}/settings`)
  await visitor.page.getByRole('heading', { level: 1 }).waitFor()
  // The page opens with the device's data, which disappears as soon as the server returns the user.
  await expect.poll(() => visitor.page.getByText('Invited To').count(), waiting('the practice is gone')).toBe(0)
}
