import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { radicale } from '#connectors/caldav/far-side.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { type House, LONGEST_WAIT_MS, openHouse, PHONE, untilSettled, type Visitor } from '#testing/e2e.ts'
import { queryDatabase } from '#testing/e2e-practice.ts'
import { countTaps } from './taps.ts'

/* What it costs a thumb to connect a calendar and to answer what was moved there, from Home on a phone. */

const ZONE = 'Europe/London'
const day = addDays(dayOf(currentTime(), ZONE), 3)
const at = (time: string) => instantOf(day, time, ZONE)
const wait = { timeout: LONGEST_WAIT_MS, interval: 500 }
const missing = radicale.missing ? ` (missing: ${radicale.missing})` : ''

describe.skipIf(missing !== '')(`calendars in few taps${missing}`, () => {
  let far: Awaited<ReturnType<typeof radicale.start>>
  let house: House
  let farrier: Visitor
  let page: Visitor['page']
  let visitId: string
  beforeAll(async () => {
    far = await radicale.start()
    house = await openHouse('calendar-taps', { reachable: [far.host] })
    farrier = await house.visit(PHONE)
    page = farrier.page
    const { api } = farrier
    const who = { firstName: 'Gwen', lastName: 'Farrow', email: `owner.${randomUUID()}@practice.example`, password: 'hot iron, cold water' }
    await api.post('/api/auth/register', { ...who, practiceName: 'Kept In Time' })
    const { memberId } = await api.get<{ memberId: string }>('/api/auth/user')
    const { id: clientId } = await api.post<{ id: string }>('/api/clients', { name: 'Emma Rees', phone: '07700 900118' })
    const visit = { title: 'Trim', clientId, memberId, startTime: at('09:00'), endTime: at('10:00') }
    visitId = (await api.post<{ id: string }>('/api/appointments', visit)).id
  })
  afterAll(async () => {
    await house.close()
    await far.stop()
  })

  /** Home, from which taps are counted. */
  async function fromHome() {
    await page.goto(house.url)
    await page.getByRole('button', { name: /^Menu/ }).waitFor()
    await untilSettled(page)
    return countTaps(page)
  }
  async function switchOn(card: string) {
    await page.getByRole('button', { name: /^Menu/ }).tap()
    await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).tap()
    await page.getByRole('listitem').filter({ hasText: card }).getByRole('switch', { name: 'Enabled' }).tap()
  }

  test('the feed is one tap from the calendar of this phone after four', async () => {
    const counted = await fromHome()
    await switchOn('Calendar feed')
    await page.getByRole('dialog').getByRole('button', { name: 'Connect' }).tap()
    const add = page.getByRole('link', { name: 'Add to the calendar on this device' })
    await add.waitFor()
    expect(await counted()).toEqual({ taps: 4, characters: 0 })
    expect(await add.getAttribute('href')).toMatch(/^webcal:/)
  })

  test('a calendar at a server is connected after eight, and what is typed', async () => {
    const counted = await fromHome()
    await switchOn('Apple and CalDAV')
    const dialog = page.getByRole('dialog')
    const { address, account, key } = far.credentials
    await dialog.getByLabel('Address').tap()
    await page.keyboard.type(address)
    await dialog.getByLabel('Name or e-mail there').tap()
    await page.keyboard.type(account)
    await dialog.getByLabel('App-specific password').tap()
    await page.keyboard.type(key)
    await dialog.getByRole('button', { name: 'Connect' }).tap()
    await page.getByRole('dialog', { name: 'Apple and CalDAV' }).getByRole('button', { name: 'Done' }).tap()
    await page
      .getByText(/^Up to date/)
      .first()
      .waitFor()
    expect(await counted()).toEqual({ taps: 8, characters: [address, account, key].join('').length })
  })

  test('a visit that was moved there is moved here, and its owner texted, after one', async () => {
    const remote = async () =>
      (
        await queryDatabase<{ id: string }>(house.folder, 'select remote_id as id from connection_items where subject_id = $1', [visitId])
      )[0]?.id
    await expect.poll(remote, wait).toBeTruthy()
    await far.phone.move((await remote()) ?? '', at('13:00'), at('14:00'))
    await farrier.api.post('/api/integrations/caldav/check', {})
    const asked = async () => (await farrier.api.get<unknown[]>('/api/calendar-changes')).length
    await expect.poll(asked, wait).toBe(1)
    const counted = await fromHome()
    await page.getByRole('button', { name: 'Move and text' }).tap()
    const startTime = async () => (await farrier.api.get<{ startTime: string }>(`/api/appointments/${visitId}`)).startTime
    await expect.poll(startTime, wait).toBe(at('13:00').toISOString())
    expect(await counted()).toEqual({ taps: 1, characters: 0 })
  })
})
