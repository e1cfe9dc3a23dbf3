import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { YardsScreen } from '#app/pages/yards/YardsScreen.tsx'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { forceSync } from '#platform/web/sync/sync.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { expectLongNamesToFit, LONG_NAMES } from '#testing/browser/long-names.ts'
import { clientRow } from '#testing/browser/rows.ts'
import { Toaster } from '#ui/Toaster.tsx'
import '#ui/styles.css'

const today = dayOf(currentTime(), 'Europe/London')
let practice: ReturnType<typeof fakePractice>
beforeEach(async () => {
  await page.viewport(1280, 800)
  practice = fakePractice()
})
afterEach(() => practice.leave())

const yard = (name: string, change: object = {}) =>
  practice.server.write('yards', uuidv7(), {
    name,
    address: null,
    postcode: null,
    lat: null,
    lng: null,
    positionSource: null,
    accessNotes: null,
    gateCode: null,
    hasCover: null,
    hasLights: null,
    contactClientId: null,
    payerClientId: null,
    what3words: null,
    ...change,
  })
const client = (name: string, change: object = {}) =>
  practice.server.write('clients', uuidv7(), { name, isActive: true, phone: null, phoneE164: null, tags: [], ...change })
const horse = (name: string, yardId: string, clientId: string, dueInDays: number) =>
  practice.server.write('horses', uuidv7(), {
    name,
    clientId,
    yardId,
    flags: [],
    birthYear: null,
    cycleDays: 42,
    pauses: [],
    goneOn: null,
    lastService: addDays(today, dueInDays - 42),
    nextDue: addDays(today, dueInDays),
  })
async function open(change: Parameters<typeof practice.signIn>[0] = {}) {
  await practice.signIn(change)
  return render(
    <main>
      <YardsScreen />
      <Toaster />
    </main>,
  )
}

test('without any the screen explains what a yard is for', async () => {
  const screen = await open()
  await expect.element(screen.getByText('No yards yet')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Add Yard' })).toBeVisible()
})

test('a yard is added, opened and edited; the server receives only what changed', async () => {
  const screen = await open()
  await screen.getByRole('button', { name: 'Add Yard' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Add New Yard' })
  await dialog.getByRole('button', { name: 'Add Yard' }).click()
  await expect.element(dialog.getByText('Enter a name')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Hollybush Farm')
  await dialog.getByRole('textbox', { name: /^Gate code/ }).fill('4471')
  await dialog.getByRole('checkbox', { name: 'Lights after dark' }).click()
  await dialog.getByRole('button', { name: 'Add Yard' }).click()
  await expect.element(screen.getByText('Yard created successfully').first()).toBeVisible()
  await screen.getByRole('button', { name: /Hollybush Farm/ }).click()
  const panel = screen.getByRole('complementary', { name: 'Hollybush Farm' })
  await expect.element(panel.getByText('4471')).toBeVisible()
  await panel.getByRole('button', { name: 'Edit' }).click()
  await screen.getByRole('textbox', { name: /^Getting in/ }).fill('Shut both gates')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(panel.getByText('Shut both gates')).toBeVisible()
  await expect
    .poll(() => practice.ops().map((op) => [op.action, op.data]))
    .toEqual([
      ['CREATE', expect.objectContaining({ name: 'Hollybush Farm', gateCode: '4471', hasLights: true, postcode: null })],
      ['UPDATE', { accessNotes: 'Shut both gates' }],
    ])
})

test('a yard shows who answers and pays, how to get there, when next, and what was agreed for work there', async () => {
  const sarah = client('Sarah Penrose', { phone: '07700 900118', phoneE164: '+447700900118' })
  const place = { lat: 52.2297, lng: -2.9411, positionSource: 'pin', what3words: 'filled.count.soap' }
  const id = yard('Hollybush Farm', { ...place, contactClientId: sarah, payerClientId: sarah, hasCover: true, hasLights: false })
  const visit = { status: 'booked', isCallOnly: false, callPeriod: 'AM', localStart: '09:30', title: 'Yard day', clientId: sarah }
  practice.server.write('appointments', uuidv7(), { ...visit, yardId: id, onDay: addDays(today, 9) })
  practice.server.write('appointments', uuidv7(), { ...visit, yardId: id, onDay: addDays(today, 2), status: 'cancelled' })
  const trim = practice.server.write('price_items', uuidv7(), { serviceType: 'Trim', label: 'Trim', unitPence: 3500, vatRateBp: 0 })
  practice.server.write('price_overrides', uuidv7(), { priceItemId: trim, horseId: null, clientId: null, yardId: id, unitPence: 3200 })
  const screen = await open()
  await screen.getByRole('button', { name: /Hollybush Farm/ }).click()
  const panel = screen.getByRole('complementary', { name: 'Hollybush Farm' })
  await expect.element(panel.getByRole('link', { name: 'Navigate' })).toHaveAttribute('href', expect.stringContaining('52.2297%2C-2.9411'))
  await expect.element(panel.getByRole('link', { name: 'Call Sarah Penrose' })).toHaveAttribute('href', 'tel:+447700900118')
  await expect
    .element(panel.getByRole('link', { name: '///filled.count.soap' }))
    .toHaveAttribute('href', 'https://what3words.com/filled.count.soap')
  for (const words of ['Cover to work under', 'No lights']) await expect.element(panel.getByText(words)).toBeVisible()
  await expect.element(panel.getByRole('link', { name: /09:30: Yard day/ })).toBeVisible()
  await expect.element(panel.getByRole('button', { name: 'Rebook the whole yard' })).toBeVisible()
  await expect.element(panel.getByRole('region', { name: 'Agreed prices' }).getByText('£32')).toBeVisible()
})

test.each([
  ['postcode', 'postcode centre', 'Mill%20Lane%2C%20HR6%200VK'],
  ['what3words', 'from what3words', '52.2297%2C-2.9411'],
] as const)('a position found by %s says so, and the way there goes to %s', async (positionSource, words, destination) => {
  yard('Hollybush Farm', { lat: 52.2297, lng: -2.9411, positionSource, address: 'Mill Lane', postcode: 'HR6 0VK' })
  const screen = await open()
  await screen.getByRole('button', { name: /Hollybush Farm/ }).click()
  const panel = screen.getByRole('complementary', { name: 'Hollybush Farm' })
  await expect.element(panel.getByText(words, { exact: false })).toBeVisible()
  await expect.element(panel.getByRole('link', { name: 'Navigate' })).toHaveAttribute('href', expect.stringContaining(destination))
  await panel.getByRole('button', { name: 'Edit' }).click()
  await expect.element(screen.getByRole('status').filter({ hasText: words })).toBeVisible()
})

test('its horses are listed by due date or by owner, and one is added there', async () => {
  const id = yard('Hollybush Farm')
  const [sarah, tom] = [client('Sarah Penrose'), client('Tom Haddon')]
  horse('Merlin', id, sarah, -3)
  horse('Biscuit', id, tom, 5)
  horse('Dolly', id, sarah, 30)
  const screen = await open()
  await expect.element(screen.getByRole('button', { name: /Hollybush Farm.*Overdue.*3 horses/ })).toBeVisible()
  await screen.getByRole('button', { name: /Hollybush Farm/ }).click()
  const here = screen.getByRole('region', { name: 'Horses here' })
  const heads = () =>
    here
      .getByRole('heading', { level: 3 })
      .elements()
      .map((head) => head.textContent)
  await expect.poll(heads).toEqual(['3 horses here', 'Overdue', 'Due in two weeks', 'Due later'])
  await here.getByRole('radio', { name: 'By owner' }).click()
  expect(heads()).toEqual(['3 horses here', 'Sarah Penrose', 'Tom Haddon'])
  await here.getByRole('button', { name: 'Add Horse' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Add New Horse' })
  await expect.element(dialog.getByRole('combobox', { name: /^Stands at/ })).toHaveValue('Hollybush Farm')
})

test('long names of its horses stay in their card on a small phone, and can be distinguished', async () => {
  await page.viewport(320, 700)
  const id = yard('Hollybush Farm')
  for (const name of LONG_NAMES) horse(name, id, client('Sarah Penrose'), -3)
  const screen = await open()
  await screen.getByRole('button', { name: /Hollybush Farm/ }).click()
  await expectLongNamesToFit(screen.getByRole('region', { name: 'Horses here' }))
})

test('the long names of yards can be read to their ends in the list on a small phone', async () => {
  await page.viewport(320, 700)
  for (const name of LONG_NAMES) {
    const id = yard(name, { address: 'The Old Stables, Hollybush Lane, Kingsland' })
    horse('Biscuit', id, client('Sarah Penrose'), -3)
  }
  const screen = await open()
  await expectLongNamesToFit(screen.getByRole('region', { name: 'Yards' }))
})

test('the yards are found by name and postcode, and shown on a sketch when there is no map', async () => {
  yard('Hollybush Farm', { postcode: 'HR6 0VK', lat: 52.2466, lng: -2.8124 })
  yard('Upper Court', { lat: 52.3589, lng: -2.7204 })
  yard('Nowhere yet')
  const screen = await open()
  await screen.getByRole('searchbox', { name: 'Search yards' }).fill('hr60vk')
  await expect.element(screen.getByRole('button', { name: /Upper Court/ })).not.toBeInTheDocument()
  await screen.getByRole('searchbox', { name: 'Search yards' }).fill('')
  await screen.getByRole('radio', { name: 'Map' }).click()
  const map = screen.getByRole('figure', { name: 'Map of the yards' })
  await expect.element(map.getByText(/^\d+ miles, as the crow flies$/)).toBeVisible()
  await expect.element(screen.getByText("1 yard has no position and isn't on the map.")).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await map.getByRole('button', { name: 'Upper Court' }).click()
  await expect.element(screen.getByRole('complementary', { name: 'Upper Court' })).toBeVisible()
  const [north, south] = ['Upper Court', 'Hollybush Farm'].map(
    (name) => map.getByRole('button', { name }).element().getBoundingClientRect().bottom,
  )
  expect(north).toBeLessThan(south ?? 0)
})

test('a map whose style cannot be fetched becomes the sketch', async () => {
  yard('Hollybush Farm', { lat: 52.2466, lng: -2.8124 })
  const screen = await open({ mapStyleUrl: 'http://localhost:1/style.json' })
  await screen.getByRole('radio', { name: 'Map' }).click()
  await expect
    .element(screen.getByRole('figure', { name: 'Map of the yards' }).getByText('as the crow flies', { exact: false }))
    .toBeVisible()
})

test('a position is pasted and cleared on the form of a yard', async () => {
  const id = yard('Hollybush Farm', { lat: 52.1, lng: -2.8, positionSource: 'pin' })
  const screen = await open()
  await screen.getByRole('button', { name: /Hollybush Farm/ }).click()
  await screen.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = screen.getByRole('dialog', { name: 'Edit Yard' })
  await expect.element(dialog.getByText('52.10000, -2.80000')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Paste a position/ }).fill('SO 357 671')
  await expect.element(dialog.getByText('pasted')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => practice.server.row('yards', id)?.data)
    .toMatchObject({ positionSource: 'pasted', lat: expect.closeTo(52.298, 2) })
  await screen.getByRole('button', { name: 'Edit', exact: true }).click()
  await screen.getByRole('button', { name: 'Clear the position' }).click()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => practice.server.row('yards', id)?.data).toMatchObject({ lat: null, lng: null, positionSource: null })
})

test('an apprentice reads a yard and its gate code, and changes nothing', async () => {
  yard('Hollybush Farm', { gateCode: '4471' })
  const screen = await open({ role: 'apprentice' })
  await screen.getByRole('button', { name: /Hollybush Farm/ }).click()
  await expect.element(screen.getByText('4471')).toBeVisible()
  for (const name of ['Add Yard', 'Edit', 'Rebook the whole yard', 'Add Horse'])
    await expect.element(screen.getByRole('button', { name })).not.toBeInTheDocument()
})

for (const [width, theme] of LOOKS)
  test(`axe finds nothing on the list, a yard and its form, ${theme}, ${width} px`, async () => {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    yard('Hollybush Farm', { postcode: 'HR6 0VK', gateCode: '4471', accessNotes: 'Shut both gates', hasCover: true, hasLights: false })
    const screen = await open()
    await expect.element(screen.getByRole('button', { name: /Hollybush Farm/ })).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await screen.getByRole('button', { name: /Hollybush Farm/ }).click()
    await expect.element(screen.getByText('4471')).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await screen.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Edit Yard' })).toBeVisible()
    expect(await axeFindings()).toEqual([])
  })

test('the owners of a yard are invited together, each text in sight; not where the portal is off', async () => {
  const [home, elsewhere] = [yard('Hollybush Farm'), yard('Home Field')]
  const owner = (name: string, change: object) => practice.server.write('clients', uuidv7(), clientRow({ name, ...change }))
  const [sarah, huw, nia] = [
    owner('Sarah Penrose', { email: 'sarah@example.com' }),
    owner('Huw Bevan', { phoneE164: '+447700900118' }),
    owner('Nia Pugh', { email: 'nia@example.com' }),
  ]
  horse('Merlin', home, sarah, 3)
  horse('Taran', home, huw, 9)
  horse('Seren', elsewhere, nia, 9)
  const screen = await open()
  await screen.getByRole('button', { name: /Hollybush Farm/ }).click()
  const invite = screen.getByRole('complementary', { name: 'Hollybush Farm' }).getByRole('button', { name: 'Invite the owners here' })
  await invite.click()
  const dialog = screen.getByRole('dialog', { name: 'Invite to the portal' })
  for (const name of [/^Sarah Penrose/, /^Huw Bevan/]) await expect.element(dialog.getByRole('checkbox', { name })).toBeChecked()
  await expect.element(dialog.getByText('By e-mail to Sarah Penrose')).toBeVisible()
  expect(dialog.getByRole('checkbox', { name: /^Nia Pugh/ }).query()).toBeNull()
  await dialog.getByRole('checkbox', { name: /^Huw Bevan/ }).click()
  await expect.element(dialog.getByRole('button', { name: 'Send 1 invitation' })).toBeEnabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  // Another yard is for the farrier to choose from.
  await invite.click()
  await dialog.getByRole('combobox', { name: 'Yard' }).selectOptions('Home Field')
  await expect.element(dialog.getByRole('checkbox', { name: /^Nia Pugh/ })).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  practice.decides({ portal: { way: 'off' } })
  await forceSync()
  await expect.element(invite).not.toBeInTheDocument()
})

test('a member who doesn’t run the portal can invite no one', async () => {
  yard('Hollybush Farm')
  const screen = await open({ role: 'apprentice' })
  await screen.getByRole('button', { name: /Hollybush Farm/ }).click()
  await expect.element(screen.getByRole('complementary', { name: 'Hollybush Farm' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Invite the owners here' }).query()).toBeNull()
})
