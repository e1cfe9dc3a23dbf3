import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { HorsesScreen } from '#app/pages/horses/HorsesScreen.tsx'
import type { HorseRow } from '#features/records/horses/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import { record } from '#platform/web/sync/outbox.ts'
import type { Rec } from '#platform/web/sync/store.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { horseRow } from '#testing/browser/rows.ts'
import { Toaster } from '#ui/Toaster.tsx'
import '#ui/styles.css'

const today = dayOf(currentTime(), 'Europe/London')
let practice: ReturnType<typeof fakePractice>
let sarah: string
beforeEach(async () => {
  await page.viewport(1280, 800)
  practice = fakePractice()
  sarah = practice.server.write('clients', uuidv7(), { name: 'Sarah Penrose', businessName: 'Hollybush Farm', isActive: true })
})
afterEach(() => practice.leave())

const horse = (name: string, change: Partial<HorseRow> = {}) =>
  practice.server.write('horses', uuidv7(), horseRow({ name, clientId: sarah, ...change }))
const dueIn = (days: number) => ({ cycleDays: 42, lastService: addDays(today, days - 42), nextDue: addDays(today, days) })
const work = (horseId: string, workDate: string, change: object = {}) => ({
  horseId,
  workDate,
  serviceType: 'Trim',
  description: null,
  findings: null,
  recommendations: null,
  resetsCycle: true,
  visitHorseId: null,
  memberId: uuidv7(),
  ...change,
})

async function open() {
  await practice.signIn()
  return render(
    <main>
      <HorsesScreen />
      <Toaster />
    </main>,
  )
}
const row = (screen: Awaited<ReturnType<typeof open>>, name: string) => screen.getByRole('row').filter({ hasText: name })

test('long names of a kind are distinguished by their ends', async () => {
  const names = [1, 2].map((n) => `Riding School Pony With A Rather Long Name ${n}`)
  for (const name of names) horse(name)
  const screen = await open()
  for (const name of names) {
    await expect.element(row(screen, name)).toBeVisible()
    const end = [...document.querySelectorAll('span')].find((span) => span.textContent === name.slice(-8) && span.childElementCount === 0)
    expect(end && end.scrollWidth <= end.clientWidth).toBe(true)
  }
})

test('before anything has come the screen shows that it is loading, then that there are none', async () => {
  const screen = await render(
    <main>
      <HorsesScreen />
    </main>,
  )
  await expect.element(screen.getByText('Loading horses...')).toBeVisible()
  await practice.signIn()
  await expect.element(screen.getByText('No horses yet')).toBeVisible()
  await expect.element(screen.getByText('Get started by adding your first horse.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Add Horse' })).toBeVisible()
})

test('a device that never had a signal shows that in place of an empty list', async () => {
  practice.server.before = () => {
    throw new TypeError('Failed to fetch')
  }
  await practice.signIn()
  practice.api.offline(true)
  const screen = await render(
    <main>
      <HorsesScreen />
    </main>,
  )
  await expect.element(screen.getByText('been fetched to this device yet', { exact: false })).toBeVisible()
})

test('the table shows owner, dates and status, soonest due first, and warns of flags', async () => {
  horse('Bramble', dueIn(30))
  horse('Merlin', { ...dueIn(-7), breed: 'Welsh Section D', birthYear: Number(today.slice(0, 4)) - 9, flags: ['kicks'] })
  horse('Biscuit', dueIn(3))
  horse('Pebble')
  const screen = await open()
  const heads = ['Horse', 'Owner', 'Last Service', 'Next Due', 'Status', 'Actions']
  await expect
    .poll(() =>
      screen
        .getByRole('row')
        .elements()
        .slice(1)
        .map((each) => each.querySelector('.font-bold')?.textContent),
    )
    .toEqual(['Merlin', 'Biscuit', 'Bramble', 'Pebble'])
  expect(
    screen
      .getByRole('columnheader')
      .elements()
      .map((head) => head.textContent),
  ).toEqual(heads)
  for (const words of ['Welsh Section D, 9', 'Kicks', 'Sarah Penrose', '7 days over', 'Overdue'])
    await expect.element(row(screen, 'Merlin').getByText(words)).toBeVisible()
  await expect.element(row(screen, 'Biscuit').getByText('Due soon')).toBeVisible()
  await expect.element(row(screen, 'Bramble').getByText('Current')).toBeVisible()
  await expect.element(row(screen, 'Pebble').getByText('No date yet')).toBeVisible()
})

test('search forgives a slip, filters narrow, and a horse that is gone is listed apart', async () => {
  horse('Merlin', dueIn(-7))
  horse('Nutmeg', dueIn(30))
  horse('Old Duke', { goneOn: addDays(today, -100), goneReason: 'deceased', ...dueIn(-200) })
  const screen = await open()
  await screen.getByRole('searchbox', { name: 'Search horses' }).fill('mrelin')
  await expect.element(row(screen, 'Merlin')).toBeVisible()
  await expect.element(row(screen, 'Nutmeg')).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await screen.getByRole('button', { name: 'Overdue 1' }).click()
  await expect.element(row(screen, 'Nutmeg')).not.toBeInTheDocument()
  await expect.element(row(screen, 'Old Duke')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Gone 1' }).click()
  await expect.element(row(screen, 'Old Duke').getByText('Deceased')).toBeVisible()
})

test('the record shows details, owner and work, with work not yet sent counted at once', async () => {
  const id = horse('Merlin', { ...dueIn(-7), temperament: 'quick behind', vetName: 'Marches Equine', vetPhone: '01568 000000' })
  practice.server.write('work_entries', uuidv7(), work(id, addDays(today, -49), { serviceType: 'Full set new' }))
  const screen = await open()
  await screen.getByRole('button', { name: 'View Merlin' }).click()
  const record_ = screen.getByRole('complementary', { name: 'Merlin - Work History' })
  for (const words of ['Full set new', 'Completed', 'Sarah Penrose', '7 days over'])
    await expect.element(record_.getByText(words)).toBeVisible()
  await record_.getByRole('tab', { name: 'Details' }).click()
  for (const words of ['quick behind', 'Marches Equine', 'Not seen yet']) await expect.element(record_.getByText(words)).toBeVisible()
  expect(location.search).toBe(`?horse=${id}&tab=details`)
  practice.api.offline(true)
  await record([{ action: 'CREATE', entity: 'work_entries', data: work(id, today) }])
  await expect.element(record_.getByText('Current')).toBeVisible()
  await expect.element(row(screen, 'Merlin').getByText('in 6 weeks')).toBeVisible()
  history.back()
  await expect.element(record_).not.toBeInTheDocument()
})

test('of ten thousand horses only those in sight are rendered, and every row states its place', async () => {
  const id = horse('Horse 0', dueIn(-30))
  const screen = await open()
  await expect.element(row(screen, 'Horse 0')).toBeVisible()
  const first = await currentStore()?.rec.get(['horses', id])
  const many = Array.from({ length: 9_999 }, (_, n) => {
    const [made, data] = [uuidv7(), { ...first?.data, name: `Horse ${n + 1}`, ...dueIn((n % 90) - 10) }]
    return { ...first, id: made, data: { ...data, id: made }, stamp: 1e9 } as Rec
  })
  await currentStore()?.rec.bulkPut(many)
  const table = screen.getByRole('table', { name: 'Horses' })
  await expect.element(table).toHaveAttribute('aria-rowcount', '10001')
  expect(screen.getByRole('row').elements().length).toBeLessThan(60)
  await screen.getByRole('button', { name: 'View Horse 0', exact: true }).click()
  await screen.getByRole('complementary').getByRole('button', { name: 'Close' }).click()
  screen.getByRole('button', { name: 'Edit Horse 0', exact: true }).element().focus()
  await userEvent.keyboard('{End}')
  await expect.poll(() => document.activeElement?.closest('tr')?.getAttribute('aria-rowindex')).toBe('10001')
  expect(document.activeElement?.textContent).toBe('Edit')
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(() => document.activeElement?.closest('tr')?.getAttribute('aria-rowindex')).toBe('10000')
  await screen.getByRole('searchbox').fill('horse 9876')
  await expect.element(row(screen, 'Horse 9876')).toBeVisible()
})

test('rows on a phone are as few, 64 px each under headings of when they are due, and say how many there are', async () => {
  await page.viewport(375, 800)
  for (let n = 0; n < 60; n++) horse(`Horse ${n}`, dueIn(n))
  const screen = await open()
  const rows = () => [...document.querySelectorAll('li[aria-setsize="60"]')]
  await expect.poll(() => rows().length).toBeGreaterThan(2)
  expect(rows().length).toBeLessThan(30)
  expect(new Set(rows().map((each) => each.getBoundingClientRect().height))).toEqual(new Set([64]))
  await expect.element(screen.getByRole('heading', { name: 'This week' })).toBeVisible()
  window.scrollTo(0, document.documentElement.scrollHeight)
  await expect.element(screen.getByRole('button', { name: /^Horse 59/ })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^Horse 0/ })).not.toBeInTheDocument()
})

test('a row on a phone has its place, its status and its flags, and opens the record, where Edit is one press', async () => {
  await page.viewport(375, 800)
  horse('Merlin', { ...dueIn(-7), flags: ['kicks'] })
  const screen = await open()
  await screen.getByRole('button', { name: /^Merlin ?Kicks .*Sarah Penrose ?7 days over$/ }).click()
  const record = screen.getByRole('dialog', { name: 'Merlin - Work History' })
  await record.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Edit Horse' })).toBeVisible()
})

test('the order of a column, a filter and what is typed are in the address, and the address brings them back', async () => {
  const tom = practice.server.write('clients', uuidv7(), { name: 'Tom Haddon', businessName: null, isActive: true })
  horse('Merlin', { ...dueIn(-7), breed: 'cob ' })
  horse('Biscuit', { ...dueIn(3), breed: 'Cob' })
  horse('Acorn', { ...dueIn(-2), clientId: tom, breed: 'Arab' })
  const screen = await open()
  const names = () =>
    screen
      .getByRole('row')
      .elements()
      .slice(1)
      .map((each) => each.querySelector('.font-bold')?.textContent)
  const head = (name: string) => screen.getByRole('columnheader', { name })
  await expect.element(head('Next Due')).toHaveAttribute('aria-sort', 'ascending')
  await screen.getByRole('button', { name: 'Owner', exact: true }).click()
  await expect.element(head('Owner')).toHaveAttribute('aria-sort', 'ascending')
  await screen.getByRole('button', { name: 'Owner', exact: true }).click()
  await expect.element(head('Owner')).toHaveAttribute('aria-sort', 'descending')
  expect(names()[0]).toBe('Acorn')
  await screen.getByRole('button', { name: 'Show only a yard, an owner or a breed' }).click()
  await screen.getByRole('combobox', { name: 'Breed' }).selectOptions('Cob')
  await userEvent.keyboard('{Escape}')
  await expect.poll(names).toEqual(['Biscuit', 'Merlin'])
  await screen.getByRole('button', { name: 'Overdue 2' }).click()
  await expect.poll(names).toEqual(['Merlin'])
  await screen.getByRole('searchbox').fill('mer')
  await expect.poll(() => location.search).toBe('?sort=-owner&breed=cob&show=overdue&q=mer')
  await screen.getByRole('button', { name: 'Any breed, not just Cob' }).click()
  expect(location.search).not.toContain('breed')
  history.pushState(null, '', '/?show=overdue&q=acorn&sort=horse')
  await expect.poll(names).toEqual(['Acorn'])
  await expect.element(screen.getByRole('searchbox')).toHaveValue('acorn')
})

test('an apprentice looks and changes nothing', async () => {
  horse('Merlin')
  await practice.signIn({ role: 'apprentice' })
  const screen = await render(
    <main>
      <HorsesScreen />
    </main>,
  )
  await expect.element(screen.getByRole('button', { name: 'View Merlin' })).toBeVisible()
  for (const name of ['Add Horse', 'Edit Merlin']) await expect.element(screen.getByRole('button', { name })).not.toBeInTheDocument()
})

for (const [width, theme] of LOOKS)
  test(`axe finds nothing on the list, the record and the form, ${theme}, ${width} px`, async () => {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    const id = horse('Merlin', { ...dueIn(-7), flags: ['kicks'], specialNotes: 'Held by someone he knows.' })
    horse('Biscuit', dueIn(3))
    practice.server.write('work_entries', uuidv7(), work(id, addDays(today, -49)))
    const screen = await open()
    const merlin = screen.getByRole('button', { name: /^(View )?Merlin/ })
    await expect.element(merlin).toBeVisible()
    expect(await axeFindings()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await merlin.click()
    await expect.element(screen.getByRole('tab', { name: 'Timeline' })).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await screen.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Edit Horse' })).toBeVisible()
    expect(await axeFindings()).toEqual([])
  })

test('every row is as high as the table counts on, with flags and without', async () => {
  horse('Merlin', { ...dueIn(-7), flags: ['kicks', 'needs-sedation', 'vet-present', 'hates umbrellas and white vans'] })
  horse('Biscuit', { ...dueIn(3), breed: 'Connemara' })
  horse('Pebble', { pauses: [{ fromOn: addDays(today, -1), untilOn: null, reason: 'Turned away' }] })
  const screen = await open()
  const heightOf = (name: string) => row(screen, name).element().getBoundingClientRect().height
  await expect.element(row(screen, 'Merlin').getByText('Kicks, Needs sedation, Vet present', { exact: false })).toBeVisible()
  expect(['Merlin', 'Biscuit', 'Pebble'].map(heightOf)).toEqual([86, 60, 60])
})

test('the table fits beside an open record at 1200 px, with any content', async () => {
  await page.viewport(1200, 800)
  horse('Bartholomew of the Lower Wye Valley', { ...dueIn(-400), breed: 'Thoroughbred cross Irish Draught', flags: ['needs-sedation'] })
  horse('Pebble')
  const screen = await open()
  await screen.getByRole('button', { name: 'View Pebble' }).click()
  await expect.element(screen.getByRole('complementary')).toBeVisible()
  const box = () => screen.getByRole('table').element().parentElement
  await expect.poll(() => (box()?.scrollWidth ?? Number.POSITIVE_INFINITY) - (box()?.clientWidth ?? 0)).toBeLessThanOrEqual(0)
})
