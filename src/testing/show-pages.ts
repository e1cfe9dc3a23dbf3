import type { Page } from 'playwright'
import { afterEach } from 'vitest'
import { theBrowser } from '#testing/e2e.ts'

const LONGEST_PAGE = 4000

// A journey that fails prints what was on its screens.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  const pages = (await theBrowser()).contexts().flatMap((context) => context.pages())
  const shown = await Promise.all(pages.map(shownOn))
  console.error(`The pages as "${task.name}" failed:\n\n${shown.join('\n\n')}`)
})

async function shownOn(page: Page): Promise<string> {
  const timeout = 5000
  const words = await page.locator('body').ariaSnapshot({ timeout }).catch(String)
  return `${page.url()}\n${words.slice(0, LONGEST_PAGE)}`
}
