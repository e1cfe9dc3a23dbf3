import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { MessagesScreen } from '#app/pages/messages/MessagesScreen.tsx'
import { MessagesPanel } from '#features/talk/messaging/web/MessagesPanel.tsx'
import { currentMs } from '#lib/clock.ts'
import { addDays, shortDay } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import { syncNow } from '#platform/web/sync/sync.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { client, horse, leaveRound, line, memberId, practice, sent, startRound, today, visit } from '#testing/browser/round.tsx'
import { Toaster } from '#ui/Toaster.tsx'

beforeEach(async () => {
  await startRound()
  await page.viewport(1280, 800)
})
afterEach(leaveRound)

/** So many minutes before now. */
const ago = (minutes: number) => new Date(currentMs() - minutes * 60_000).toISOString()
const thread = (clientId: string, subject: string, change: object = {}) =>
  practice.server.write('threads', uuidv7(), {
    ...{ clientId, subject, isEmergency: false, emergencyRate: null, emergencyMultiplier: null, memberId: null, readTo: null },
    ...{ lastClientAt: ago(10), lastMessageAt: ago(10), closedAt: null },
    ...change,
  })
const message = (threadId: string, clientId: string, content: string, change: object = {}) =>
  practice.server.write('messages', uuidv7(), {
    ...{ threadId, clientId, content, senderType: 'client', memberId: null, replyToId: null, appointmentId: null, isAutoReply: false },
    ...{ via: 'sms', delivery: null, deliveryNote: null, noticeId: null, createdAt: ago(10) },
    ...change,
  })
const OURS = { senderType: 'farrier', memberId, delivery: 'delivered' }
const LOST = 'Merlin has pulled a front shoe in the field overnight. Foot looks sound but he is tender.'

/** Sarah's emergency with two unread, and Tom, who was answered. */
function twoTalks() {
  const sarah = client('Sarah Penrose', { phone: '07700 900118', phoneE164: '+447700900118' })
  const tom = client('Tom Haddon', { phone: '07700 900119', phoneE164: '+447700900119' })
  const emergency = { isEmergency: true, emergencyRate: 50, emergencyMultiplier: 1.75 }
  const lost = thread(sarah, 'Merlin lost a shoe (EMERGENCY)', emergency)
  message(lost, sarah, LOST, { createdAt: ago(12) })
  message(lost, sarah, 'I have your message. Coming out costs £50.', { ...OURS, isAutoReply: true, memberId: null, createdAt: ago(11) })
  message(lost, sarah, 'No blood.')
  const next = thread(tom, 'Next visit', { lastClientAt: ago(3000), lastMessageAt: ago(2900), readTo: ago(2950) })
  message(next, tom, 'Can you look at the grey too?', { createdAt: ago(3000) })
  message(next, tom, 'Yes, on Friday.', { ...OURS, createdAt: ago(2900) })
  return { sarah, tom, lost, next }
}

async function open(change: Parameters<typeof practice.signIn>[0] = {}) {
  await practice.signIn({ memberId, ...change })
  await syncNow()
  return render(
    <main>
      <MessagesScreen />
      <Toaster />
    </main>,
  )
}
/** Ignores the text around the words. */
const says = (it: Locator, words: RegExp) => expect.poll(() => it.element().textContent).toMatch(words)
const queued = async (entity: string) => (await currentStore()?.queue.toArray())?.filter((item) => item.entity === entity) ?? []

test('an emergency comes first with its rate and its unread, is read when it is opened, and answered without a signal', async () => {
  const { sarah, lost } = twoTalks()
  history.replaceState(null, '', '/messages')
  await page.viewport(1100, 800)
  const screen = await open()
  const row = screen.getByRole('link', { name: /^Sarah Penrose/ })
  await says(row, /2 unread.*No blood\..*Emergency £50 \+ 1\.75x/)
  await says(screen.getByRole('link', { name: /Tom Haddon/ }), /You: Yes, on Friday\.$/)
  await userEvent.click(row)
  await expect.element(screen.getByText('£50 charge, then 1.75x rates')).toBeVisible()
  await expect.poll(() => sent('threads').at(-1)).toMatchObject({ action: 'UPDATE', id: lost })
  await expect.poll(() => row.element().textContent).not.toMatch(/unread/)

  practice.api.offline(true)
  await userEvent.click(screen.getByRole('button', { name: /^Reply to: Merlin has pulled a front shoe in the field overni\.\.\.$/ }))
  const form = screen.getByRole('form', { name: 'Write to Sarah Penrose' })
  await says(form, /Merlin has pulled a front shoe in the field overnight. Foot\.\.\./)
  const box = form.getByRole('textbox', { name: 'Message Sarah' })
  expect(form.getByRole('button', { name: 'Send' })).toBeDisabled()
  await userEvent.type(box, 'Keep him in.{Shift>}{Enter}{/Shift}Ten minutes away.{Enter}')
  const said = screen.getByRole('article').filter({ hasText: 'Ten minutes away.' })
  await says(said, /In reply to Sarah: Merlin has pulled a front shoe in the field overni\.\.\./)
  await says(said, /Waiting for signal/)
  await expect.element(box).toHaveValue('')
  expect(form.getByRole('button', { name: 'Clear the reply' }).elements()).toEqual([])
  const [item] = await queued('messages')
  expect(item?.data).toMatchObject({ threadId: lost, content: 'Keep him in.\nTen minutes away.', replyToId: expect.any(String) })
  expect(item?.shown).toMatchObject({ clientId: sarah, senderType: 'farrier' })
})

test('on a wide desktop the newest conversation stands open as the screen opens, counts as read, and stays while another comes', async () => {
  const { tom, lost, next } = twoTalks()
  history.replaceState(null, '', '/messages')
  await page.viewport(1280, 800)
  const screen = await open()
  const opened = screen.getByRole('region', { name: /^Sarah Penrose, Merlin lost a shoe/ })
  await expect.element(opened.getByRole('textbox', { name: 'Message Sarah' })).toBeVisible()
  await expect.poll(() => sent('threads').at(-1)).toMatchObject({ action: 'UPDATE', id: lost })
  expect(location.search).toBe('')
  message(next, tom, 'And the bay?', { createdAt: ago(1) })
  practice.server.write('threads', next, { lastClientAt: ago(1), lastMessageAt: ago(1) })
  await syncNow()
  const hers = screen.getByRole('link', { name: /^Sarah Penrose/ })
  await says(screen.getByRole('link', { name: /^Tom Haddon/ }), /1 unread.*And the bay/)
  await expect.element(hers).toHaveAttribute('aria-current', 'true')
  await expect.element(opened).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: /^Tom Haddon/ }))
  await expect.element(screen.getByRole('region', { name: 'Tom Haddon, Next visit' })).toBeVisible()
})

test('on a phone the list stands alone until a conversation is pressed, and nothing is marked as read', async () => {
  twoTalks()
  history.replaceState(null, '', '/messages')
  await page.viewport(375, 812)
  const screen = await open()
  await says(screen.getByRole('link', { name: /^Sarah Penrose/ }), /2 unread/)
  expect(screen.getByRole('textbox', { name: 'Message Sarah' }).elements()).toEqual([])
  expect(sent('threads')).toEqual([])
})

test('quick messages say what is in the diary and on record, and carry the visit', async () => {
  const { sarah, lost } = twoTalks()
  const merlin = horse('Merlin', sarah, { nextDue: addDays(today, 42) })
  const day = addDays(today, 3)
  const stop = visit(sarah, 1, { onDay: day })
  line(stop, merlin, sarah, 'Full set refit')
  practice.server.write('work_entries', uuidv7(), {
    ...{
      horseId: merlin,
      visitHorseId: null,
      memberId,
      serviceType: 'Front shoes new',
      workDate: today,
      description: null,
      findings: null,
    },
    ...{ recommendations: 'Watch the off fore', resetsCycle: true, setup: null },
  })
  history.replaceState(null, '', `/messages?thread=${lost}`)
  const screen = await open()
  const box = screen.getByRole('textbox', { name: 'Message Sarah' })
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name, exact: true }))
  await press('Appointment Update')
  // A stop has no time, so the text gives none.
  await expect.element(box).toHaveValue(`Hi Sarah, your visit is on ${shortDay(day)} in the morning for Merlin, full set refit.`)
  await expect.element(screen.getByRole('button', { name: 'Leave the visit out' })).toBeVisible()
  await press('Work Complete')
  const due = shortDay(addDays(today, 42))
  await expect
    .element(box)
    .toHaveValue(`Hi Sarah, all done: Merlin (front shoes new). Merlin: Watch the off fore. Merlin is next due about ${due}.`)
  expect(screen.getByRole('button', { name: 'Leave the visit out' }).elements()).toEqual([])
  await press('Next Visit')
  await expect.element(box).toHaveValue(`Hi Sarah, your next visit is on ${shortDay(day)} in the morning for Merlin, full set refit.`)
  practice.api.offline(true)
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await expect.poll(async () => (await queued('messages'))[0]?.data).toMatchObject({ appointmentId: stop })
  await expect.element(screen.getByRole('link', { name: `Merlin, Trim ${shortDay(day)}, Stop, AM` })).toBeVisible()
})

test('a conversation is begun with a client and a subject, and an emergency is marked in it', async () => {
  twoTalks()
  const screen = await open()
  practice.api.offline(true)
  await userEvent.click(screen.getByRole('button', { name: 'New Message' }))
  const dialog = screen.getByRole('dialog', { name: 'New Message' })
  await userEvent.click(dialog.getByRole('button', { name: 'Start Conversation' }))
  await expect.element(dialog.getByText('Choose who to write to')).toBeVisible()
  await expect.element(dialog.getByText('Say what it is about')).toBeVisible()
  await userEvent.fill(dialog.getByRole('combobox', { name: /^Client/ }), 'Tom')
  await userEvent.click(screen.getByRole('option', { name: /Tom Haddon/ }))
  await userEvent.fill(dialog.getByRole('textbox', { name: /^Subject/ }), 'Grey is lame')
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Emergency/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Start Conversation' }))
  await expect.element(screen.getByRole('region', { name: 'Tom Haddon, Grey is lame (EMERGENCY)' })).toBeVisible()
  expect(dialog.elements()).toEqual([])
  await expect.element(screen.getByText('Nothing written yet').first()).toBeVisible()
  expect((await queued('threads')).find(({ action }) => action === 'CREATE')?.data).toMatchObject({
    subject: 'Grey is lame (EMERGENCY)',
    isEmergency: true,
  })
})

test('the settings begin at £50.00 and 1.75x, and are kept on the device', async () => {
  twoTalks()
  const screen = await open()
  practice.api.offline(true)
  await userEvent.click(screen.getByRole('button', { name: 'Settings' }))
  const dialog = screen.getByRole('dialog', { name: 'Messaging Settings' })
  await expect.element(dialog.getByRole('textbox', { name: 'Emergency charge' })).toHaveValue('50.00')
  await expect.element(dialog.getByRole('spinbutton', { name: 'Rates of the work' })).toHaveValue(1.75)
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Answer outside working hours/ }))
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Emergency charge' }), 'sixty')
  await userEvent.click(dialog.getByRole('button', { name: 'Save settings' }))
  await expect.element(dialog.getByText('An amount up to £1000')).toBeVisible()
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Emergency charge' }), '60')
  await userEvent.click(dialog.getByRole('button', { name: 'Save settings' }))
  await expect.poll(async () => (await queued('settings')).at(-1)?.data).toEqual({ autoReply: { isEnabled: true, emergencyRate: 60 } })
})

test('a photo goes with its words, and is in the conversation at once', async () => {
  const { tom, next } = twoTalks()
  history.replaceState(null, '', `/messages?thread=${next}`)
  const screen = await open()
  practice.api.offline(true)
  const photo = new File([Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], 'off fore.png', { type: 'image/png' })
  await userEvent.upload(screen.getByLabelText('Files to send'), photo)
  await expect.element(screen.getByRole('button', { name: 'Leave out off fore.png' })).toBeVisible()
  await userEvent.type(screen.getByRole('textbox', { name: 'Message Tom' }), 'This is how it looks.{Enter}')
  await expect.element(screen.getByRole('button', { name: 'Look at off fore.png' })).toBeVisible()
  const [message] = await queued('messages')
  const [file] = await queued('attachments')
  expect(message?.data).toMatchObject({ threadId: next, withFiles: true })
  expect(file).toMatchObject({ data: { messageId: message?.id, clientId: tom, fileType: 'image' }, deps: [message?.opId] })
  await expect.element(screen.getByRole('button', { name: /^Leave out/ })).not.toBeInTheDocument()
})

test('a client who sent STOP is not written to, and a member who may not send only reads', async () => {
  const { sarah, lost } = twoTalks()
  practice.server.write('clients', sarah, { stoppedAt: ago(60) })
  history.replaceState(null, '', `/messages?thread=${lost}`)
  const screen = await open()
  await expect.element(screen.getByText('Sarah Penrose has replied STOP, so nothing can be sent to them.')).toBeVisible()
  expect(screen.getByRole('textbox', { name: /^Message/ }).elements()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Archive' }))
  await expect.element(screen.getByRole('link', { name: /^Sarah Penrose \d/ })).not.toBeInTheDocument()
  await screen.unmount()
  await practice.leave()
  await startRound()

  const tom = client('Tom Haddon')
  history.replaceState(null, '', `/messages?thread=${thread(tom, 'Next visit')}`)
  const others = await open({ role: 'apprentice' })
  await expect.element(others.getByText("You can read this, but your role can't answer it.")).toBeVisible()
  for (const name of ['New Message', 'Settings', 'Send']) expect(others.getByRole('button', { name }).elements()).toEqual([])
  expect(sent('threads')).toEqual([])
})

test('of ten thousand messages a windowful is on the page, the newest in sight, and a search leads to any of them', async () => {
  const { sarah } = twoTalks()
  const lost = thread(sarah, 'A long story', { readTo: ago(1), lastMessageAt: ago(1) })
  for (let at = 0; at < 10_000; at++)
    message(lost, sarah, `Line ${at} of a long story${at === 4000 ? ' about clenches' : ''}`, { createdAt: ago(20_000 - at) })
  message(lost, sarah, 'The last of it.', { createdAt: ago(5) })
  history.replaceState(null, '', `/messages?thread=${lost}`)
  const screen = await open()
  await expect.element(screen.getByRole('article').filter({ hasText: 'The last of it.' })).toBeInViewport()
  const articles = () => screen.getByRole('article').elements().length
  expect(articles()).toBeLessThan(40)
  const list = screen.getByRole('region', { name: 'Messages with Sarah' }).element()
  for (let step = 0; step < 20; step++) {
    list.scrollTop -= 5000
    await new Promise(requestAnimationFrame)
    expect(articles()).toBeLessThan(40)
  }
  await expect.element(screen.getByRole('button', { name: 'To the newest' })).toBeVisible()
  await userEvent.fill(screen.getByRole('searchbox', { name: 'Search messages' }), 'clenches')
  await userEvent.click(screen.getByRole('link', { name: /about clenches/ }))
  await expect.element(screen.getByRole('article').filter({ hasText: 'about clenches' })).toBeInViewport()
})

test('an address that names no conversation shows that, on a phone too', async () => {
  twoTalks()
  history.replaceState(null, '', '/messages?thread=unknown')
  const screen = await open()
  await expect.element(screen.getByText("This conversation isn't on this device")).toBeVisible()
  await page.viewport(375, 812)
  const note = screen.getByText("There's no such conversation.", { exact: false })
  await expect.element(note).toBeVisible()
  await expect.element(screen.getByRole('link', { name: /^Sarah Penrose/ })).toBeInViewport()
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('button', { name: 'Show the list' }).click()
  await expect.element(note).not.toBeInTheDocument()
  expect(location.search).toBe('')
})

test('list, conversation and dialogs hold up at every width, in both themes', async () => {
  const { lost } = twoTalks()
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    history.replaceState(null, '', '/messages')
    const screen = await open()
    await expect.element(screen.getByRole('link', { name: /^Sarah Penrose/ })).toBeVisible()
    expect(await axeFindings(), `list ${width} ${theme}`).toEqual([])
    await userEvent.click(screen.getByRole('link', { name: /^Sarah Penrose/ }))
    await expect.element(screen.getByRole('article').filter({ hasText: 'No blood.' })).toBeInViewport()
    expect(await axeFindings(), `conversation ${width} ${theme}`).toEqual([])
    expect(document.documentElement.scrollWidth, String(width)).toBeLessThanOrEqual(width)
    if (width < 768) await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    await userEvent.click(screen.getByRole('button', { name: 'Settings' }))
    await expect.element(screen.getByRole('dialog', { name: 'Messaging Settings' })).toBeVisible()
    expect(await axeFindings(), `settings ${width} ${theme}`).toEqual([])
    await screen.unmount()
  }
  expect(lost).toBeTruthy()
})

test('Home shows what waits first, and how much of it there is', async () => {
  const { tom } = twoTalks()
  const late = thread(tom, 'A newer one', { readTo: ago(1), lastMessageAt: ago(1) })
  message(late, tom, 'Thanks', { createdAt: ago(5) })
  await practice.signIn({ memberId })
  await syncNow()
  const screen = await render(<MessagesPanel />)
  const card = screen.getByRole('region', { name: 'Messages' })
  await says(card.getByRole('listitem').first(), /Sarah Penrose/)
  await says(card.getByRole('listitem').nth(1), /A newer one/)
  await expect.element(card.getByRole('link', { name: 'All messages' })).toHaveAttribute('href', '/messages')
})
