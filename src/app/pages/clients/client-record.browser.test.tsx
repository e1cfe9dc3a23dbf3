import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ClientsScreen } from '#app/pages/clients/ClientsScreen.tsx'
import { noticeEndpoints } from '#features/core/notices/contract.ts'
import { roundEndpoints } from '#features/day/round/contract.ts'
import { clientEndpoints } from '#features/records/clients/contract.ts'
import { triageEndpoints } from '#features/talk/triage/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidOf, uuidv7 } from '#lib/ids.ts'
import { forceSync } from '#platform/web/sync/sync.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { Refusal } from '#testing/browser/fake-api.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { expectLongNamesToFit, LONG_NAMES } from '#testing/browser/long-names.ts'
import { clientRow } from '#testing/browser/rows.ts'
import { Toaster } from '#ui/Toaster.tsx'
import '#ui/styles.css'

const today = dayOf(currentTime(), 'Europe/London')
let practice: ReturnType<typeof fakePractice>
beforeEach(async () => {
  await page.viewport(1280, 900)
  practice = fakePractice()
})
afterEach(() => practice.leave())

const client = (name: string, change: object = {}) => practice.server.write('clients', uuidv7(), clientRow({ name, ...change }))
const horse = (name: string, clientId: string, change: object = {}) =>
  practice.server.write('horses', uuidv7(), {
    name,
    clientId,
    flags: [],
    birthYear: null,
    yardId: null,
    cycleDays: 42,
    pauses: [],
    owners: [{ clientId, fromOn: '2024-03-01', toOn: null }],
    goneOn: null,
    goneReason: null,
    lastService: addDays(today, -49),
    nextDue: addDays(today, -7),
    ...change,
  })

async function open(change: Parameters<typeof practice.signIn>[0] = {}) {
  await practice.signIn(change)
  return render(
    <main>
      <ClientsScreen />
      <Toaster />
    </main>,
  )
}
async function details(name: string, tab?: string, change: Parameters<typeof practice.signIn>[0] = {}) {
  const screen = await open(change)
  await screen.getByRole('button', { name: `View Details of ${name}` }).click()
  const panel = screen.getByRole('complementary', { name })
  if (tab) await panel.getByRole('tab', { name: tab }).click()
  return { screen, panel }
}

test('the end of texts is shown on the practice’s day, though it was still the day before elsewhere', async () => {
  client('Sarah Penrose', { stoppedAt: '2026-06-30T23:30:00.000Z' })
  const { panel } = await details('Sarah Penrose')
  await expect.element(panel.getByText('Asked for no more texts on 1 Jul 2026')).toBeVisible()
})

test('texts are set one by one, without a signal, and a toast confirms it', async () => {
  const sarah = client('Sarah Penrose', { phone: '07700 900118' })
  const { screen, panel } = await details('Sarah Penrose', 'SMS Settings')
  const hours = panel.getByRole('combobox', { name: 'Reminder timing' })
  await expect.element(hours).toHaveValue('48')
  await expect.element(panel.getByRole('option', { name: '48 hours before (recommended)' })).toBeInTheDocument()
  practice.api.offline(true)
  await hours.selectOptions('12')
  await expect.element(screen.getByText('SMS Settings Updated').first()).toBeVisible()
  await panel.getByRole('switch', { name: 'Updates' }).click()
  await panel.getByRole('combobox', { name: "You're next" }).selectOptions('2')
  await expect.element(panel.getByRole('switch', { name: 'Updates' })).not.toBeChecked()
  practice.api.offline(false)
  await forceSync()
  const id = uuidOf('sms_preferences', sarah)
  await expect
    .poll(() => practice.server.row('sms_preferences', id)?.data)
    .toMatchObject({ clientId: sarah, enableReminders: true, reminderHours: 12, enableUpdates: false, nextStopsBefore: 2 })
})

test('the link for a lost shoe is on its way, and in the test version in the Outbox', async () => {
  practice.api.on(triageEndpoints.link, () => ({
    url: 'https://pritchel.example/lost/x',
    diesAt: '2027-11-24T10:00:00.000Z',
    notice: null,
  }))
  client('Sarah Penrose', { phone: '07700 900118' })
  const { screen, panel } = await details('Sarah Penrose')
  await panel.getByRole('button', { name: 'Send the link' }).click()
  const words = 'Sarah Penrose can use it to report a lost shoe for a year.'
  await expect.element(screen.getByText(`${words} Test version: in the Outbox, not sent.`, { exact: true })).toBeVisible()
  await practice.signIn({ isTestVersion: false })
  await panel.getByRole('button', { name: 'Send the link' }).click()
  await expect.element(screen.getByText(words, { exact: true })).toBeVisible()
})

test('without a number the texts point that out and lead to where one is added', async () => {
  client('Helen Mold')
  const { screen, panel } = await details('Helen Mold', 'SMS Settings')
  await expect.element(panel.getByText('No phone number on file for Helen Mold')).toBeVisible()
  await expect.element(panel.getByText('Add a phone number to enable SMS notifications.')).toBeVisible()
  await panel.getByRole('button', { name: 'Add a phone number' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Edit Client' })).toBeVisible()
})

test('a horse of this client is added from their Horses tab, to be paid as theirs usually are', async () => {
  const mother = client('Joan Penrose')
  const sarah = client('Sarah Penrose', { payerClientId: mother })
  horse('Merlin', sarah)
  const { screen, panel } = await details('Sarah Penrose', 'Horses')
  await expect.element(panel.getByRole('link', { name: /Merlin.*Overdue/ })).toBeVisible()
  await panel.getByRole('button', { name: 'Add Horse' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Add New Horse' })
  await expect.element(dialog.getByRole('combobox', { name: /^Owner/ })).toHaveValue('Sarah Penrose')
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Biscuit')
  await dialog.getByRole('button', { name: 'Add Horse' }).click()
  await expect.element(panel.getByRole('link', { name: /Biscuit/ })).toBeVisible()
  await expect
    .poll(() => practice.ops().at(-1))
    .toMatchObject({ entity: 'horses', data: { name: 'Biscuit', clientId: sarah, payerClientId: mother } })
})

test('long names of horses stay in their card on a small phone, and can be distinguished', async () => {
  await page.viewport(320, 700)
  const sarah = client('Sarah Penrose')
  for (const name of LONG_NAMES) horse(name, sarah)
  const screen = await open()
  await screen.getByRole('button', { name: /^Sarah Penrose/ }).click()
  await screen.getByRole('tab', { name: 'Horses' }).click()
  await expectLongNamesToFit(screen.getByRole('tabpanel', { name: 'Horses' }))
})

test('tags, preferred contact and a pasted position are kept, and tags are a filter', async () => {
  client('Sarah Penrose', { tags: ['mornings'] })
  const tom = client('Tom Haddon')
  const screen = await open()
  await screen.getByRole('button', { name: 'Edit Tom Haddon' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Edit Client' })
  await dialog.getByText('More: contact, tags, payer, position').click()
  await dialog.getByRole('combobox', { name: 'Preferred contact' }).selectOptions('email')
  await dialog.getByRole('combobox', { name: /^Tags/ }).fill('pays cash')
  await userEvent.keyboard('{Enter}')
  await dialog.getByRole('combobox', { name: /^Tags/ }).fill('MORNINGS')
  await userEvent.keyboard('{Enter}')
  await dialog.getByRole('textbox', { name: /^Paste a position/ }).fill('https://www.google.com/maps/@52.2297,-2.9411,15z')
  await expect.element(dialog.getByText('52.22970, -2.94110')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^what3words/ }).fill('///Filled.Count.Soap')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Client updated successfully').first()).toBeVisible()
  await expect
    .poll(() => practice.ops().at(-1)?.data)
    .toEqual({
      preferredChannel: 'email',
      tags: ['pays cash', 'mornings'],
      lat: 52.2297,
      lng: -2.9411,
      positionSource: 'pasted',
      what3words: 'filled.count.soap',
    })
  await screen.getByRole('combobox', { name: 'Tag' }).selectOptions('pays cash')
  await expect.element(screen.getByRole('button', { name: 'View Details of Tom Haddon' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'View Details of Sarah Penrose' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'View Details of Tom Haddon' }).click()
  const panel = screen.getByRole('complementary', { name: 'Tom Haddon' })
  await expect.element(panel.getByRole('link', { name: 'Navigate' })).toHaveAttribute('href', expect.stringContaining('52.2297%2C-2.9411'))
  expect(practice.server.row('clients', tom)?.data).toMatchObject({ name: 'Tom Haddon' })
})

test('"I\'m here" takes the position of the device, and shows when it may not', async () => {
  client('Tom Haddon')
  const locate = vi.spyOn(navigator.geolocation, 'getCurrentPosition')
  locate.mockImplementationOnce((_found, failed) => failed?.({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError))
  locate.mockImplementationOnce((found) => found({ coords: { latitude: 52.3, longitude: -2.9 } } as GeolocationPosition))
  const screen = await open()
  await screen.getByRole('button', { name: 'Edit Tom Haddon' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Edit Client' })
  await dialog.getByText('More: contact, tags, payer, position').click()
  await dialog.getByRole('button', { name: "I'm here" }).click()
  await expect.element(dialog.getByText("This site isn't allowed your location.", { exact: false })).toBeVisible()
  await dialog.getByRole('button', { name: "I'm here" }).click()
  await expect.element(dialog.getByText('52.30000, -2.90000')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Paste a position/ }).fill('behind the oak')
  await userEvent.keyboard('{Tab}')
  await expect.element(dialog.getByText("There's no position in that.", { exact: false })).toBeVisible()
  locate.mockRestore()
})

test('a client set as not active leaves the list, and Undo brings them back', async () => {
  client('Sarah Penrose', { phone: '07700 900118' })
  const { screen, panel } = await details('Sarah Penrose')
  await panel.getByRole('button', { name: 'More' }).click()
  await screen.getByRole('menuitem', { name: 'Set as not active' }).click()
  await expect.element(screen.getByText('never texted', { exact: false }).first()).toBeVisible()
  await expect.element(screen.getByText('No clients found')).toBeVisible()
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(screen.getByRole('button', { name: 'View Details of Sarah Penrose' })).toBeVisible()
})

test('two who look alike are compared, merged as chosen, and taken apart again by Undo', async () => {
  const kept = client('Sarah Penrose', { phone: '07700 900118', notes: 'Mornings' })
  const other = client('S Penrose', { phone: '07700 900118', notes: 'Shy dog', email: 's@x.example' })
  const asked = vi.fn()
  const undone = vi.fn()
  practice.api.on(clientEndpoints.merge, ({ params, body }) => {
    asked(params.id, body)
    practice.server.write('clients', other, null)
    return { client: practice.server.row('clients', kept)?.data as never, activityId: uuidv7() }
  })
  practice.api.on(roundEndpoints.undo, () => {
    undone()
    practice.server.write('clients', other, { name: 'S Penrose', isActive: true, tags: [] })
    return undefined
  })
  const screen = await open()
  await screen.getByRole('button', { name: 'Review' }).click()
  await screen.getByRole('button', { name: /compare/ }).click()
  const dialog = screen.getByRole('dialog', { name: 'Merge two records' })
  await expect.element(dialog.getByRole('group', { name: 'Notes' })).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await dialog
    .getByRole('radio', { name: /Sarah Penrose/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect.element(screen.getByText('Clients merged').first()).toBeVisible()
  const [keptId, body] = asked.mock.calls[0] ?? []
  const chosen = keptId === kept ? { email: 's@x.example' } : {}
  expect([kept, other]).toContain(keptId)
  expect(body).toMatchObject({ textsOf: 'kept', fields: chosen })
  expect(body.fields.notes.split('\n\n').sort()).toEqual(['Mornings', 'Shy dog'])
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(screen.getByText('Two records again').first()).toBeVisible()
  expect(undone).toHaveBeenCalledOnce()
})

test('a refused merge shows why and leaves the dialog open; without a signal it advises to wait', async () => {
  const kept = client('Sarah Penrose')
  client('S Penrose')
  practice.api.on(clientEndpoints.merge, () => {
    throw new Refusal('text_is_leaving')
  })
  const { screen, panel } = await details('Sarah Penrose')
  await panel.getByRole('button', { name: 'More' }).click()
  await screen.getByRole('menuitem', { name: 'Merge with another record' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Merge two records' })
  await dialog.getByRole('combobox', { name: "Who's the same as Sarah Penrose?" }).fill('S Pen')
  await screen.getByRole('option', { name: /^S Penrose/ }).click()
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect.element(dialog.getByText('is just going out', { exact: false })).toBeVisible()
  practice.api.offline(true)
  window.dispatchEvent(new Event('offline'))
  await expect.element(dialog.getByText('Merging needs a connection', { exact: false })).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Merge' })).toBeDisabled()
  expect(practice.server.row('clients', kept)?.deleted).toBe(false)
})

test('two people who look alike are marked as two, and are not proposed again', async () => {
  client('Jo Lee', { phone: '07700 900118' })
  client('Sam Lee', { phone: '07700 900118' })
  const screen = await open()
  await screen.getByRole('button', { name: 'Review' }).click()
  await screen.getByRole('button', { name: /not the same/ }).click()
  await expect.element(screen.getByText('No duplicates')).toBeVisible()
  await screen.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  await expect.element(screen.getByRole('button', { name: 'Review' })).not.toBeInTheDocument()
})

test('the timeline has visits, work, horses and texts, newest first, and works without a signal but for the texts', async () => {
  const sarah = client('Sarah Penrose', { phone: '07700 900118' })
  const merlin = horse('Merlin', sarah)
  const visit = {
    isCallOnly: false,
    callPeriod: 'AM',
    callNumber: 1,
    localStart: '09:30',
    localEnd: '10:30',
    memberId: uuidv7(),
    asWas: null,
  }
  const rest = { statusReason: null, location: 'Kingsland', clientId: sarah }
  practice.server.write('appointments', uuidv7(), { ...visit, ...rest, status: 'booked', title: 'Trim', onDay: addDays(today, 9) })
  const snow = { status: 'cancelled', statusReason: 'Snow', title: 'Full set', onDay: addDays(today, -9) }
  practice.server.write('appointments', uuidv7(), { ...visit, ...rest, ...snow })
  const shared = practice.server.write('appointments', uuidv7(), {
    ...visit,
    ...rest,
    clientId: uuidv7(),
    status: 'done',
    title: 'Yard day',
    onDay: addDays(today, -40),
  })
  practice.server.write('visit_horses', uuidv7(), { appointmentId: shared, clientId: sarah, horseId: merlin, reason: null })
  const work = { horseId: merlin, serviceType: 'Front refit', workDate: addDays(today, -40), description: 'Clenches risen' }
  practice.server.write('work_entries', uuidv7(), work)
  practice.api.on(noticeEndpoints.list, ({ query }) => {
    expect(query.clientId).toBe(sarah)
    return [notice(sarah)]
  })
  const { panel } = await details('Sarah Penrose', 'Timeline')
  await expect.element(panel.getByText('Your visit on Tuesday', { exact: false })).toBeVisible()
  const titles = () =>
    panel
      .getByRole('listitem')
      .elements()
      .map((item) => item.querySelector('p:nth-of-type(2)')?.textContent)
  expect(titles()).toEqual([
    'Trim',
    expect.stringMatching(/^Reminder/),
    'Cancelled: Full set',
    'Merlin: Front refit',
    'Yard day',
    'Merlin became theirs',
  ])
  await panel.getByRole('button', { name: 'Work' }).click()
  expect(titles()).toEqual(['Merlin: Front refit'])
  await expect.element(panel.getByText('Clenches risen')).toBeVisible()
})

test('without a signal the timeline shows all but the texts, with a note', async () => {
  const sarah = client('Sarah Penrose')
  horse('Merlin', sarah)
  const { panel } = await details('Sarah Penrose')
  practice.api.offline(true)
  await panel.getByRole('tab', { name: 'Timeline' }).click()
  await expect.element(panel.getByText('Merlin became theirs')).toBeVisible()
  await expect.element(panel.getByText('Everything else is here.', { exact: false })).toBeVisible()
})

test('an apprentice sees all of a client and changes none of it', async () => {
  client('Sarah Penrose', { phone: '07700 900118' })
  const { panel } = await details('Sarah Penrose', 'SMS Settings', { role: 'apprentice' })
  await expect.element(panel.getByRole('switch', { name: 'Updates' })).toBeDisabled()
  for (const name of ['Edit', 'More']) await expect.element(panel.getByRole('button', { name })).not.toBeInTheDocument()
  await panel.getByRole('tab', { name: 'Horses' }).click()
  await expect.element(panel.getByRole('button', { name: 'Add Horse' })).not.toBeInTheDocument()
})

test('a thousand clients are shown a part at a time, and all of them searched', async () => {
  for (let each = 0; each < 1000; each++) client(`Client ${each}`, { postcode: `HR${each % 9} ${each}XX` })
  const screen = await open()
  await expect.element(screen.getByRole('button', { name: 'Active 1000' })).toBeVisible()
  expect(screen.getByRole('heading', { level: 2 }).elements().length).toBeLessThanOrEqual(120)
  await expect.element(screen.getByText('120 of 1000 clients are shown', { exact: false })).toBeInTheDocument()
  await screen.getByRole('searchbox', { name: 'Search clients' }).fill('Client 777')
  await expect.element(screen.getByRole('button', { name: 'View Details of Client 777' })).toBeVisible()
})

const notice = (clientId: string) => {
  const at = new Date(`${addDays(today, -1)}T10:00:00Z`).toISOString()
  return {
    id: uuidv7(),
    kind: 'reminder' as const,
    channel: 'sms' as const,
    recipient: 'Sarah Penrose',
    clientId,
    appointmentId: null,
    purpose: 'service' as const,
    address: '+447700900118',
    subject: null,
    body: 'Your visit on Tuesday',
    state: 'simulated' as const,
    stateReason: null,
    segments: 1,
    alphabet: 'GSM-7' as const,
    createdAt: at,
    stateAt: at,
    goesAt: null,
  }
}
