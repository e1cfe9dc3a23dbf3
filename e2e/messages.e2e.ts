import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Message, Thread } from '#features/talk/messaging/contract.ts'
import { INBOUND_TEXT_PATH, twilioSignature } from '#platform/server/sending/twilio.ts'
import { expectAccessible, expectNoSidewaysScroll, type House, openHouse, PHONE, type Visitor } from '#testing/e2e.ts'
import { openPractice, type Practice } from '#testing/e2e-practice.ts'

const OUR_NUMBER = '+447700900000'
const HER_NUMBER = '+447700900987'
const TWILIO = { accountSid: 'AC0123', authToken: 'the token of the account', from: OUR_NUMBER, baseUrl: 'http://localhost:9' }

const CRY = 'EMERGENCY Conker has pulled a front shoe in the field and stands on three legs by the gate'
const CRY_AT_50 = 'EMERGENCY Conker has pulled a front shoe in the fi...'
const CRY_AT_60 = 'EMERGENCY Conker has pulled a front shoe in the field and st...'

let house: House

beforeAll(async () => {
  house = await openHouse('messages', { twilio: TWILIO })
})

afterAll(() => house.close())

describe('a farrier with a phone, and an owner who texts', () => {
  let practice: Practice
  let farrier: Visitor
  let page: Page
  let clientId: string

  afterAll(async () => {
    expect(farrier.problems).toEqual([])
    await farrier.context.close()
  })

  test('a new practice has no messages yet', async () => {
    // Its own: a text from outside opens nothing of the demo.
    practice = await openPractice(house, 'Farrow Farriery')
    farrier = await practice.device({ width: PHONE })
    page = farrier.page
    ;({ id: clientId } = await farrier.api.post<{ id: string }>('/api/clients', { name: 'Wenna Gatley', phone: HER_NUMBER }))
    // No day is worked, so that on any day an emergency has its price outside working hours.
    const days = [0, 1, 2, 3, 4, 5, 6]
    const workingHours = days.map((dayOfWeek) => ({ dayOfWeek, isWorking: false, startTime: '09:00', endTime: '17:00' }))
    await farrier.api.post('/api/messaging/settings', { workingHours })
    await page.goto('/messages')
    await page.getByText('No messages yet').waitFor()
  })

  test('an emergency comes by text while the list is open, unread, with its price, and is answered automatically', async () => {
    await herText(CRY)
    const row = list().getByRole('link', { name: /Wenna Gatley/ })
    await row.getByText('Emergency £50 + 1.75x').waitFor()
    await row.getByText('1 unread').waitFor()
    expect(await thread()).toMatchObject({ isEmergency: true, emergencyRate: 50, emergencyMultiplier: 1.75, unreadCount: 1 })
    await expectAccessible(page, 'the conversations on a phone')

    await row.click()
    await conversation().getByText('£50 charge, then 1.75x rates').waitFor()
    await said(CRY).waitFor()
    await conversation().getByText('Auto-reply', { exact: true }).waitFor()
    await expectSent(/^I've got your emergency message\. Coming out costs £50 and 1\.75x the usual rates\./)
  })

  test('opening it has read it', async () => {
    await expect.poll(async () => (await thread()).unreadCount).toBe(0)
    expect((await messages()).find(({ content }) => content === CRY)?.readAt).toEqual(expect.any(String))
  })

  test('an answer names the message it replies to, is sent as a text, and shows its delivery status', async () => {
    await conversation()
      .getByRole('button', { name: `Reply to: ${CRY_AT_50}` })
      .click()
    await conversation().getByRole('form').getByText(CRY_AT_60).waitFor()
    await write('Keep him in on clean bedding.')
    const answer = said('Keep him in on clean bedding.')
    await answer.getByText(CRY_AT_50).waitFor()
    await answer.getByText('Test version: not sent').waitFor()
    const [first, ...others] = await messages()
    expect(others.at(-1)).toMatchObject({
      senderType: 'farrier',
      content: 'Keep him in on clean bedding.',
      replyToId: first?.id,
      replyTo: { senderType: 'client', content: CRY },
      via: 'sms',
    })
    await expectSent('Keep him in on clean bedding.')
  })

  test('her next text appears in the open conversation automatically, as read', async () => {
    await herText('No blood and no nail. He is in now.')
    await said('No blood and no nail. He is in now.').waitFor()
    await expect.poll(async () => (await thread()).unreadCount).toBe(0)
  })

  test('a message written offline shows it, and is sent once when the signal is back', async () => {
    await farrier.context.setOffline(true)
    await write('Ten minutes away.')
    const late = said('Ten minutes away.')
    await late.getByText('Waiting for signal').waitFor()
    expect(await contents()).not.toContain('Ten minutes away.')
    await farrier.context.setOffline(false)
    await late.getByText('Test version: not sent').waitFor()
    expect((await contents()).filter((content) => content === 'Ten minutes away.')).toHaveLength(1)
    await expectSent('Ten minutes away.')
  })

  test('the conversation holds up on a phone, and on a desktop beside the list', async () => {
    await expectAccessible(page, 'a conversation on a phone')
    await expectNoSidewaysScroll(page, 'a conversation on a phone')
    const office = await practice.device({ path: `/messages?thread=${(await thread()).id}` })
    await office.page
      .getByRole('region', { name: /^Wenna Gatley, / })
      .getByText('Ten minutes away.')
      .waitFor()
    await expectAccessible(office.page, 'a conversation beside the list')
    await expectNoSidewaysScroll(office.page, 'a conversation beside the list')
    expect(office.problems).toEqual([])
  })

  test('after STOP nothing can be written to her', async () => {
    await herText('STOP')
    await conversation().getByRole('form').waitFor({ state: 'detached' })
    await conversation()
      .getByText(/replied STOP/)
      .waitFor()
  })

  test('an owner with the link reads in a browser of her own, answers, and sees the replies', async () => {
    const { id } = await farrier.api.post<{ id: string }>('/api/clients', {
      ...{ name: 'Morwenna Pask', phone: '+447700900986', preferredChannel: 'portal' },
    })
    const asked = await farrier.api.post<{ id: string }>('/api/messages/threads', { clientId: id, subject: 'Pebble', isEmergency: true })
    await farrier.api.post('/api/messages', { threadId: asked.id, content: 'I can be with you at four.' })
    const texts = await farrier.api.get<{ clientId: string; body: string }[]>('/api/notices')
    const link = /http:\/\/\S+\/m\/\w+/.exec(texts.find(({ clientId: whose }) => whose === id)?.body ?? '')?.[0] ?? ''
    const owner = await house.visit(PHONE)
    await owner.page.goto(new URL(link).pathname)
    await owner.page.getByText('I can be with you at four.').waitFor()
    await owner.page.getByText(/^Emergency: £50 and 1\.75x/).waitFor()
    await expectAccessible(owner.page, 'a conversation by its link')
    await expectNoSidewaysScroll(owner.page, 'a conversation by its link')
    await owner.page.getByRole('textbox').fill('Four is fine. The gate is open.')
    await owner.page.getByRole('button', { name: 'Send' }).click()
    await owner.page.getByText('Four is fine. The gate is open.').waitFor()

    await page.goto(`/messages?thread=${asked.id}`)
    const hers = page.getByRole('dialog', { name: 'Morwenna Pask' })
    await hers.getByRole('button', { name: 'Reply to: Four is fine. The gate is open.' }).click()
    const box = hers.getByRole('textbox', { name: 'Message Morwenna' })
    await box.fill('Thank you.')
    await box.press('Enter')
    await hers.getByRole('article').filter({ hasText: 'Thank you.' }).getByText('Test version: not sent').waitFor()
    await owner.page.getByRole('link', { name: 'Check for new messages' }).click()
    const answer = owner.page.getByRole('article').filter({ hasText: 'Thank you.' })
    await answer.getByText('Four is fine. The gate is open.').waitFor()
    expect(owner.problems).toEqual([])
  })

  const list = () => page.getByRole('list', { name: 'Conversations' })
  const conversation = () => page.getByRole('dialog', { name: 'Wenna Gatley' })
  const said = (words: string): Locator =>
    conversation()
      .getByRole('article')
      .filter({ has: page.getByText(words, { exact: true }) })

  async function write(words: string) {
    const box = conversation().getByRole('textbox', { name: 'Message Wenna' })
    await box.fill(words)
    await box.press('Enter')
  }

  /* As the provider posts it. */
  async function herText(body: string) {
    const form = { From: HER_NUMBER, To: OUR_NUMBER, Body: body, MessageSid: `SM${randomUUID()}` }
    const url = `${house.url}${INBOUND_TEXT_PATH}`
    const headers = { 'x-twilio-signature': twilioSignature(TWILIO.authToken, url, form) }
    expect((await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) })).status).toBe(200)
  }

  async function thread(): Promise<Thread> {
    const [found, ...others] = await farrier.api.get<Thread[]>(`/api/messages/threads?clientId=${clientId}`)
    if (!found || others.length > 0) throw new Error(`one conversation was expected: ${JSON.stringify([found, ...others])}`)
    return found
  }
  const messages = async () => farrier.api.get<Message[]>(`/api/messages/thread/${(await thread()).id}`)
  const contents = async () => (await messages()).map(({ content }) => content)

  /* Once, to her, in the test version's outbox: a message shown in a conversation may not have reached it yet. */
  async function expectSent(body: string | RegExp) {
    const states = async () => {
      const texts = await farrier.api.get<{ recipient: string; state: string; body: string }[]>('/api/notices')
      const isMeant = (text: string) => (typeof body === 'string' ? text === body : body.test(text))
      return texts.filter((text) => text.recipient === 'Wenna Gatley' && isMeant(text.body)).map(({ state }) => state)
    }
    await expect.poll(states).toEqual(['simulated'])
  }
})
