import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { Visitor } from '#testing/e2e.ts'
import { waiting } from '#testing/e2e-practice.ts'
import { codeIn } from '#testing/way-in.ts'

type Farrier = Visitor['api']
type Shown = { id: string; kind: string; body: string }

/** Signs an owner in by a code, which the test version shows in the Outbox of the practice that has the address. */
export async function signInByOutbox(page: Page, farrier: Farrier, address: string) {
  await page.goto('/my/sign-in')
  await page.getByLabel('Code').fill(await askForCode(page, farrier, address))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/my')
}

/** Asks for a code on a page that offers one; the code, as it is in the Outbox. */
export async function askForCode(page: Page, farrier: Farrier, address: string): Promise<string> {
  const before = new Set((await shown(farrier, 'portal_code')).map(({ id }) => id))
  await page.getByLabel('E-mail or mobile number').fill(address)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('Code').waitFor()
  const codes = async () => (await shown(farrier, 'portal_code')).filter(({ id }) => !before.has(id))
  await expect.poll(codes, waiting('a code in the Outbox')).toHaveLength(1)
  return codeIn((await codes())[0]?.body)
}

/** The link in the invitation for a name, from the Outbox. */
export async function invitationTo(farrier: Farrier, name: string): Promise<string> {
  const all = await shown(farrier, 'portal_other')
  const link = /http\S+/.exec(all.find(({ body }) => body.startsWith(`Hi ${name},`))?.body ?? '')?.[0]
  expect(link, `an invitation of ${name}`).toBeDefined()
  return new URL(link ?? '').pathname
}

const shown = async (farrier: Farrier, kind: string) => (await farrier.get<Shown[]>('/api/notices')).filter((one) => one.kind === kind)
