import type { Page } from 'playwright'
import { type Opened, press } from './steps.ts'

/** The round, the closeout and its photos, and a voice note. */
export const ROUND: Opened = {
  'round-map': (page) => press(page, '/round', 'Map'),
  'round-order': (page) => press(page, '/round', 'Order the round'),
  'round-late': (page) => press(page, '/round', 'Running late'),
  'round-add-stop': (page) => press(page, '/round', 'Add a stop'),
  closeout,
  'closeout-foot': foot,
  'closeout-camera': async (page) => {
    await foot(page)
    await takePhoto(page)
    await page.getByRole('button', { name: /^Take another photo of the .*, solar$/ }).click()
    await page.getByRole('img', { name: 'The last photo, laid over' }).waitFor()
  },
  'foot-over-time': async (page) => {
    await foot(page)
    await takePhoto(page)
    await takePhoto(page)
    await page.getByRole('button', { name: /^Open \d+ photos of the .*, solar$/ }).click()
    await page.getByRole('button', { name: / over time$/ }).click()
    await page.getByRole('slider').waitFor()
  },
  'voice-note': (page) => press(page, '/', 'Voice Note'),
  'closeout-template': async (page) => {
    await closeout(page)
    await page.getByRole('button', { name: 'Use a template' }).first().click()
    await page.getByRole('menuitem').first().waitFor()
  },
}

async function closeout(page: Page) {
  await press(page, '/round', 'Done', false)
  const dialog = page.getByRole('dialog')
  const step = dialog.getByRole('group', { name: 'Next step' }).getByRole('button')
  // An earlier picture may have finished it already.
  if (!/ done/.test((await step.textContent()) ?? '')) await step.click()
}

async function foot(page: Page) {
  await closeout(page)
  const write = page.getByRole('button', { name: 'Write down the feet' })
  if (await write.isVisible()) await write.click()
  await page.getByRole('list', { name: 'Feet' }).getByRole('button').nth(1).click()
}

/** Takes a photo of the sole of the open foot, with the tests' camera. */
async function takePhoto(page: Page) {
  await page.context().grantPermissions(['camera'])
  await page.getByRole('button', { name: /^Take (a|another) photo of the .*, solar$/ }).click()
  await page.getByRole('button', { name: 'Take the photo' }).click()
  await page.getByRole('button', { name: 'Take again' }).waitFor()
  await page.getByRole('button', { name: 'Keep' }).click()
  await page.getByRole('button', { name: /^Open .* of the .*, solar$/ }).waitFor()
}
