import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { radicale } from '#connectors/caldav/far-side.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import {
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  type House,
  LONGEST_WAIT_MS,
  openHouse,
  PHONE,
  untilSettled,
  type Visitor,
} from '#testing/e2e.ts'
import { leftOn } from '#testing/e2e-left.ts'
import { queryDatabase } from '#testing/e2e-practice.ts'
import { formsOf } from '#testing/secret-forms.ts'
import { listedThere, missingPrograms, moveThere } from './calendar-programs.ts'
import { centre, fingerOf, middleOf, mouseOf, steadyMiddleOf } from './grip.ts'

/* A farrier connects the calendar of their phone; programs that others wrote read it, and change it. */

const ZONE = 'Europe/London'
const day = addDays(dayOf(currentTime(), ZONE), 3)
const at = (time: string, on = day) => instantOf(on, time, ZONE).toISOString()
const missing = missingPrograms.length > 0 ? ` (missing: ${missingPrograms.join(', ')})` : ''
const wait = { timeout: LONGEST_WAIT_MS, interval: 500 }
const PASSWORD = 'hot iron, cold water'

describe.skipIf(missing !== '').each([PHONE, DESKTOP])(`a calendar there, at %i px${missing}`, (width) => {
  let far: Awaited<ReturnType<typeof radicale.start>>
  let house: House
  let farrier: Visitor
  let page: Page
  let folder: string
  beforeAll(async () => {
    far = await radicale.start()
    folder = mkdtempSync(join(tmpdir(), 'pritchel-khal-'))
    house = await openHouse(`calendar-${width}`, { reachable: [far.host] })
    farrier = await house.visit(width, { keepsApp: true })
    page = farrier.page
    const who = { firstName: 'Gwen', lastName: 'Farrow', email: `owner.${randomUUID()}@practice.example`, password: PASSWORD }
    await farrier.api.post('/api/auth/register', { ...who, practiceName: 'Kept In Time' })
  })
  afterAll(async () => {
    await house.close()
    await far.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const there = async () => {
    const text = `select far_calendar as url from connections where connector = 'caldav'`
    const [row] = await queryDatabase<{ url: string }>(house.folder, text, [])
    const { account, key } = far.credentials
    return { url: row?.url ?? '', account, key }
  }
  const listed = async () => listedThere(await there(), folder, day, ZONE)
  type Visit = { id: string; title: string; startTime: string; status: string }
  const visits = async () => (await farrier.api.get<Visit[]>(`/api/appointments?date=${day}`)) ?? []
  const startOf = async (id: string) => (await visits()).find((visit) => visit.id === id)?.startTime

  /** Books on the screen; of a visit `horse` is chosen, of an entry of one's own `title` is typed. The id of what the server has. */
  async function book(start: string, end: string, { horse, title }: { horse?: string; title?: string }): Promise<string> {
    await page.goto(`${house.url}/calendar?view=day&date=${day}`)
    await page.getByRole('button', { name: 'New Appointment' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Schedule New Appointment' })
    if (horse) {
      await dialog.getByRole('combobox', { name: 'Client, horse or yard' }).fill(horse)
      await page
        .getByRole('option', { name: new RegExp(horse) })
        .first()
        .click()
      await dialog.getByLabel(`Work for ${horse}`).waitFor()
    } else await dialog.getByRole('radio', { name: 'Own entry' }).click()
    await dialog.getByLabel('Date').fill(day)
    await dialog.getByLabel('Start time').fill(start)
    await dialog.getByLabel('End time').fill(end)
    if (title) await dialog.getByLabel('Title').fill(title)
    await dialog.getByRole('button', { name: /^Schedule/ }).click()
    await dialog.waitFor({ state: 'detached' })
    const idThere = async () => (await visits()).find(({ startTime }) => startTime === at(start))?.id
    await expect.poll(idThere, wait).toBeTruthy()
    return (await idThere()) ?? ''
  }

  /** Drags a visit to another hour of its day: with a finger on a phone, else with the mouse. */
  async function drag(id: string, start: string, to: string) {
    await page.goto(`${house.url}/calendar?view=day&date=${day}`)
    const card = page.locator(`[data-visit="${id}"]`)
    await card.waitFor()
    await untilSettled(page)
    await centre(card)
    const from = await steadyMiddleOf(card)
    const mark = async (at: string) => (await middleOf(page.locator('[aria-hidden]').getByText(at, { exact: true }).first())).y
    const down = (await mark(to)) - (await mark(start))
    const grip = width === PHONE ? await fingerOf(farrier) : mouseOf(farrier)
    await grip.down(from)
    await page.getByText(/^Moving to/).waitFor()
    await grip.moveTo({ x: from.x, y: from.y + down })
    await page.getByText(`Over ${to}.`, { exact: true }).waitFor({ state: 'attached' })
    await grip.up()
    await page
      .getByText(/^Appointment has been moved to/)
      .first()
      .waitFor()
  }

  async function cancel(id: string) {
    await page.goto(`${house.url}/calendar?view=day&date=${day}`)
    await page.locator(`[data-visit="${id}"]`).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Cancel visit' }).click()
    await dialog.getByLabel(/Why/).selectOption('Horse lame or unwell')
    await dialog.getByRole('button', { name: 'Cancel visit' }).click()
    await page.getByText('Appointment cancelled').first().waitFor()
  }

  /** The address of the feed, which is switched on too. */
  async function connectFeed(): Promise<string> {
    await page.goto(`${house.url}/integrations`)
    await cardOf('Calendar feed').getByRole('switch', { name: 'Enabled' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Connect' }).click()
    const settings = page.getByRole('dialog', { name: 'Calendar feed' })
    const address = await settings.getByRole('textbox').inputValue()
    await settings.getByRole('button', { name: 'Done' }).click()
    return address
  }

  const cardOf = (name: string) => page.getByRole('listitem').filter({ hasText: name })

  test('shows the diary, asks about what was moved there, and is empty once disconnected', async () => {
    const { api } = farrier
    const { id: clientId } = await api.post<{ id: string }>('/api/clients', { name: 'Emma Rees', phone: '07700 900118' })
    await api.post('/api/horses', { name: 'Nutmeg', clientId })
    const first = await book('09:00', '10:00', { horse: 'Nutmeg' })
    const second = await book('14:30', '15:30', { horse: 'Nutmeg' })

    await page.goto(`${house.url}/integrations`)
    const card = cardOf('Apple and CalDAV')
    await card.getByRole('switch', { name: 'Enabled' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address').fill(far.credentials.address)
    await dialog.getByLabel('Name or e-mail there').fill(far.credentials.account)
    await dialog.getByLabel('App-specific password').fill(far.credentials.key)
    await expectAccessible(page, 'what a calendar takes out and brings in')
    await dialog.getByRole('radio', { name: 'Who' }).click()
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await page.getByText('Integration settings have been saved.').first().waitFor()
    await page.getByRole('dialog', { name: 'Apple and CalDAV' }).getByRole('button', { name: 'Done' }).click()
    await card.getByText(/^Up to date/).waitFor()
    await expectNoSidewaysScroll(page, 'a calendar that is connected')
    expect(await listed()).toEqual([`${day} 09:00 Emma: Nutmeg`, `${day} 14:30 Emma: Nutmeg`])

    // Dragged, cancelled and booked here.
    await drag(first, '09:00', '11:00')
    await cancel(second)
    await book('16:00', '16:30', { title: 'Dentist' })
    await expect.poll(listed, wait).toEqual([`${day} 11:00 Emma: Nutmeg`, `${day} 16:00 Dentist`])

    // Moved there.
    expect(await moveThere(await there(), 'Emma')).toBe('moved')
    await page.goto(`${house.url}/integrations`)
    await card.getByRole('button', { name: 'Settings' }).click()
    await dialog.getByRole('button', { name: 'Check now' }).click()
    await page.goto(house.url)
    await page.getByRole('button', { name: 'Move and text' }).first().waitFor()
    await page.getByText(/moved in your calendar from 11:00 to 13:00 on /).waitFor()
    await expectAccessible(page, 'Home with a question about a calendar')
    await expectNoSidewaysScroll(page, 'Home with a question about a calendar')
    await page.getByRole('button', { name: 'Move and text' }).click()
    await expect.poll(() => startOf(first), wait).toBe(at('13:00'))
    const texts = async () =>
      (await api.get<{ kind: string; body: string }[]>('/api/notices?limit=50')).filter(({ body }) => body.includes('13:00'))
    await expect.poll(async () => (await texts()).length, wait).toBe(1)
    await expect.poll(listed, wait).toEqual([`${day} 13:00 Emma: Nutmeg`, `${day} 16:00 Dentist`])

    const feed = await connectFeed()
    expect(await (await fetch(feed)).text()).toContain('BEGIN:VCALENDAR')
    const token = /([\w-]{20,})\.ics$/.exec(feed)?.[1] ?? ''
    expect(token).not.toBe('')
    const left = await leftOn(page)
    const written = (words: string) => formsOf(words).filter((form) => left.includes(form))
    expect(written('Emma Rees')).toContain('Emma Rees')
    for (const secret of [far.credentials.key, token, PASSWORD]) expect(written(secret)).toEqual([])

    await page.goto(`${house.url}/integrations`)
    await card.getByRole('button', { name: 'Settings' }).click()
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    const { url: last } = await there()
    await page.getByRole('button', { name: 'Take them out' }).click()
    await card.getByText('Disconnected').waitFor()
    await expect.poll(() => far.phone.count(last), wait).toBe(0)
    expect(farrier.problems).toEqual([])
  })
})
