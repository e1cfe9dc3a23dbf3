import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ClientsScreen } from '#app/pages/clients/ClientsScreen.tsx'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { forceSync } from '#platform/web/sync/sync.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
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

const client = (name: string, change: object = {}) => practice.server.write('clients', uuidv7(), clientRow({ name, ...change }))
const horse = (name: string, clientId: string, dueInDays: number) =>
  practice.server.write('horses', uuidv7(), {
    name,
    clientId,
    flags: [],
    birthYear: null,
    yardId: null,
    cycleDays: 42,
    pauses: [],
    goneOn: null,
    lastService: addDays(today, dueInDays - 42),
    nextDue: addDays(today, dueInDays),
  })

const screenOf = () =>
  render(
    <main>
      <ClientsScreen />
      <Toaster />
    </main>,
  )
async function open() {
  await practice.signIn()
  return screenOf()
}
const card = (screen: Awaited<ReturnType<typeof open>>, name: string) => screen.getByRole('listitem').filter({ hasText: name })

test('before anything has come the screen shows that it is loading, then holds the button that starts it', async () => {
  const screen = await screenOf()
  await expect.element(screen.getByText('Loading clients...')).toBeVisible()
  await practice.signIn()
  await expect.element(screen.getByText('No clients yet')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Add Client' })).toBeVisible()
})

test('a client who owes money has it on the card, a filter, and a tab with all of it; not for members who see no money', async () => {
  const sarah = client('Sarah Penrose')
  const biscuit = horse('Biscuit', sarah, 3)
  client('Helen Mold')
  const issued = { payerClientId: sarah, issuedOn: today, sentAt: null, memberId: null, note: null, asWas: null, creditsInvoiceId: null }
  const invoice = { ...issued, kind: 'invoice', series: 'INV', number: 7, appointmentId: null, dueOn: addDays(today, -3) }
  practice.server.write('invoices', uuidv7(), { ...invoice, netPence: 21_500, vatPence: 0, totalPence: 21_500, paidPence: 5000 })
  const taken = { refundsPaymentId: null, appointmentId: null, invoiceId: null, memberId: null, reference: null, cameBy: 'hand' }
  practice.server.write('payments', uuidv7(), { ...taken, payerClientId: sarah, amountPence: 5000, method: 'cash', receivedOn: today })
  practice.server.write('charges', uuidv7(), {
    ...{
      payerClientId: sarah,
      clientId: sarah,
      horseId: biscuit,
      appointmentId: null,
      visitHorseId: null,
      workEntryId: null,
      invoiceId: null,
    },
    ...{ kind: 'work', description: 'Trim', quantity: 1, unitPence: 3500, vatRateBp: 0, includesVat: false, chargedOn: today, place: 0 },
    isByHand: false,
  })
  const trim = practice.server.write('price_items', uuidv7(), { serviceType: 'Trim', label: 'Trim', unitPence: 3500, vatRateBp: 0 })
  practice.server.write('price_overrides', uuidv7(), { priceItemId: trim, horseId: null, clientId: sarah, yardId: null, unitPence: 3200 })
  const screen = await open()
  await expect.element(card(screen, 'Sarah Penrose').getByText('Owes £165, overdue')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /^Owe money/ }))
  await expect.poll(() => screen.getByRole('heading', { name: 'Helen Mold' }).elements()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'View Details of Sarah Penrose' }))
  await userEvent.click(screen.getByRole('tab', { name: 'Money' }))
  await expect.element(screen.getByRole('link', { name: /INV-0007/ })).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'To invoice' }).getByText('Biscuit, Trim')).toBeVisible()
  await expect.element(screen.getByText('Paid, cash')).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'Agreed prices' }).getByText('£32')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(1280)
  await screen.unmount()
  await practice.signIn({ role: 'apprentice' })
  const theirs = await screenOf()
  await expect.element(theirs.getByRole('heading', { name: 'Sarah Penrose' }).first()).toBeVisible()
  expect(theirs.getByText(/Owes|£/).elements()).toEqual([])
})

test('a card shows how to reach a client and the status of their horses', async () => {
  const sarah = client('Sarah Penrose', {
    businessName: 'Hollybush Farm',
    phone: '07700 900118',
    phoneE164: '+447700900118',
    postcode: 'HR6 0VK',
  })
  client('Helen Mold')
  horse('Merlin', sarah, -7)
  horse('Biscuit', sarah, 3)
  const screen = await open()
  const hers = card(screen, 'Sarah Penrose')
  for (const words of ['Hollybush Farm', 'HR6 0VK', '2 horses', 'Overdue']) await expect.element(hers.getByText(words)).toBeVisible()
  await expect.element(hers.getByRole('link', { name: '07700 900118' })).toHaveAttribute('href', 'tel:+447700900118')
  const other = card(screen, 'Helen Mold')
  await expect.element(other.getByText('No phone number on file')).toBeVisible()
  await expect.element(other.getByText('No horses')).toBeVisible()
})

test('search finds by a number, a postcode or a slip; those not active have a list of their own', async () => {
  client("Siân O'Dwyer", { phone: '07700 900118' })
  client('Tom Haddon', { postcode: 'SY8 4OC' })
  client('Fiona Garrod', { isActive: false })
  const screen = await open()
  const box = screen.getByRole('searchbox', { name: 'Search clients' })
  await expect.element(card(screen, 'Tom Haddon')).toBeVisible()
  await userEvent.keyboard('/')
  await expect.element(box).toHaveFocus()
  for (const [typed, name] of [
    ['07700900118', "Siân O'Dwyer"],
    ['sian odwyer', "Siân O'Dwyer"],
    ['sy84oc', 'Tom Haddon'],
    ['hadon', 'Tom Haddon'],
  ] as const) {
    await box.fill(typed)
    await expect
      .poll(() =>
        screen
          .getByRole('heading', { level: 2 })
          .elements()
          .map((each) => each.textContent),
      )
      .toEqual([name])
  }
  await box.fill('zebedee')
  await expect.element(screen.getByText('No clients found')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await screen.getByRole('button', { name: 'Not active 1' }).click()
  await expect.element(card(screen, 'Fiona Garrod')).toBeVisible()
  await expect.element(card(screen, 'Tom Haddon')).not.toBeInTheDocument()
})

test('a search is in the address, and an address of no client shows that', async () => {
  client('Tom Haddon')
  client('Fiona Garrod')
  history.replaceState(null, '', '?q=haddon&client=00000000-0000-7000-8000-000000000000')
  const screen = await open()
  await expect.element(card(screen, 'Tom Haddon')).toBeVisible()
  await expect.element(card(screen, 'Fiona Garrod')).not.toBeInTheDocument()
  await expect.element(screen.getByText("There's no such client. It may have been removed, or merged with another.")).toBeVisible()
  await screen.getByRole('button', { name: 'Show the list' }).click()
  await expect.element(screen.getByText(/There's no such client/)).not.toBeInTheDocument()
  await screen.getByRole('searchbox', { name: 'Search clients' }).fill('garrod')
  await expect.poll(() => new URLSearchParams(location.search).get('q')).toBe('garrod')
})

test('a client is added once the form is right, offline too, and a toast confirms it', async () => {
  client('Tom Haddon')
  const screen = await open()
  await expect.element(card(screen, 'Tom Haddon')).toBeVisible()
  practice.api.offline(true)
  await screen.getByRole('button', { name: 'Add Client' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Add New Client' })
  await dialog.getByRole('textbox', { name: /^E-mail/ }).fill('sarah at hollybush')
  await expect.element(dialog.getByText('Enter a name')).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Add Client' }).click()
  await expect.element(dialog.getByText('Enter a name')).toBeVisible()
  await expect.element(dialog.getByText('Enter an e-mail address such as sarah@example.com')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Name/ }).fill(' Sarah Penrose ')
  await dialog.getByRole('textbox', { name: /^E-mail/ }).fill('sarah@hollybush.example')
  await dialog.getByRole('textbox', { name: /^Phone/ }).fill('07700 900118')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Success').first()).toBeVisible()
  await expect.element(screen.getByText('Client created successfully').first()).toBeVisible()
  await expect.element(card(screen, 'Sarah Penrose').getByRole('img', { name: 'Waiting to be sent' })).toBeVisible()
  await expect.element(card(screen, 'Sarah Penrose').getByRole('link', { name: '07700 900118' })).toHaveAttribute('href', 'tel:07700900118')
  practice.api.offline(false)
  await forceSync()
  const sent = { action: 'CREATE', entity: 'clients', data: { name: 'Sarah Penrose', email: 'sarah@hollybush.example', notes: null } }
  await expect.poll(() => practice.ops().at(-1)).toMatchObject(sent)
})

test('an edit sends what was changed and clears what was emptied', async () => {
  const id = client('Tom Haddon', { phone: '07700 900204', phoneE164: '+447700900204', notes: 'mind the dog' })
  const screen = await open()
  await screen.getByRole('button', { name: 'Edit Tom Haddon' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Edit Client' })
  await dialog.getByRole('textbox', { name: /^Phone/ }).fill('07700 900341')
  await dialog.getByRole('textbox', { name: /^Notes/ }).fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Client updated successfully').first()).toBeVisible()
  await expect.poll(() => practice.ops().at(-1)).toMatchObject({ action: 'UPDATE', id })
  expect(practice.ops().at(-1)?.data).toEqual({ phone: '07700 900341', notes: null })
})

test('a draft outlives the closed dialog, and a save ends it', async () => {
  client('Tom Haddon')
  const screen = await open()
  const add = screen.getByRole('button', { name: 'Add Client' })
  await add.click()
  await screen.getByRole('textbox', { name: /^Name/ }).fill('Half-typed')
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await add.click()
  await expect.element(screen.getByText('You left this unfinished', { exact: false })).toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: /^Name/ })).toHaveValue('Half-typed')
  await screen.getByRole('dialog').getByRole('button', { name: 'Add Client' }).click()
  await expect.element(card(screen, 'Half-typed')).toBeVisible()
  await add.click()
  await expect.element(screen.getByRole('textbox', { name: /^Name/ })).toHaveValue('')
})

test('details show how to reach them, notes, the next visit and their horses, and Back closes them', async () => {
  const sarah = client('Sarah Penrose', {
    phone: '07700 900118',
    email: 'sarah@hollybush.example',
    notes: 'Prefers mornings.',
    postcode: 'HR6 0VK',
  })
  horse('Merlin', sarah, -7)
  const visit = { status: 'booked', isCallOnly: false, callPeriod: 'AM', localStart: '09:30', title: 'Trim', memberId: uuidv7() }
  practice.server.write('appointments', uuidv7(), { ...visit, clientId: sarah, onDay: addDays(today, 40), title: 'Later' })
  const shared = practice.server.write('appointments', uuidv7(), { ...visit, clientId: uuidv7(), onDay: addDays(today, 9) })
  practice.server.write('visit_horses', uuidv7(), { appointmentId: shared, clientId: sarah, horseId: null })
  const screen = await open()
  await screen.getByRole('button', { name: 'View Details of Sarah Penrose' }).click()
  const panel = screen.getByRole('complementary', { name: 'Sarah Penrose' })
  await expect.element(panel.getByText('Prefers mornings.')).toBeVisible()
  await expect.element(panel.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:07700900118')
  await expect.element(panel.getByRole('link', { name: 'Text' })).toHaveAttribute('href', 'sms:07700900118')
  await expect.element(panel.getByRole('link', { name: 'E-mail' })).toHaveAttribute('href', 'mailto:sarah@hollybush.example')
  await expect.element(panel.getByText('09:30: Trim', { exact: false })).toBeVisible()
  await panel.getByRole('tab', { name: 'Horses' }).click()
  await expect.element(panel.getByRole('link', { name: /Merlin/ })).toBeVisible()
  history.back()
  await expect.element(panel).not.toBeInTheDocument()
})

test('an apprentice looks and changes nothing', async () => {
  client('Tom Haddon')
  await practice.signIn({ role: 'apprentice' })
  const screen = await screenOf()
  await expect.element(screen.getByRole('button', { name: 'View Details of Tom Haddon' })).toBeVisible()
  for (const name of ['Add Client', 'Edit Tom Haddon']) await expect.element(screen.getByRole('button', { name })).not.toBeInTheDocument()
})

for (const [width, theme] of LOOKS)
  test(`axe finds nothing on the list, the details and the form, ${theme}, ${width} px`, async () => {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    const sarah = client("Sarah O'Penrose-Featherstonehaugh", {
      phone: '07700 900118',
      email: 'sarah@hollybush.example',
      notes: 'Prefers mornings.',
      address: 'Hollybush Farm, Kingsland',
    })
    horse('Merlin', sarah, -7)
    client('Helen Mold')
    const screen = await open()
    await expect.element(screen.getByRole('button', { name: /^(Edit )?Helen Mold/ })).toBeVisible()
    expect(await axeFindings()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await screen.getByRole('button', { name: /^(View Details of )?Sarah/ }).click()
    await expect.element(screen.getByText('Prefers mornings.')).toBeVisible()
    expect(await axeFindings()).toEqual([])
    for (const tab of ['SMS Settings', 'Horses', 'Timeline']) {
      await screen.getByRole('tab', { name: tab }).click()
      await expect.element(screen.getByRole('tabpanel', { name: tab })).toBeVisible()
      expect(await axeFindings()).toEqual([])
    }
    await screen.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Edit Client' })).toBeVisible()
    await screen.getByText('More: contact, tags, payer, position').click()
    expect(await axeFindings()).toEqual([])
  })

test('on a phone a client is a row of 64 px under its letter, that opens the record, and a receiver next to it', async () => {
  await page.viewport(375, 800)
  client('Sarah Penrose', { phone: '07700 900118', phoneE164: '+447700900118', address: 'Hollybush Farm, Kingsland', postcode: 'HR6 0VK' })
  client('Élodie Marsh')
  const screen = await open()
  await expect.poll(() => [...document.querySelectorAll('section > h2')].map((each) => each.textContent)).toEqual(['E', 'S'])
  const row = screen.getByRole('button', { name: 'Sarah Penrose Kingsland HR6 0VK' })
  expect(row.element().closest('li')?.getBoundingClientRect().height).toBe(64)
  await expect.element(screen.getByRole('link', { name: 'Call Sarah Penrose' })).toHaveAttribute('href', 'tel:+447700900118')
  await expect.element(screen.getByRole('link', { name: 'Call Élodie Marsh' })).not.toBeInTheDocument()
  await row.click()
  await expect.element(screen.getByRole('dialog', { name: 'Sarah Penrose' }).getByRole('button', { name: 'Edit' })).toBeVisible()
})

test('clients are invited to the portal from the list: whom the farrier ticks, or all', async () => {
  client('Sarah Penrose', { email: 'sarah@example.com' })
  client('Huw Bevan', { phoneE164: '+447700900118' })
  const screen = await open()
  await screen.getByRole('button', { name: 'Invite owners' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Invite to the portal' })
  await expect.element(dialog.getByRole('button', { name: 'Send 0 invitations' })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /^Huw Bevan/ }).click()
  await expect.element(dialog.getByText('By text to Huw Bevan')).toBeVisible()
  await dialog.getByRole('button', { name: 'Choose all 2' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Send 2 invitations' })).toBeEnabled()
})
