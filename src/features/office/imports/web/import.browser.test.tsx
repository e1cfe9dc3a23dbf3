import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { type BadRow, type Import, type ImportItem, type ImportTable, importEndpoints } from '#features/office/imports/contract.ts'
import { ImportPage } from '#features/office/imports/web/ImportPage.tsx'
import { uuidv7 } from '#lib/ids.ts'
import { makeQueryClient } from '#platform/web/queries.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { Refusal } from '#testing/browser/fake-api.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { Toaster } from '#ui/Toaster.tsx'
import '#ui/styles.css'

const TABLE: ImportTable = {
  header: ['Name', 'Horse', 'Tel', 'Seen', 'Every', 'Cost', ''],
  samples: [['Ann Lee'], ['Merlin', 'Dolly'], ['07700 900118'], ['14/09/2026'], ['6 wks'], ['£35'], []],
  first: [
    { row: 2, cells: ['Ann Lee', 'Merlin', '07700 900118', '14/09/2026', '6 wks', '£35', ''] },
    { row: 3, cells: ['', 'Dolly', '', '31/02/2026', '', '', ''] },
  ],
  rowCount: 312,
  order: 'dmy',
  mappings: {
    horses: ['name', 'horse', 'phone', 'lastVisit', 'cycle', null, null],
    clients: ['name', null, 'phone', null, null, null, null],
    yards: [null, null, null, null, null, null, null],
  },
}

const counts = (horses = 2) => ({
  clients: { added: 1, joined: 1 },
  yards: { added: 0, joined: 0 },
  horses: { added: horses, joined: 0 },
  visits: { added: 0, joined: 0 },
  work: 1,
  prices: 0,
  leftOut: 1,
})

const anImport = (change: Partial<Import> = {}): Import => ({
  id: uuidv7(),
  fileName: 'horses.csv',
  source: 'csv',
  kind: 'horses',
  state: 'draft',
  total: 0,
  handled: 0,
  counts: null,
  problem: null,
  kept: null,
  hasLeftOut: false,
  memberName: 'Gareth Probert',
  createdAt: '2026-11-20T10:42:00.000Z',
  stateAt: '2026-11-20T10:43:00.000Z',
  ...change,
})

const item = (key: string, title: string, change: Partial<ImportItem> = {}): ImportItem => ({
  key,
  entity: 'horses',
  row: 2,
  title,
  details: ['Ann Lee'],
  warnings: [],
  match: null,
  proposed: 'add',
  count: 1,
  isAlreadyHere: false,
  ...change,
})

const ITEMS = [
  item('c0', 'Ann Lee', {
    entity: 'clients',
    details: ['07700 900118'],
    match: { id: uuidv7(), name: 'Anne Lee', because: 'phone' },
    proposed: 'join',
  }),
  item('c1', 'Bob Pugh', { entity: 'clients', details: ['07700 900119'] }),
  item('h0', 'Merlin'),
  item('h1', 'Biscuit', { warnings: ['A microchip number has 15 digits; this one is kept as written.'] }),
]
const BAD: BadRow[] = [{ row: 3, cells: ['', 'Dolly'], why: 'It has no owner name.' }]

let practice: ReturnType<typeof fakePractice>
let past: Import[]
let current: Import
let started: unknown[]

beforeEach(() => {
  practice = fakePractice()
  past = []
  current = anImport()
  started = []
  practice.api
    .on(importEndpoints.list, () => past)
    .on(importEndpoints.upload, () => ({ ...current, table: TABLE }))
    .on(importEndpoints.one, () => ({ ...current, table: current.state === 'draft' || current.state === 'failed' ? TABLE : null }))
    .on(importEndpoints.check, () => ({ items: ITEMS, bad: BAD, header: TABLE.header, notes: [] }))
    .on(importEndpoints.start, ({ body }) => {
      started.push(body)
      current = { ...current, state: 'running', total: 4, handled: 1 }
      return current
    })
    .on(importEndpoints.cancel, () => {
      current = { ...current, state: 'cancelled' }
      return current
    })
    .on(importEndpoints.undo, () => {
      current = { ...current, state: 'undoing', total: 3, handled: 1 }
      return current
    })
    .on(importEndpoints.leftOut, () => ({ header: TABLE.header, rows: BAD }))
})
afterEach(async () => {
  await cleanup()
  await practice.leave()
})

async function open(path = '/settings/import', role: 'owner' | 'apprentice' = 'owner') {
  await practice.signIn({ role })
  const location = memoryLocation({ path, record: true })
  return render(
    <QueryClientProvider client={makeQueryClient()}>
      <Router hook={location.hook} searchHook={location.searchHook}>
        <main>
          <ImportPage />
        </main>
        <Toaster />
      </Router>
    </QueryClientProvider>,
  )
}
type Screen = Awaited<ReturnType<typeof open>>

const choose = (screen: Screen, file = new File(['Name;Horse'], 'horses.csv')) =>
  userEvent.upload(screen.getByLabelText('File to import'), file)
const press = (screen: Screen, name: string | RegExp) => screen.getByRole('button', { name }).click()

test('a column gets another field and the first rows show at once the records they would become', async () => {
  const screen = await open()
  await choose(screen)
  await expect.element(screen.getByRole('heading', { name: '312 rows in horses.csv' })).toBeVisible()
  const rows = screen.getByRole('region', { name: 'The first rows would become' })
  await expect.element(rows.getByText('Trim, 14 Sep 2026 · every 6 weeks', { exact: true })).toBeVisible()
  await expect.element(rows.getByText(/is not a date\. It has no owner name\./)).toBeVisible()
  await screen.getByLabelText('Cost becomes').selectOptions('Price')
  await expect.element(rows.getByText('Trim, 14 Sep 2026 · every 6 weeks · £35')).toBeVisible()
  await screen.getByLabelText('Last visit and price are for').selectOptions('Full set new')
  await expect.element(rows.getByText('Full set new, 14 Sep 2026 · every 6 weeks · £35')).toBeVisible()
  await expect.element(screen.getByText('1 empty column is left out.')).toBeVisible()
})

test('one thing comes from one column, and nothing goes on without the names', async () => {
  const screen = await open()
  await choose(screen)
  await screen.getByLabelText('Cost becomes').selectOptions('Horse’s name')
  await expect.element(screen.getByLabelText('Horse becomes')).toHaveValue('')
  await screen.getByLabelText('Cost becomes').selectOptions('Leave out')
  await expect.element(screen.getByText('Say which column is the horse’s name.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Check 312 rows' })).toBeDisabled()
  await screen.getByRole('radio', { name: 'Client' }).click()
  await expect.element(screen.getByRole('button', { name: 'Check 312 rows' })).toBeEnabled()
})

test('the dry run is decided one by one or all together, and only what differs is sent', async () => {
  const screen = await open()
  await choose(screen)
  await press(screen, 'Check 312 rows')
  await expect.element(screen.getByText('2 horses and 1 client to add, 1 client to fill in')).toBeVisible()
  await expect.element(screen.getByText('Same phone as Anne Lee')).toBeVisible()
  await expect.element(screen.getByText('Row 3:')).toBeVisible()
  await screen.getByLabelText('What to do with Ann Lee').selectOptions('Add as another')
  await screen.getByRole('checkbox', { name: 'Import Biscuit' }).click()
  await expect.element(screen.getByText('1 horse and 2 clients to add, 1 horse left out')).toBeVisible()
  await press(screen, 'Import 3 records')
  await expect.element(screen.getByText('Importing horses.csv, 1 of 4')).toBeVisible()
  expect(started).toMatchObject([{ plan: { kind: 'horses', usualWork: 'Trim' }, choices: { c0: 'add', h1: 'skip' } }])
})

test('progress has a figure, continues automatically and ends in the result', async () => {
  current = anImport({ state: 'running', total: 1000, handled: 412 })
  const screen = await open(`/settings/import?file=${current.id}`)
  await expect.element(screen.getByRole('progressbar', { name: 'Importing horses.csv' })).toHaveAttribute('aria-valuenow', '41')
  await expect.element(screen.getByText('Importing horses.csv, 412 of 1,000')).toBeVisible()
  current = { ...current, state: 'done', counts: counts(), hasLeftOut: true }
  await expect.element(screen.getByText('2 horses and 1 client added, 1 client filled in, 1 left out.')).toBeVisible()
  await expect.element(screen.getByText('With 1 last visit. Nobody was texted.')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'See horses' })).toHaveAttribute('href', '/horses')
})

test('a running import can be cancelled, and a failed one shows why and can be retried', async () => {
  current = anImport({ state: 'running', total: 10, handled: 1 })
  const screen = await open(`/settings/import?file=${current.id}`)
  await press(screen, 'Cancel')
  await expect.element(screen.getByText('Stopped. Nothing was changed.')).toBeVisible()
  await screen.unmount()
  current = anImport({ state: 'failed', problem: 'Something went wrong on the server.' })
  const again = await open(`/settings/import?file=${current.id}`)
  await expect.element(again.getByText(/Something went wrong on the server\. Nothing was changed\./)).toBeVisible()
  await press(again, 'Check 312 rows')
  await expect.element(again.getByRole('button', { name: 'Import 4 records' })).toBeVisible()
})

test('a past import is undone after one confirmation, and records that stay are listed with the reason', async () => {
  current = anImport({ state: 'done', counts: counts(41) })
  past = [current, anImport({ fileName: 'old.vcf', state: 'undone', counts: counts() })]
  const screen = await open()
  await expect.element(screen.getByText('Undone')).toBeVisible()
  await press(screen, 'Undo horses.csv')
  await expect.element(screen.getByText(/^41 horses and 1 client added, 1 client filled in: all of that is removed again\./)).toBeVisible()
  await press(screen, 'Undo the import')
  await expect.element(screen.getByText('Undoing horses.csv, 1 of 3')).toBeVisible()
  current = { ...current, state: 'undone', kept: [{ name: 'Merlin', why: "It's been changed since." }] }
  await expect.element(screen.getByRole('list', { name: 'What stays' }).getByText("It's been changed since.")).toBeVisible()
})

test('what can be no list is refused before it is sent', async () => {
  const screen = await open()
  await choose(screen, new File([Uint8Array.from([0x50, 0x4b, 3, 4, 0])], 'horses.xlsx'))
  await expect.element(screen.getByText(/^This is a spreadsheet in its own format\..*Nothing was changed\.$/)).toBeVisible()
  await choose(screen, new File([Uint8Array.from([1, 0, 2])], 'photo.jpg'))
  await expect.element(screen.getByText(/^This isn't a text file.*Nothing was changed\.$/)).toBeVisible()
  expect(practice.api.requests.filter((each) => each.startsWith('POST /api/imports'))).toEqual([])
})

test('the server’s refusal of a file is a sentence, and another can be chosen', async () => {
  practice.api.on(importEndpoints.upload, () => {
    throw new Refusal('unreadable_file')
  })
  const screen = await open()
  await choose(screen)
  await expect.element(screen.getByText("This file couldn't be read. Nothing was changed.")).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Choose a file' })).toBeEnabled()
})

test('offline the file chooser shows it, and choices already made stay', async () => {
  const screen = await open()
  await choose(screen)
  await press(screen, 'Check 312 rows')
  await screen.getByRole('checkbox', { name: 'Import Biscuit' }).click()
  practice.api.offline(true)
  await press(screen, /^Import 3/)
  await expect.element(screen.getByText(/^No connection: you can import the file when you have signal\./)).toBeVisible()
  await expect.element(screen.getByRole('checkbox', { name: 'Import Biscuit' })).not.toBeChecked()
  await screen.getByRole('button', { name: 'Columns' }).click()
  await press(screen, 'Another file')
  await expect.element(screen.getByText('Files are read and imported on the server. Come back when you have signal.')).toBeVisible()
})

test('an apprentice sees that they can’t import', async () => {
  const screen = await open('/settings/import', 'apprentice')
  await expect.element(screen.getByText('You can’t import')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Choose a file' })).not.toBeInTheDocument()
})

test('no state has an accessibility fault or moves sideways, on a phone or a desktop, light or dark', async () => {
  const states: Partial<Import>[] = [
    {},
    { state: 'failed', problem: 'No.' },
    { state: 'running', total: 9, handled: 3 },
    { state: 'done', counts: counts(), hasLeftOut: true },
    { state: 'undone', kept: [{ name: 'Merlin', why: "It's been changed since." }] },
  ]
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    for (const state of states) {
      current = anImport(state)
      const screen = await open(`/settings/import?file=${current.id}`)
      await expect.element(screen.getByText(/horses\.csv/).first()).toBeVisible()
      if (current.state === 'draft') {
        expect(await axeFindings(), `columns ${width} ${theme}`).toEqual([])
        await press(screen, 'Check 312 rows')
        await expect.element(screen.getByRole('button', { name: 'Import 4 records' })).toBeVisible()
      }
      expect(await axeFindings(), `${current.state} ${width} ${theme}`).toEqual([])
      expect(document.documentElement.scrollWidth, current.state).toBeLessThanOrEqual(width)
      await screen.unmount()
    }
    past = [anImport({ state: 'done', counts: counts(), hasLeftOut: true })]
    const screen = await open()
    await expect.element(screen.getByRole('button', { name: 'Undo horses.csv' })).toBeVisible()
    expect(await axeFindings(), `choose ${width} ${theme}`).toEqual([])
    await screen.unmount()
  }
  delete document.documentElement.dataset.theme
  await page.viewport(1280, 800)
})
