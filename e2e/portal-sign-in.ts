import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { Visitor } from '#testing/e2e.ts'
import { waiting } from '#testing/e2e-practice.ts'
import { codeIn } from '#testing/way-in.ts'

type Shown = { kind: string; body: string }

/** Signs an owner in by a code, which the test version shows in the Outbox of the practice that has the address. */
export async function signInByOutbox(page: Page, farrier: Visitor['api'], address: string) {
  await page.goto('/my/sign-in')
  await page.getByLabel('E-mail or mobile number').fill(address)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('Code').waitFor()
  const codes = async () => (await farrier.get<Shown[]>('/api/notices')).filter(({ kind }) => kind === 'portal_code')
  await expect.poll(codes, waiting('a code in the Outbox')).toHaveLength(1)
  const [shown] = await codes()
  await page.getByLabel('Code').fill(codeIn(shown?.body))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/my')
}
