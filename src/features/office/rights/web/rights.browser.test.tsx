import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ClientsScreen } from '#app/pages/clients/ClientsScreen.tsx'
import { erasureEndpoints } from '#features/office/erasure/contract.ts'
import { type Export, exportEndpoints } from '#features/office/exports/contract.ts'
import { type RightsRequest, rightsEndpoints } from '#features/office/rights/contract.ts'
import { answerBy } from '#features/office/rights/rules.ts'
import { DueRequestsCard } from '#features/office/rights/web/DueRequestsCard.tsx'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, longDay, shortDay } from '#lib/dates.ts'
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
  practice.api.on(rightsEndpoints.history, () => [])
  practice.api.on(exportEndpoints.list, () => [])
})
afterEach(() => practice.leave())

const client = (name: string, change: object = {}) => practice.server.write('clients', uuidv7(), clientRow({ name, ...change }))
const asked = (clientId: string, change: Partial<RightsRequest> = {}) => {
  const none = { notes: null, objectsTo: null, waits: [], extendedOn: null, extendedWhy: null, acknowledgedOn: null, closedAt: null }
  const row = { requestType: 'data_access', status: 'pending', receivedVia: 'letter', receivedOn: today, smsSent: false } as const
  return practice.server.write('rights_requests', uuidv7(), {
    clientId,
    ...none,
    ...row,
    requestedAt: currentTime().toISOString(),
    ...change,
  })
}
async function open(who: Parameters<typeof practice.signIn>[0] = {}) {
  history.replaceState(null, '', '/clients?tab=gdpr')
  await practice.signIn(who)
  return render(
    <main>
      <ClientsScreen />
      <Toaster />
    </main>,
  )
}
type Screen = Awaited<ReturnType<typeof open>>
const row = (screen: Screen, name: string) =>
  screen.getByRole('list', { name: 'Open requests' }).getByRole('button', { name: new RegExp(name) })
const panel = (screen: Screen, name: string) => screen.getByRole('complementary', { name })
const clock = (receivedOn: string) =>
  ({ requestType: 'data_access', receivedOn, waits: [], extendedOn: null, acknowledgedOn: null, status: 'pending' }) as const
const due = (receivedOn: string) => answerBy({ ...clock(receivedOn), waits: [] }, 'wales', today)
const sent = () =>
  practice
    .ops()
    .filter((op) => op.entity === 'rights_requests')
    .at(-1)

test('the most urgent request is first with its deadline, and the tab is in the address', async () => {
  asked(client('Sarah Penrose'))
  asked(client('Tom Haddon'), { receivedOn: addDays(today, -60), receivedVia: 'phone', requestType: 'data_deletion' })
  asked(client('Ruth Ockham'), { status: 'completed', closedAt: currentTime().toISOString() })
  const screen = await open()
  await expect.element(row(screen, 'Sarah Penrose').getByText(`Answer by ${shortDay(due(today))}`)).toBeVisible()
  const names = screen.getByRole('list', { name: 'Open requests' }).getByRole('listitem').elements()
  expect(names.map((each) => each.textContent)).toEqual([expect.stringContaining('Tom Haddon'), expect.stringContaining('Sarah Penrose')])
  await expect.element(row(screen, 'Tom Haddon').getByText(/days over/)).toBeVisible()
  await expect.element(screen.getByRole('tab', { name: /^GDPR Manager\s*1 to answer soon$/ })).toBeVisible()
  await screen.getByRole('button', { name: 'Closed 1' }).click()
  await expect.element(screen.getByText('Ruth Ockham')).toBeVisible()
  const home = await render(<DueRequestsCard />)
  await expect.element(home.getByText('A data request needs answering')).toBeVisible()
  await expect
    .element(home.getByRole('link', { name: 'Tom Haddon, deletion' }))
    .toHaveAttribute('href', expect.stringContaining('tab=gdpr'))
  await home.unmount()
  await screen.getByRole('tab', { name: 'Clients' }).click()
  expect(location.search).not.toContain('tab')
  await expect.element(screen.getByRole('button', { name: 'Add Client' })).toBeVisible()
})

test('a request is recorded without a signal, with the day that comes of it, and its clock is stopped, extended and ended', async () => {
  client('Sarah Penrose', { phone: '07700 900118', phoneE164: '+447700900118' })
  const screen = await open()
  await expect.element(screen.getByText('No requests yet')).toBeVisible()
  practice.api.offline(true)
  await screen.getByRole('button', { name: 'Record request' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Record a request' })
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect.element(dialog.getByText('Choose a client')).toBeVisible()
  await userEvent.fill(dialog.getByRole('combobox', { name: /^Client/ }), 'Sarah')
  await screen.getByRole('option', { name: /Sarah Penrose/ }).click()
  const receivedOn = addDays(today, -3)
  await userEvent.fill(dialog.getByLabelText(/^The day it came/), receivedOn)
  await expect.element(dialog.getByText(longDay(due(receivedOn)))).toBeVisible()
  await dialog.getByRole('checkbox', { name: /Tell Sarah Penrose/ }).click()
  await dialog.getByRole('button', { name: 'Record' }).click()
  const details = panel(screen, 'Sarah Penrose')
  await expect.element(details.getByText(`Answer by ${longDay(due(receivedOn))}`)).toBeVisible()
  await expect.element(details.getByText('so you need signal', { exact: false })).toBeVisible()
  await details.getByRole('button', { name: 'Stop or extend' }).click()
  await screen.getByRole('menuitem', { name: "I've asked what they mean" }).click()
  await expect.element(details.getByText('The clock is stopped until they say.', { exact: false })).toBeVisible()
  await details.getByRole('button', { name: "They've answered" }).click()
  await details.getByRole('button', { name: 'Stop or extend' }).click()
  await screen.getByRole('menuitem', { name: 'Extend by two months' }).click()
  const extend = screen.getByRole('dialog', { name: 'Extend by two months' })
  await userEvent.fill(extend.getByLabelText(/^Told on/), today)
  await userEvent.fill(extend.getByRole('textbox', { name: /^Why/ }), 'Eleven years of records')
  await extend.getByRole('button', { name: 'Extend' }).click()
  await expect.element(details.getByText('Three months from', { exact: false })).toBeVisible()
  await details.getByRole('button', { name: 'Update Status' }).click()
  const status = screen.getByRole('dialog', { name: 'Update Status' })
  await expect.element(status.getByRole('combobox', { name: 'Status' })).toHaveValue('processing')
  await userEvent.selectOptions(status.getByRole('combobox', { name: 'Status' }), 'completed')
  await userEvent.fill(status.getByRole('textbox', { name: /^Notes/ }), 'Handed over')
  await status.getByRole('button', { name: 'Update Status' }).click()
  await expect.element(screen.getByText('Status Updated').first()).toBeVisible()
  await expect.element(details.getByText("That's final.", { exact: false })).toBeVisible()
  expect(details.getByRole('button', { name: 'Update Status' }).elements()).toEqual([])
  practice.api.offline(false)
  await forceSync()
  await expect.poll(() => sent()?.data).toMatchObject({ status: 'completed', notes: 'Handed over' })
  const [made] = practice.ops().filter((op) => op.entity === 'rights_requests')
  expect(made?.data).toMatchObject({
    requestType: 'data_access',
    receivedVia: 'in_person',
    receivedOn,
    sendsReceipt: true,
    objectsTo: null,
  })
})

test('requests are sent by SMS to clients with a phone number, none without one picked, and the toast shows the server’s message', async () => {
  const sarah = client('Sarah Penrose', { phone: '07700 900118', phoneE164: '+447700900118' })
  client('Helen Mold')
  client('Rosalind Whitney', { phone: 'ask at the Post Office', phoneE164: null })
  client('Tom Haddon', { phone: '07700 900204', phoneE164: '+447700900204', stoppedAt: currentTime().toISOString() })
  const bodies: unknown[] = []
  practice.api.on(rightsEndpoints.sendSms, ({ body }) => {
    bodies.push(body)
    return { message: '1 request was recorded. Test version: its text is in the Outbox, not sent.', requests: [], notSent: [] }
  })
  const screen = await open()
  await screen.getByRole('button', { name: 'Send by SMS' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Send by SMS' })
  await expect.element(dialog.getByRole('checkbox', { name: /Sarah Penrose/ })).toBeVisible()
  expect(dialog.getByText('Helen Mold').elements()).toEqual([])
  expect(dialog.getByText('Rosalind Whitney').elements()).toEqual([])
  await expect.element(dialog.getByRole('checkbox', { name: /Tom Haddon/ })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Send text' }).click()
  await expect.element(screen.getByText('No Clients Selected').first()).toBeVisible()
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Request type' }), 'data_portability')
  await dialog.getByRole('checkbox', { name: /Sarah Penrose/ }).click()
  await dialog.getByRole('button', { name: 'Send text' }).click()
  await expect.element(screen.getByText('GDPR SMS Sent').first()).toBeVisible()
  expect(bodies).toEqual([{ clientIds: [sarah], requestType: 'data_portability' }])
})

test('one press makes the pack, whose progress shows; then its link is sent', async () => {
  const sarah = client('Sarah Penrose', { phone: '07700 900118' })
  const id = asked(sarah)
  const at = currentTime().toISOString()
  let pack: Export | undefined
  const made = (change: Partial<Export>): Export => ({
    ...{
      id: uuidv7(),
      kind: 'client',
      clientId: sarah,
      requestId: id,
      state: 'running',
      handled: 3,
      total: 8,
      fileName: 'Sarah Penrose.zip',
    },
    ...{ bytes: null, problem: null, createdAt: at, stateAt: at, diesAt: null, ...change },
  })
  practice.api.on(exportEndpoints.list, () => (pack ? [pack] : []))
  practice.api.on(exportEndpoints.startPack, ({ params, body }) => {
    expect([params.id, body.requestId]).toEqual([sarah, id])
    pack = made({})
    return pack
  })
  practice.api.on(rightsEndpoints.sharePack, ({ body }) => {
    expect(body).toEqual({ exportId: pack?.id, sends: true })
    return { url: 'http://localhost/your-data/x', diesAt: at, sent: 'queued' as const }
  })
  const screen = await open()
  await row(screen, 'Sarah Penrose').click()
  const details = panel(screen, 'Sarah Penrose')
  await details.getByRole('button', { name: 'Make the pack' }).click()
  await expect.element(details.getByRole('progressbar', { name: 'The pack' })).toHaveAttribute('aria-valuenow', '37')
  pack = made({ state: 'done', bytes: 4_200_000, handled: 8, diesAt: at })
  await expect.element(details.getByText('4.2 MB', { exact: false })).toBeVisible()
  await expect.element(details.getByRole('link', { name: 'Save it' })).toHaveAttribute('href', `/api/exports/${pack.id}/file`)
  await details.getByRole('button', { name: 'Send the link' }).click()
  await expect.element(screen.getByText('Sarah Penrose: Test version: in the Outbox, not sent.')).toBeVisible()
})

test('an erasure shows what goes and what stays, and begins only once their name is typed', async () => {
  const tom = client('Tom Haddon')
  asked(tom, { requestType: 'data_deletion' })
  practice.api.on(erasureEndpoints.plan, () => ({
    clientId: tom,
    clientName: 'Tom Haddon',
    blockers: [],
    openMoney: 'Tom Haddon owes £85. What they owe stays on invoices without a name, and nobody can be reminded.',
    goes: [{ what: 'Texts and e-mails', count: 41 }],
    stays: [{ what: 'Prices of work done', count: 12, why: 'Tax law keeps them for six years.' }],
    notes: ['Backups are kept for seven nights.'],
  }))
  const at = currentTime().toISOString()
  const begun: object[] = []
  practice.api.on(erasureEndpoints.start, ({ body }) => {
    begun.push([body.clientName, body.evenWithOpenMoney])
    const counts = {
      goes: [{ what: 'Texts and e-mails', count: 41 }],
      stays: [],
      stillNamed: [],
      problem: null,
      createdAt: at,
      stateAt: at,
    }
    return { id: uuidv7(), clientId: tom, requestId: body.requestId ?? null, state: 'done' as const, handled: 1, total: 1, ...counts }
  })
  const screen = await open()
  await row(screen, 'Tom Haddon').click()
  await panel(screen, 'Tom Haddon').getByRole('button', { name: 'See what would go' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Erase Tom Haddon?' })
  await expect.element(dialog.getByText('Tax law keeps them for six years.')).toBeVisible()
  await expect.element(dialog.getByText('Tom Haddon owes £85.', { exact: false })).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Erase for good' })).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  await panel(screen, 'Tom Haddon').getByRole('button', { name: 'See what would go' }).click()
  await userEvent.fill(dialog.getByRole('textbox', { name: /^Type Tom Haddon/ }), 'Tom Haddon')
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await expect.element(screen.getByText("They've been erased.", { exact: false })).toBeVisible()
  await screen.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(begun).toEqual([['Tom Haddon', true]])
})

test('an apprentice sees that it is not for them; a farrier who is no owner makes no pack; the screen fits every width', async () => {
  const sarah = client("Sarah O'Penrose-Featherstonehaugh", { phone: '07700 900118' })
  asked(sarah, { requestType: 'complaint', receivedOn: addDays(today, -28), notes: 'Her number was given to the yard.' })
  asked(client('Tom Haddon'), { waits: [{ why: 'identity', fromOn: today, untilOn: null }] })
  const screen = await open({ role: 'farrier' })
  await expect.element(row(screen, 'Tom Haddon').getByText('Waiting for them')).toBeVisible()
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    expect(await axeFindings(), `${width} ${theme}`).toEqual([])
    expect(document.documentElement.scrollWidth, String(width)).toBeLessThanOrEqual(width)
  }
  await page.viewport(1280, 800)
  await row(screen, 'Tom Haddon').click()
  await expect.element(panel(screen, 'Tom Haddon').getByText("The practice's owner makes it.", { exact: false })).toBeVisible()
  await row(screen, 'Featherstonehaugh').click()
  await screen.getByRole('button', { name: 'I have acknowledged it' }).click()
  await expect.poll(() => sent()?.data).toEqual({ acknowledgedOn: today })
  expect(await axeFindings()).toEqual([])
  await screen.unmount()
  const ned = await open({ role: 'apprentice' })
  await expect.element(ned.getByText('Not for apprentices')).toBeVisible()
})
