import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf } from '#lib/dates.ts'
import { DESKTOP, expectAccessible, type House, PHONE, shareHouse, type Visitor } from '#testing/e2e.ts'
import { atLength } from '#testing/whole.ts'

/* Real exports of real programs; we may not distribute them, so they are not everywhere. */
const EXPORTS = join(import.meta.dirname, '../../shared/data/import')
const today = dayOf(currentTime(), 'Europe/London')
const nextWeek = addDays(today, 7)

const CONTACTS = `BEGIN:VCARD
VERSION:3.0
FN:Siân O'Dwyer
TEL;TYPE=CELL:07700 900345
EMAIL:sian@example.com
END:VCARD
BEGIN:VCARD
VERSION:4.0
FN:Marcus Lloyd
TEL;VALUE=uri:tel:+44-7700-900-456
ADR:;;The Forge;Presteigne;;LD8 2AB;UK
END:VCARD
BEGIN:VCARD
VERSION:3.0
FN:E. Rees
TEL:+447700900118
EMAIL:emma.rees@example.com
END:VCARD
`

const event = (uid: string, lines: string[]) => ['BEGIN:VEVENT', `UID:${uid}@example.com`, ...lines, 'END:VEVENT']
const at = (day: Day, time: string) => `${day.replaceAll('-', '')}T${time}00`
const DIARY = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Example//Diary//EN',
  ...event('1', [
    `DTSTART:${at(nextWeek, '1000')}`,
    `DTEND:${at(nextWeek, '1130')}`,
    "SUMMARY:Siân O'Dwyer, two trims",
    'LOCATION:Lower Barn',
  ]),
  ...event('2', [`DTSTART:${at(nextWeek, '1400')}`, `DTEND:${at(nextWeek, '1500')}`, 'SUMMARY:Dentist']),
  ...event('3', [`DTSTART:${at(nextWeek, '1600')}`, `DTEND:${at(nextWeek, '1700')}`, 'SUMMARY:Called off', 'STATUS:CANCELLED']),
  'END:VCALENDAR',
].join('\r\n')

/* A farrier's own list: a title, semicolons, Windows-1252, missing leading zeros, an existing owner, unreadable rows. */
const HORSES = [
  'My horses, autumn;;;;;;;;',
  'Horse;Owner;Phone;Yard;Postcode;Last visit;Weeks;Price;Anything else',
  "Merlin;Siân O'Dwyer;7700900345;Oakfield Livery;HR6 9QS;14/09/2026;6 wks;£35,00;barefoot behind",
  "Biscuit;Siân O'Dwyer;07700 900345;Oakfield Livery;;3 Oct 26;8;35;",
  '"Dolly";Ruth Ockham;07700 900444;;;;;;"two',
  'lines"',
  ';No Horse;07700 900445;;;;;;',
  "Star;Ruth Ockham;;;;31/02/2026;6;;=cmd|' /C calc'!A0",
  "Merlin;Siân O'Dwyer;;;;;;;",
].join('\r\n')

let house: House

beforeAll(() => {
  house = shareHouse()
})

afterAll(() => house.close())

describe.each(atLength([PHONE], [PHONE, DESKTOP]))('a farrier who has just heard of it, at %i px,', (width) => {
  let farrier: Visitor
  let page: Page

  beforeAll(async () => {
    farrier = await house.visit(width)
    page = farrier.page
  })

  afterAll(async () => {
    expect(farrier.problems).toEqual([])
    await farrier.context.close()
  })

  test('registers a practice from the landing page', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Start Free Trial' }).last().click()
    await page.getByLabel('Your name').fill('Nia Farrow')
    await page.getByLabel('Practice name').fill('Farrow Farriery')
    await page.getByLabel('E-mail').fill(`nia.${width}@farrow.example`)
    await page.getByRole('textbox', { name: 'Password' }).fill('hot iron, cold water')
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByRole('heading', { name: 'Welcome, Nia' }).waitFor()
  })

  test('books the first visit with one short form', async () => {
    await fill({ Client: 'Emma Rees', Horse: 'Nutmeg', Day: nextWeek })
    await press('Full set new')
    await press('A yard')
    await fill({ Yard: 'Hill Livery' })
    await press('Book it')
    await page.getByRole('heading', { level: 1, name: /^Booked: / }).waitFor()
  })

  test('gets the question about working days in the diary, once', async () => {
    await page.goto('/calendar')
    const question = page.getByRole('region', { name: 'Working days' })
    await question.getByLabel('Sat').check()
    await expectAccessible(page, 'a question in the diary')
    await question.getByRole('button', { name: 'Save' }).click()
    await question.waitFor({ state: 'detached' })
    const { practice } = await farrier.api.get<{ practice: object }>('/api/auth/user')
    expect(practice).toMatchObject({ workingDays: [1, 2, 3, 4, 5, 6], toAsk: ['frcNumber', 'nation'] })
  })

  test('sees the client, the horse, the yard and the visit where they belong', async () => {
    await page.goto('/clients')
    await page.getByRole('button', { name: /^(View Details of )?Emma Rees/ }).waitFor()
    await page.goto('/horses')
    await page.getByText('Nutmeg').first().waitFor()
    await page.goto('/yards')
    await page.getByText('Hill Livery').first().waitFor()
    await page.goto(`/calendar?view=week&date=${nextWeek}`)
    await page.getByRole('button', { name: /Nutmeg, Full set new/ }).waitFor()
    await page.getByRole('button', { name: 'Online', exact: true }).waitFor()
    // The mark shows Online until the page has counted what waits.
    await expect.poll(visitsNextWeek).toMatchObject([{ title: 'Nutmeg, Full set new', localStart: '09:00', localEnd: '10:00' }])
    const [emma] = await farrier.api.get<{ id: string }[]>('/api/clients?limit=10')
    await farrier.api.put(`/api/clients/${emma?.id}`, { phone: '07700 900118' })
  })

  test('brings contacts: numbers are read, one who is known is proposed to be filled in', async () => {
    await openImport(page)
    await choose('contacts.vcf', CONTACTS)
    await page.getByText('2 clients to add, 1 client to fill in').waitFor()
    await page.getByText('Same phone as Emma Rees').waitFor()
    await expectAccessible(page, 'a dry run of contacts')
    await press('Import 3 records')
    await page.getByText('2 clients added, 1 client filled in.').waitFor()
    await page.getByRole('link', { name: 'See clients' }).click()
    await page.getByRole('button', { name: /^(View Details of )?Siân O'Dwyer/ }).waitFor()
    const clients = await farrier.api.get<{ name: string }[]>('/api/clients?limit=100')
    expect(clients.map(({ name }) => name).sort()).toEqual(['Emma Rees', 'Marcus Lloyd', "Siân O'Dwyer"])
    expect(clients.find(({ name }) => name === 'Marcus Lloyd')).toMatchObject({ phoneE164: '+447700900456', postcode: 'LD8 2AB' })
    expect(clients.find(({ name }) => name === 'Emma Rees')).toMatchObject({ phone: '07700 900118', email: 'emma.rees@example.com' })
  })

  test('brings a messy list of horses: names its columns, sees what can’t be read, and finds all of it where it belongs', async () => {
    await openImport(page)
    await choose('My horses.csv', Buffer.from(HORSES, 'latin1'))
    await page.getByText('6 rows in My horses.csv').waitFor()
    const notes = page.getByLabel('Anything else becomes')
    expect(await notes.inputValue()).toBe('')
    await notes.selectOption('Notes on the horse')
    await page.getByText('barefoot behind').last().waitFor()
    await page.getByLabel('Last visit and price are for').selectOption('Full set refit')
    await expectAccessible(page, 'naming columns')
    await press('Check 6 rows')
    await page.getByText('3 horses, 1 client and 1 yard to add, 1 horse and 1 client to fill in').waitFor()
    await page.getByText('Row 6: It has no horse name.').waitFor()
    await page.getByText('Row 7: Last visit “31/02/2026” is not a date.').waitFor()
    await expectAccessible(page, 'a dry run of horses')
    const [download] = await Promise.all([page.waitForEvent('download'), press('Download these rows')])
    const saved = readFileSync(await download.path(), 'utf8')
    expect(saved).toContain('Why it was left out')
    expect(saved).toContain(`"'=cmd|' /C calc'!A0"`)
    await press('Import 7 records')
    await page.getByText('3 horses, 1 client and 1 yard added, 1 horse and 1 client filled in, 2 left out.').waitFor()
    await page.getByText('With 2 last visits and 2 prices.').waitFor()
    await page.getByRole('link', { name: 'See horses' }).click()
    for (const name of ['Merlin', 'Biscuit', 'Dolly']) await page.getByText(name).first().waitFor()
    await page.goto('/yards')
    await page.getByText('Oakfield Livery').first().waitFor()
    const [merlin] = (await horses()).filter(({ name }) => name === 'Merlin')
    expect(merlin).toMatchObject({
      cycleDays: 42,
      lastService: '2026-09-14',
      specialNotes: 'barefoot behind',
      client: { name: "Siân O'Dwyer" },
    })
  })

  // These checks do not depend on the width.
  if (width === PHONE) {
    test('imports a diary: visits of clients and own entries, and no one is texted', async () => {
      await openImport(page)
      await choose('diary.ics', DIARY)
      await page.getByText('2 entries to add').waitFor()
      await page.getByText('1 cancelled entry is left out.').waitFor()
      await page.getByRole('heading', { name: 'Own entries (1)' }).waitFor()
      await expectAccessible(page, 'a dry run of a diary')
      await press('Import 2 entries')
      await page.getByText('2 entries added.').waitFor()
      await page.goto(`/calendar?view=week&date=${nextWeek}`)
      await page.getByRole('button', { name: /Siân O'Dwyer, two trims/ }).waitFor()
      await page.getByRole('button', { name: /Dentist/ }).waitFor()
      expect((await visitsNextWeek()).map(({ title }) => title).sort()).toEqual([
        'Dentist',
        'Nutmeg, Full set new',
        "Siân O'Dwyer, two trims",
      ])
      expect(await farrier.api.get('/api/notices')).toEqual([])
    })

    test('brings the same diary again, and has nothing twice', async () => {
      await openImport(page)
      await choose('diary.ics', DIARY)
      await page.getByText('2 entries are already in your diary.').waitFor()
      expect(await page.getByRole('button', { name: 'Nothing to import' }).isDisabled()).toBe(true)
    })

    test('takes the whole list back with one press, and keeps what was touched since', async () => {
      const [dolly] = (await horses()).filter(({ name }) => name === 'Dolly')
      await farrier.api.put(`/api/horses/${dolly?.id}`, { breed: 'Cob' })
      await openImport(page)
      await page.getByRole('button', { name: 'Undo My horses.csv' }).click()
      await press('Undo the import')
      await page.getByRole('list', { name: 'What stays' }).getByText("It's been changed since.").waitFor()
      await expectAccessible(page, 'an import taken back')
      expect((await horses()).map(({ name }) => name).sort()).toEqual(['Dolly', 'Nutmeg'])
      const clients = await farrier.api.get<{ name: string }[]>('/api/clients?limit=100')
      expect(clients.map(({ name }) => name).sort()).toEqual(['Emma Rees', 'Marcus Lloyd', 'Ruth Ockham', "Siân O'Dwyer"])
    })

    test('shows when a file is none of these, and changes nothing', async () => {
      await openImport(page)
      await choose('holiday.vcf', Buffer.from([0x89, 0x50, 0, 0, 0, 1]))
      await page.getByText("This isn't a text file, so there's nothing to read in it. Nothing was changed.").waitFor()
      await choose('horses.xlsx', Buffer.from('PK\x03\x04'))
      await page.getByText('This is a spreadsheet in its own format.').waitFor()
    })
  }

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  async function fill(values: Record<string, string>) {
    for (const [label, value] of Object.entries(values))
      await page.getByRole('textbox', { name: label }).or(page.getByLabel(label)).first().fill(value)
  }

  const choose = (name: string, content: string | Buffer) =>
    page.getByLabel('File to import').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })

  const horses = () => farrier.api.get<{ id: string; name: string }[]>('/api/horses?limit=100')

  const visitsNextWeek = () => farrier.api.get<{ title: string }[]>(`/api/appointments?date=${nextWeek}`)
})

test.skipIf(!existsSync(EXPORTS))('what real programs export is brought in', async () => {
  const { api, page, context, problems } = await house.visit(DESKTOP)
  const nia = { firstName: 'Nia', lastName: 'Farrow', email: 'nia@farrow.example', password: 'hot iron, cold water' }
  await api.post('/api/auth/register', { ...nia, practiceName: 'Farrow Farriery' })
  await openImport(page)
  // The server's own tests read all of them; the rest of the way is the same, so two are imported.
  for (const name of readdirSync(EXPORTS).filter((file) => /(gmail-single|IPHONE).*\.(vcf|ics)$/.test(file))) {
    await page.getByLabel('File to import').setInputFiles(join(EXPORTS, name))
    await page.getByRole('heading', { name, exact: true }).waitFor()
    await page.getByRole('button', { name: /^Import \d/ }).click()
    await page.getByRole('button', { name: 'Import another file' }).click()
    await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  }
  await page.goto('/clients')
  await page.getByText('Greg Dartmouth').first().waitFor()
  expect(problems).toEqual([])
  await context.close()
})

async function openImport(page: Page) {
  await page.goto('/settings')
  await page.getByRole('link', { name: /Import/ }).click()
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
}
