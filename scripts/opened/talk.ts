import type { Page } from 'playwright'
import { type Opened, press } from './steps.ts'

/** Messages. */
export const TALK: Opened = {
  'messages-thread': (page) => conversation(page, 'Sarah Penrose'),
  'messages-reply': async (page) => {
    await conversation(page, 'Sarah Penrose')
    await page.getByRole('button', { name: /^Reply to: No blood/ }).click()
    // A draft may be left from an earlier picture.
    await page.getByRole('textbox', { name: /^Message / }).fill('')
    await page.getByRole('button', { name: 'Next Visit' }).click()
  },
  'messages-new': (page) => press(page, '/messages', 'New Message'),
  'messages-settings': (page) => press(page, '/messages', 'Settings'),
}

/** Opens the conversation with a client. */
async function conversation(page: Page, client: string) {
  await page.goto('/messages')
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: client }).first().click()
  await page.getByRole('textbox', { name: /^Message / }).waitFor()
}
