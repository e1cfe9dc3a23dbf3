import { randomUUID } from 'node:crypto'
import ICAL from 'ical.js'
import type { Locator } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { expectAccessible, expectNoSidewaysScroll, type House, PHONE, shareHouse, type Visitor } from '#testing/e2e.ts'

const ZONE = 'Europe/London'
const today = dayOf(currentTime(), ZONE)
const visitDay = addDays(today, 3)

let house: House
let farrier: Visitor
let owner: { api: Visitor['api']; card: string }

beforeAll(async () => {
  house = shareHouse()
  farrier = await house.visit(PHONE)
  owner = await booked(farrier)
})
afterAll(() => house.close())

test('a farrier switches the feed on, and a calendar program reads the diary', async () => {
  const { page } = farrier
  await page.goto(`${house.url}/integrations`)
  await page.getByRole('listitem').filter({ hasText: 'Calendar feed' }).getByRole('switch', { name: 'Enabled' }).click()
  await expectAccessible(page, 'what a feed takes out')
  await page.getByRole('button', { name: 'Connect' }).click()
  const url = await page.getByRole('textbox').inputValue()
  await expectAccessible(page, 'the settings of a feed')
  expect(await titlesAt(url)).toEqual(['AM stop 1: 1 horse', '1 horse'])
  await page.getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await page.getByText('Last read: Just now').waitFor()
  await expectNoSidewaysScroll(page, 'the integrations')
})

test('an owner adds their visit, and keeps all of theirs in their calendar, without a script', async () => {
  const { page } = await house.visit(PHONE)
  await page.route(/\.js$/, (route) => route.abort())
  await page.goto(await answerLink(owner.api))
  expect(await titlesAt(await hrefOf(page.getByRole('link', { name: 'Add to calendar' })))).toEqual(['Farrier: Nutmeg'])
  await page.getByRole('button', { name: 'Keep all my visits in my calendar' }).click()
  const followed = await hrefOf(page.getByRole('link', { name: 'Show all my visits in my calendar' }))
  const address = followed.replace('webcal:', 'http:')
  expect(await titlesAt(address)).toEqual(['Farrier, in the morning: Nutmeg', 'Farrier: Nutmeg'])
  await page.goto(owner.card)
  expect(await hrefOf(page.getByRole('link', { name: 'Show all my visits in my calendar' }))).toBe(followed)
  expect(await titlesAt(await hrefOf(page.getByRole('link', { name: 'Add to calendar' })))).toEqual(['Farrier: Nutmeg'])
  await expectNoSidewaysScroll(page, 'a visit card with a calendar')
})

const hrefOf = async (link: Locator) => new URL((await link.getAttribute('href')) ?? '', house.url).href

async function titlesAt(url: string): Promise<string[]> {
  const answer = await fetch(url)
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const calendar = new ICAL.Component(ICAL.parse(await answer.text()) as unknown[])
  return calendar.getAllSubcomponents('vevent').map((event) => String(event.getFirstPropertyValue('summary')))
}

/** A visit that was done today, with its card, and one booked with its owner, who is texted a link to answer. */
async function booked({ api }: Visitor) {
  const who = { firstName: 'Gwen', lastName: 'Farrow', email: `owner.${randomUUID()}@practice.example`, password: 'hot iron, cold water' }
  await api.post('/api/auth/register', { ...who, practiceName: 'Kept In Time' })
  const add = (path: string, data: object) => api.post<{ id: string }>(path, data)
  const { id: clientId } = await add('/api/clients', { name: 'Emma Rees', phone: '07700 900118' })
  const { id: horseId } = await add('/api/horses', { name: 'Nutmeg', clientId })
  const horses = [{ horseId, plannedWork: 'Trim' }]
  const at = (day: string, time: string) => instantOf(day, time, ZONE).toISOString()
  const done = await add('/api/appointments', {
    title: '',
    clientId,
    onDay: today,
    isCallOnly: true,
    callNumber: 1,
    callPeriod: 'AM',
    horses,
  })
  await api.put(`/api/appointments/${done.id}/complete-call`)
  const next = { startTime: at(visitDay, '09:00'), endTime: at(visitDay, '10:00'), title: 'Nutmeg', clientId, horses }
  await add('/api/appointments', { ...next, sendSmsNotification: true })
  const [card] = await api.post<{ url: string }[]>(`/api/appointments/${done.id}/visit-card`, {})
  if (!card) throw new Error('there is no card')
  return { api, card: card.url }
}

/** The link in the owner's text, which is made as that leaves: at once, in quiet hours too. */
async function answerLink(api: Visitor['api']): Promise<string> {
  const inTexts = async () => {
    const texts = await api.get<{ id: string; state: string; body: string }[]>('/api/notices?limit=10')
    for (const { id } of texts.filter(({ state }) => state === 'held' || state === 'queued')) await api.post(`/api/notices/${id}/send-now`)
    return /http\S+\/a\/\S+/.exec(texts.map(({ body }) => body).join('\n'))?.[0] ?? ''
  }
  await expect.poll(inTexts, { timeout: 30_000 }).not.toBe('')
  return inTexts()
}
