import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { type House, PHONE, shareHouse, type Visitor } from '#testing/e2e.ts'
import { type Device, openPractice, type Practice } from '#testing/e2e-practice.ts'
import { signInByOutbox } from './portal-sign-in.ts'

const ADDRESS = 'ffion@plain.example'
const today = dayOf(currentTime(), 'Europe/London')
const onDay = (days: number) => ({ startTime: `${addDays(today, days)}T09:00:00Z`, endTime: `${addDays(today, days)}T10:00:00Z` })

let house: House
beforeAll(() => {
  house = shareHouse()
})
afterAll(() => house.close())

describe('in a browser that runs no script an owner', () => {
  let practice: Practice
  let farrier: Device
  let owner: Visitor
  let page: Page
  let clientId: string

  const add = async (path: string, body: object) => (await farrier.api.post<{ id: string }>(path, body)).id
  const rows = (text: string) => practice.ask(text)

  test('signs in by a code', async () => {
    practice = await openPractice(house, 'Plain Pages')
    farrier = await practice.device()
    clientId = await add('/api/clients', { name: 'Ffion Rees', email: ADDRESS, phone: '07700 900654' })
    const horseId = await add('/api/horses', { name: 'Conker', clientId })
    for (const days of [3, 30]) await add('/api/appointments', { title: '', clientId, horses: [{ horseId }], ...onDay(days) })
    await farrier.api.put('/api/money/settings', { bank: { accountName: 'G Farrow', sortCode: '20-00-00', accountNumber: '55779911' } })
    await add('/api/charges', { clientId, description: 'Full set new', unitPence: 9500 })
    await add('/api/invoices', { payerClientId: clientId })
    await farrier.api.post('/api/terms-versions', { sections: [{ title: 'General', text: 'Payment is due at the time of service.' }] })
    await farrier.api.post(`/api/clients/${clientId}/portal/invite`, { how: 'email' })
    owner = await house.visit(PHONE, { hasScript: false })
    page = owner.page
    await signInByOutbox(page, farrier.api, ADDRESS)
    await page.getByRole('button', { name: 'Yes, show me' }).click()
    await page.getByRole('link', { name: /^Conker no date/ }).waitFor()
  })

  test('reads a horse, and reads what needs a script', async () => {
    await page.getByRole('link', { name: /^Conker no date/ }).click()
    await page.getByRole('heading', { name: 'Conker', level: 1 }).waitFor()
    await page.locator('noscript p').waitFor()
    expect(await page.getByText('Choose files').isVisible()).toBe(false)
  })

  test('shows it to a buyer by a link, who reads it and saves it, and ends that', async () => {
    await page.getByRole('link', { name: 'Show by a link' }).click()
    await page.getByRole('button', { name: 'See what they’ll see' }).click()
    await page.getByText('Say who it’s for').waitFor()
    await page.getByLabel('Who it’s for').fill('Tom Pugh')
    await page.getByLabel('What it’s for').selectOption('A sale')
    await page.getByRole('button', { name: 'See what they’ll see' }).click()
    await page.getByRole('button', { name: 'Make the link' }).click()
    const link = (await page.getByText(/\/share\/[\w-]{43}$/).textContent()) ?? ''
    const stranger = await house.visit(PHONE, { hasScript: false })
    await stranger.page.goto(link)
    await stranger.page.getByText('Made for Tom Pugh, about a sale.').waitFor()
    expect(await stranger.page.getByText(/Ffion|Rees|900654/).count()).toBe(0)
    const paper = await stranger.page.request.get(`${link}/record.pdf`)
    expect([paper.status(), paper.headers()['content-type']]).toEqual([200, 'application/pdf'])
    await page.getByRole('link', { name: 'links to Conker' }).click()
    await page.getByText(/^Opened once, on/).waitFor()
    await page.getByRole('button', { name: 'End now' }).click()
    await page.getByText('None is open.').waitFor()
    await stranger.page.reload()
    await stranger.page.getByRole('heading', { name: 'There’s nothing here' }).waitFor()
    await page.getByRole('link', { name: '‹ Conker' }).click()
  })

  test('answers a visit, and cancels one', async () => {
    await page.getByRole('link', { name: 'Visits' }).first().click()
    await page.getByRole('main').getByRole('link').first().click()
    await page.getByText('Give the gate code').click()
    await page.getByLabel('Gate code, or where the key is').fill('2580')
    await page.getByRole('button', { name: 'Give the code' }).click()
    await page.getByText('What you said').waitFor()
    await page.getByRole('link', { name: '‹ Visits' }).click()
    await page.getByRole('main').getByRole('link').last().click()
    await page.getByText('Cancel my horses').click()
    await page.getByRole('button', { name: 'Cancel Conker' }).click()
    await page.getByText('It’s cancelled, and your farrier knows.').waitFor()
    expect(await rows('select status from appointments where practice_id = $1 order by on_day')).toEqual([
      { status: 'booked' },
      { status: 'cancelled' },
    ])
  })

  test('writes a message, which is kept where it is refused', async () => {
    await page.getByRole('link', { name: 'Messages' }).click()
    await page.getByRole('link', { name: 'Write to Plain Pages' }).click()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Write something, or choose a photo.').waitFor()
    await page.getByLabel('Message').fill('EMERGENCY he has pulled a shoe and bleeds')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText(/^That reads like an emergency/).waitFor()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('article').getByText('EMERGENCY he has pulled a shoe and bleeds').waitFor()
  })

  test('says that an invoice is paid', async () => {
    await page.getByRole('link', { name: 'Money' }).click()
    await page.getByRole('link', { name: /^Invoice/ }).click()
    await page.getByText('20-00-00').waitFor()
    await page.getByRole('button', { name: 'I have paid' }).click()
    await page.getByText(/^Thank you. Plain Pages has your message/).waitFor()
    await page.getByRole('link', { name: '‹ Money' }).click()
    await page.getByRole('link', { name: 'Statement' }).click()
    await page.getByRole('heading', { name: 'Statement', level: 1 }).waitFor()
  })

  test('reads and accepts the terms', async () => {
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('link', { name: /terms/i }).click()
    await page.getByLabel('Your name').fill('Ffion Rees')
    await page.getByLabel('I have read these terms and accept them').check()
    await page.getByRole('main').getByRole('button').click()
    await page.getByText('You have accepted these terms.').waitFor()
  })

  test('chooses her texts', async () => {
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Texts and e-mails' }).click()
    await page.getByLabel('How to reach you').selectOption('email')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    expect(await rows('select preferred_channel from clients where practice_id = $1')).toEqual([{ preferred_channel: 'email' }])
  })

  test('sees where she is signed in, asks for what is held about her, and signs out', async () => {
    await page.getByRole('link', { name: 'My data' }).click()
    await page.getByRole('textbox', { name: 'Address' }).fill('3 Mill Lane, Clun')
    await page.getByRole('button', { name: 'Tell my farrier' }).click()
    await page.getByText('Your farrier hasn’t seen to it yet.').waitFor()
    await page.getByRole('button', { name: 'Ask Plain Pages' }).click()
    // Of the test version: its code proves nothing of who she is.
    await page.getByText('Sign in with a code that came to your own phone or e-mail, then ask again.').waitFor()
    await page.getByRole('link', { name: 'What is kept about you, and why' }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goto('/my/settings')
    await page.getByText('This device').waitFor()
    expect(await page.getByRole('button', { name: 'Add a passkey' }).isVisible()).toBe(false)
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Send me a code' }).waitFor()
    // A refusal is a page of its own status.
    expect(owner.problems.filter((problem) => !problem.includes('status of 422'))).toEqual([])
  })
})
