import type { Page } from 'playwright'
import { cast, castHorse } from '#db/cast.ts'
import { type Opened, press } from './steps.ts'

/** Clients, yards and horses. */
export const RECORDS: Opened = {
  'client-details': (page) => client(page, 'Details'),
  'client-sms-settings': (page) => client(page, 'SMS Settings'),
  'client-horses': (page) => client(page, 'Horses'),
  'client-timeline': (page) => client(page, 'Timeline'),
  'client-new': (page) => press(page, '/clients', 'Add Client'),
  'client-edit': async (page) => {
    await page.goto('/clients')
    await page.getByRole('button', { name: /^Edit/ }).first().click()
    await page.getByRole('dialog').waitFor()
  },
  'clients-alike': (page) => press(page, '/clients', 'Review'),
  'yard-record': async (page) => {
    await page.goto('/yards')
    await page.getByText('Hollybush Farm Livery').first().click()
    await page.getByText('Gate code').first().waitFor()
  },
  'yards-map': async (page) => {
    await page.goto('/yards')
    await page
      .getByRole('radio', { name: 'Map' })
      .or(page.getByRole('tab', { name: 'Map' }))
      .or(page.getByRole('button', { name: 'Map' }))
      .first()
      .click()
  },
  'yard-new': (page) => press(page, '/yards', 'Add Yard'),
  'horse-record': (page) => page.goto(`/horses?horse=${castHorse('Biscuit').id}`),
  'horse-photos': (page) => page.goto(`/horses?horse=${castHorse('Biscuit').id}&tab=photos`),
  'horse-files': (page) => page.goto(`/horses?horse=${castHorse('Biscuit').id}&tab=files`),
  'horse-file-card': (page) => fileCard(page, 'farrier', 'image'),
  'horse-file-received': (page) => fileCard(page, 'vet', 'radiograph'),
  'horse-file-refused': async (page) => {
    await fileCard(page, 'farrier', 'image')
    const note = { name: 'hoof.png', mimeType: 'image/png', buffer: Buffer.from('a note') }
    await page.locator('input.uppy-Dashboard-input').first().setInputFiles(note)
    await page.getByRole('alert').scrollIntoViewIfNeeded()
  },
  'horse-summary': (page) => page.goto(`/horse-summary?horse=${castHorse('Biscuit').id}`),
  'horse-new': (page) => press(page, '/horses', 'Add Horse'),
  'horse-edit': async (page) => {
    await page.goto('/horses')
    await page.getByRole('button', { name: /^Edit/ }).first().click()
    await page.getByRole('dialog').waitFor()
  },
  'horse-filters': (page) => press(page, '/horses', 'Show only a yard, an owner or a breed'),
}

async function client(page: Page, tab: string) {
  await page.goto(`/clients?client=${cast.clients.sarahPenrose.id}`)
  await page.getByRole('tab', { name: tab }).click()
  await page.getByRole('tabpanel').last().waitFor()
}

/** Opens the card that adds a file to a horse, with its picker drawn. */
async function fileCard(page: Page, by: string, type: string) {
  await page.goto(`/horses?horse=${castHorse('Biscuit').id}&tab=files`)
  await page.getByRole('button', { name: 'Add a file' }).click()
  await page.getByLabel('Who made it').selectOption(by)
  await page.getByLabel('File type').selectOption(type)
  await page.getByRole('button', { name: /choose a file/i }).scrollIntoViewIfNeeded()
}
