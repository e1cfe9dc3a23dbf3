import type { Page } from 'playwright'

/** Views by the name of their picture: the steps to each in the demo practice. */
export type Opened = Record<string, (page: Page) => Promise<unknown>>

/** Presses a button of a screen, and waits for the dialog it opens. */
export async function press(page: Page, path: string, name: string | RegExp, opensDialog = true) {
  await page.goto(path)
  await page.getByRole('button', { name }).first().click()
  if (opensDialog) await page.getByRole('dialog').first().waitFor()
}
