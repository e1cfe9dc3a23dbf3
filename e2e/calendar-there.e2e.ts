import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
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
  type Visitor,
} from '#testing/e2e.ts'
import { queryDatabase } from '#testing/e2e-practice.ts'

/* A farrier connects the calendar of their phone; programs that others wrote read it, and change it. */

const run = promisify(execFile)
const ZONE = 'Europe/London'
const day = addDays(dayOf(currentTime(), ZONE), 3)
const at = (time: string, on = day) => instantOf(on, time, ZONE).toISOString()
const NEEDED = ['/usr/lib/python3/dist-packages/radicale', '/usr/bin/khal', '/usr/bin/vdirsyncer', '/usr/lib/python3/dist-packages/caldav']
const missing = NEEDED.filter((path) => !existsSync(path))
const wait = { timeout: LONGEST_WAIT_MS, interval: 500 }

/** As a phone's calendar app: moves the entry of this name by two hours. */
const MOVE = `
import sys, caldav, datetime
url, account, key, title = sys.argv[1:]
calendar = caldav.DAVClient(url=url, username=account, password=key).calendar(url=url)
for event in calendar.events():
  entry = event.vobject_instance.vevent
  if title in entry.summary.value:
    entry.dtstart.value += datetime.timedelta(hours=2)
    entry.dtend.value += datetime.timedelta(hours=2)
    event.save()
    print('moved')`

describe.skipIf(missing.length > 0).each([PHONE, DESKTOP])(
  `a calendar there, at %i px${missing.length > 0 ? ` (missing: ${missing.join(', ')})` : ''}`,
  (width) => {
    let far: Awaited<ReturnType<typeof radicale.start>>
    let house: House
    let farrier: Visitor
    let page: Page
    let folder: string
    beforeAll(async () => {
      far = await radicale.start()
      folder = mkdtempSync(join(tmpdir(), 'pritchel-khal-'))
      house = await openHouse(`calendar-${width}`, { reachable: [far.host] })
      farrier = await house.visit(width)
      page = farrier.page
      const who = {
        firstName: 'Gwen',
        lastName: 'Farrow',
        email: `owner.${randomUUID()}@practice.example`,
        password: 'hot iron, cold water',
      }
      await farrier.api.post('/api/auth/register', { ...who, practiceName: 'Kept In Time' })
    })
    afterAll(async () => {
      await house.close()
      await far.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    const calendarId = async () => {
      const [row] = await queryDatabase<{ id: string }>(
        house.folder,
        `select far_calendar as id from connections where connector = 'caldav'`,
        [],
      )
      return row?.id ?? ''
    }

    /** The calendar as vdirsyncer fetches it and khal lists it. */
    const listed = async (): Promise<string[]> => {
      const url = new URL(await calendarId())
      rmSync(join(folder, 'near'), { recursive: true, force: true })
      rmSync(join(folder, 'khal.db'), { force: true })
      rmSync(join(folder, 'status'), { recursive: true, force: true })
      mkdirSync(join(folder, 'near', 'there'), { recursive: true })
      writeFileSync(
        join(folder, 'vdirsyncer'),
        [
          `[general]\nstatus_path = "${join(folder, 'status')}"`,
          '[pair pair]\na = "far"\nb = "near"\ncollections = null\nconflict_resolution = "a wins"',
          `[storage far]\ntype = "caldav"\nurl = "${url.href}"\nusername = "${far.credentials.account}"\npassword = "${far.credentials.key}"\nread_only = true`,
          `[storage near]\ntype = "filesystem"\npath = "${join(folder, 'near', 'there')}"\nfileext = ".ics"`,
        ].join('\n'),
      )
      writeFileSync(
        join(folder, 'khal'),
        [
          `[calendars]\n[[there]]\npath = ${join(folder, 'near', 'there')}`,
          `[locale]\nlocal_timezone = ${ZONE}\ndefault_timezone = ${ZONE}\ntimeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d`,
          'datetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M',
          `[sqlite]\npath = ${join(folder, 'khal.db')}`,
        ].join('\n'),
      )
      const env = { ...process.env, LC_ALL: 'C.UTF-8', HOME: folder }
      const sync = ['--config', join(folder, 'vdirsyncer')]
      await run('/usr/bin/vdirsyncer', [...sync, 'discover'], { env })
      await run('/usr/bin/vdirsyncer', [...sync, 'sync'], { env })
      const format = ['--once', '--day-format', '', '--format', '{start-date-long} {start-time} {title}']
      const { stdout } = await run('/usr/bin/khal', ['-c', join(folder, 'khal'), 'list', ...format, addDays(day, -5), '30d'], { env })
      return stdout.split('\n').flatMap((line) => line.trim() || [])
    }

    test('shows the diary, asks about what was moved there, and is empty once disconnected', async () => {
      const { api } = farrier
      const add = (path: string, data: object) => api.post<{ id: string }>(path, data)
      const { id: clientId } = await add('/api/clients', { name: 'Emma Rees', phone: '07700 900118' })
      const { id: horseId } = await add('/api/horses', { name: 'Nutmeg', clientId })
      const visit = (start: string, end: string) => ({ title: '', clientId, startTime: at(start), endTime: at(end), horses: [{ horseId }] })
      const first = await add('/api/appointments', visit('09:00', '10:00'))
      const second = await add('/api/appointments', visit('11:00', '12:00'))

      await page.goto(`${house.url}/integrations`)
      const card = page.getByRole('listitem').filter({ hasText: 'Apple and CalDAV' })
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
      expect(await listed()).toEqual([`${day} 09:00 Emma: Nutmeg`, `${day} 11:00 Emma: Nutmeg`])

      // Moved, cancelled and booked here.
      await api.put(`/api/appointments/${first.id}`, { startTime: at('14:00'), endTime: at('15:00') })
      await api.put(`/api/appointments/${second.id}`, { status: 'cancelled' })
      await add('/api/appointments', { title: 'Dentist', startTime: at('16:00'), endTime: at('16:30') })
      await expect.poll(listed, wait).toEqual([`${day} 14:00 Emma: Nutmeg`, `${day} 16:00 Dentist`])

      // Moved there.
      const { account, key } = far.credentials
      const { stdout } = await run('/usr/bin/python3', ['-c', MOVE, await calendarId(), account, key, 'Emma'])
      expect(stdout.trim()).toBe('moved')
      await page.goto(`${house.url}/integrations`)
      await card.getByRole('button', { name: 'Settings' }).click()
      await dialog.getByRole('button', { name: 'Check now' }).click()
      await page.goto(house.url)
      await page.getByRole('button', { name: 'Move and text' }).first().waitFor()
      await expectAccessible(page, 'Home with a question about a calendar')
      await expectNoSidewaysScroll(page, 'Home with a question about a calendar')
      await page.getByRole('button', { name: 'Move and text' }).click()
      await expect
        .poll(async () => (await api.get<{ startTime: string }>(`/api/appointments/${first.id}`)).startTime, wait)
        .toBe(at('16:00'))
      const texts = async () =>
        (await api.get<{ kind: string; body: string }[]>('/api/notices?limit=50')).filter(({ body }) => body.includes('16:00'))
      await expect.poll(async () => (await texts()).length, wait).toBe(1)
      await expect.poll(listed, wait).toEqual([`${day} 16:00 Dentist`, `${day} 16:00 Emma: Nutmeg`])

      await page.goto(`${house.url}/integrations`)
      await card.getByRole('button', { name: 'Settings' }).click()
      await dialog.getByRole('button', { name: 'Disconnect' }).click()
      const last = await calendarId()
      await page.getByRole('button', { name: 'Take them out' }).click()
      await card.getByText('Disconnected').waitFor()
      await expect.poll(() => far.phone.count(last), wait).toBe(0)
      expect(farrier.problems).toEqual([])
    })
  },
)
