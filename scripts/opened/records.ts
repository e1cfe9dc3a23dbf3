import type { Page } from 'playwright'
import { cast, castHorse } from '#db/cast.ts'
import { currentTime } from '#lib/clock.ts'
import { farrier, said } from './portal-people.ts'
import { type Opened, press } from './steps.ts'

/** Clients, yards and horses. */
export const RECORDS: Opened = {
  'client-details': (page) => client(page, 'Details'),
  'client-sms-settings': (page) => client(page, 'SMS Settings'),
  'client-horses': (page) => client(page, 'Horses'),
  'client-timeline': (page) => client(page, 'Timeline'),
  'client-photos-in-public': async (page) => {
    await client(page, 'Details')
    await page.getByRole('button', { name: 'Ask or record' }).click()
    await page.getByRole('dialog').waitFor()
  },
  'client-photo-consents': async (page) => {
    await photoConsents(page)
    await client(page, 'Details')
    await page.getByRole('region', { name: 'Photos in public' }).scrollIntoViewIfNeeded()
  },
  'client-photos-withdraw': async (page) => {
    await photoConsents(page)
    await client(page, 'Details')
    await page
      .getByRole('button', { name: /^Withdraw, / })
      .first()
      .click()
    await page.getByText('Withdraw this consent?').waitFor()
  },
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
  // Before anyone is asked.
  'horse-before-after': (page) => beforeAfter(page),
  'photos-asked': (page) => photosAsked(page, 'Biscuit'),
  'photos-refused': async (page) => {
    await photosAsked(page, 'Biscuit')
    await page.getByRole('button', { name: 'No' }).click()
    await page.getByText('You said no').waitFor()
  },
  'photos-gone': (page) => page.goto('/photos/nothing'),
  'photos-given': async (page) => {
    await photosAsked(page, 'Biscuit')
    await page.getByRole('checkbox').last().check()
    await page.getByRole('button', { name: /^Yes/ }).click()
    await page.getByText('You have agreed.').waitFor()
  },
  'horse-before-after-agreed': async (page) => {
    const { id, clientId } = castHorse('Biscuit')
    const said = { clientId, horseId: id, uses: ['card', 'social'], how: 'said', wordingVersion: 1 }
    await farrier(page, '/api/photo-consents', said)
    await beforeAfter(page)
    await page.getByRole('dialog').getByRole('img').waitFor()
  },
  'horse-photo-consents': async (page) => {
    await photoConsents(page)
    await page.goto(`/horses?horse=${castHorse('Biscuit').id}&tab=details`)
    await page.getByRole('region', { name: 'Photos in public' }).scrollIntoViewIfNeeded()
  },
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

/** The page that an owner was sent, asked about photos of their horse; asked again once they answered. */
async function photosAsked(page: Page, horse: string) {
  const { id, clientId } = castHorse(horse)
  const ask = { clientId, horseId: id, uses: ['card', 'social'], method: 'sms' }
  await farrier(page, '/api/photo-consents/ask', ask)
  const text = await said(page, (body) => body.includes('/p/'), 'photo_ask')
  await page.goto(new URL(/http\S+/.exec(text)?.[0] ?? '').pathname)
}

/** One of each kind: asked, agreed to for one horse, and of all of theirs withdrawn. */
async function photoConsents(page: Page) {
  const { id: horseId, clientId } = castHorse('Biscuit')
  const known = await farrier<{ withdrawnAt: string | null }[]>(page, `/api/photo-consents?clientId=${clientId}`)
  if (known.some(({ withdrawnAt }) => withdrawnAt)) return
  await farrier(page, '/api/photo-consents/ask', { clientId, uses: ['social'], method: 'sms' })
  const said = { clientId, uses: ['card', 'social'], how: 'written', wordingVersion: 1 }
  await farrier(page, '/api/photo-consents', { ...said, horseId })
  const { id } = await farrier<{ id: string }>(page, '/api/photo-consents', said)
  await farrier(page, `/api/photo-consents/${id}`, { withdrawnAt: currentTime().toISOString() }, 'put')
}

async function beforeAfter(page: Page) {
  await page.goto(`/horses?horse=${castHorse('Biscuit').id}&tab=photos`)
  await page.getByRole('button', { name: 'Before and after' }).click()
  await page.getByRole('dialog').waitFor()
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
