import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { DESKTOP, PHONE, type Visitor } from '#testing/e2e.ts'
import type { Device } from '#testing/e2e-practice.ts'
import { atLength } from '#testing/whole.ts'
import { PART_BYTES, sendCutFilm } from './cut-film.ts'
import { passkeysOf } from './passkeys-of.ts'
import { type Farrier, makeFarrier, openPortalHouse, type PortalHouse } from './portal-house.ts'
import { pressing } from './taps.ts'

const FILM_BYTES = atLength(12, 60) * 1_000_000
/** From the text to her horses: the link, *Sign in*, the field, *Send me a code*, *Sign in*, *Yes*; all else from the first page. */
const MOST_PRESSES = { in: 6, confirm: 1, cancel: 4, pay: 3 }

let house: PortalHouse
beforeAll(async () => {
  house = await openPortalHouse()
})
afterAll(() => house.close())

describe.each(atLength([PHONE], [PHONE, DESKTOP]))('a farrier, an owner of horses and a stranger, at %i px', (width) => {
  const phone = `+447700900${width === PHONE ? 321 : 322}`
  const email = `ffion.${width}@example.com`
  let gwen: Farrier
  let nia: Farrier
  let app: Device
  let owner: Visitor
  let page: Page
  let link: string
  let slug: string
  const presses: Record<string, number> = {}

  afterAll(() => {
    // A refusal is a page of its own status.
    expect([...owner.problems, ...app.problems].filter((problem) => !problem.includes('status of 422'))).toEqual([])
  })

  test('the farrier invites by text from the client’s record', async () => {
    gwen = await makeFarrier(house, `Farrow Farriery ${width}`, { phone, email, horses: ['Conker', 'Bramble'] })
    nia = await makeFarrier(house, `Nia Forge ${width}`, { phone, email, horses: ['Pebble'] })
    app = await gwen.practice.device({ width, path: `/clients?client=${gwen.clientId}` })
    await app.page.getByRole('tab', { name: 'Portal' }).click()
    await app.page.getByRole('button', { name: 'Invite', exact: true }).click()
    const dialog = app.page.getByRole('dialog', { name: 'Invite to the portal' })
    await dialog.getByText('By text to Ffion Rees').waitFor()
    await dialog.getByRole('button', { name: 'Send 1 invitation' }).click()
    await dialog.waitFor({ state: 'detached' })
    link = /http\S+/.exec(await house.messageTo(phone, /in one place/))?.[0] ?? ''
    expect(link).toContain(house.url)
  })

  test('the owner signs in by the code of a text, and says that it is her farrier', async () => {
    owner = await house.visit(width)
    page = owner.page
    await page.goto(link)
    const press = pressing(1)
    await press(page.getByRole('link', { name: 'Sign in' }))
    await press(page.getByRole('textbox', { name: 'E-mail or mobile number' }))
    await page.keyboard.type(`07700 900${phone.slice(-3)}`)
    const before = house.sentSoFar()
    await press(page.getByRole('button', { name: 'Send me a code' }))
    const code = await house.codeTo(phone, before)
    await page.getByLabel('Code').waitFor()
    // The field has the focus: a phone offers the code of the text there.
    await page.keyboard.type(code)
    await press(page.getByRole('button', { name: 'Sign in' }))
    await page.waitForURL('**/my')
    await press(page.getByRole('button', { name: 'Yes, show me' }))
    await page.getByRole('link', { name: /^Conker no date/ }).waitFor()
    presses.in = press.count()
    slug = /at\/([^/]+)/.exec((await page.locator('a[href*="/horses/"]').first().getAttribute('href')) ?? '')?.[1] ?? ''
  })

  test('makes a passkey, and opens her page with it in another browser', async () => {
    const here = await passkeysOf(page)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('Not used yet.').waitFor()
    const other = await house.visit(width)
    await passkeysOf(other.page, await here.kept())
    await other.page.goto('/my/sign-in')
    await other.page.waitForURL('**/my')
    await other.page.getByRole('link', { name: /^Bramble no date/ }).waitFor()
    expect(other.problems).toEqual([])
    await other.context.close()
  })

  test('has the horses of two farriers on one page', async () => {
    await nia.device.api.post(`/api/clients/${nia.clientId}/portal/invite`, { how: 'email' })
    await house.messageTo(email, /in one place/)
    await page.goto('/my/settings')
    await page.getByLabel('Another e-mail or mobile number').fill(email)
    const before = house.sentSoFar()
    await page.getByRole('button', { name: 'Send a code there' }).click()
    await page.getByLabel('Code').fill(await house.codeTo(email, before))
    await page.getByRole('button', { name: 'Use the code' }).click()
    await page.waitForURL('**/my/settings')
    await page.getByRole('link', { name: '‹ My horses' }).click()
    await page
      .getByRole('region', { name: `Is ${nia.name} your farrier?` })
      .getByRole('button', { name: 'Yes, show me' })
      .click()
    for (const [farrier, names] of [
      [gwen, ['Conker', 'Bramble']],
      [nia, ['Pebble']],
    ] as const)
      for (const name of names)
        await of(farrier)
          .getByRole('link', { name: new RegExp(`^${name} no date`) })
          .waitFor()
  })

  test('confirms a visit', async () => {
    await page.goto('/my')
    const press = pressing()
    await press(of(gwen).getByRole('button', { name: 'Confirm' }))
    await page.getByText('What you said').waitFor()
    presses.confirm = press.count()
    const [said] = await gwen.practice.ask('select kind from visit_answers where practice_id = $1')
    expect(said).toEqual({ kind: 'confirmed' })
  })

  test(`sends a film of ${FILM_BYTES / 1_000_000} MB that is cut in the middle, goes on where it stopped, and arrives whole`, async () => {
    await page.goto('/my')
    await of(gwen)
      .getByRole('link', { name: /^Conker no date/ })
      .click()
    const { sha256, from } = await sendCutFilm(page, join(house.folder, `Trot up ${width}.mp4`), FILM_BYTES)
    expect(from, 'it goes on where it was').toBeGreaterThan(FILM_BYTES / 2 - PART_BYTES)
    const stored =
      'select f.state, f.bytes, f.sha256, t.horse_id from files f join attachments t on t.file_id = f.id where f.practice_id = $1'
    expect(await gwen.practice.ask(stored)).toEqual([{ state: 'stored', bytes: String(FILM_BYTES), sha256, horse_id: gwen.horseIds[0] }])
  })

  test('writes, without a signal first; reads the answer, and the farrier sees when', async () => {
    await page.getByRole('link', { name: 'Messages' }).click()
    await page.getByRole('link', { name: `Write to ${gwen.name}` }).click()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Write something, or choose a photo.').waitFor()
    await page.getByLabel('Message').fill('Conker has a risen clench.')
    await owner.context.setOffline(true)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('It hasn’t gone. What you wrote is still here').waitFor()
    expect(await page.getByLabel('Message').inputValue()).toBe('Conker has a risen clench.')
    await owner.context.setOffline(false)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('article').getByText('Conker has a risen clench.').waitFor()
    await app.page.goto('/messages')
    await app.page
      .getByRole('list', { name: 'Conversations' })
      .getByRole('link', { name: /Ffion Rees/ })
      .click()
    const box = app.page.getByRole('textbox', { name: 'Message Ffion' })
    await box.fill('I’ll see to it on the day.')
    await box.press('Enter')
    const answer = app.page.getByRole('article').filter({ hasText: 'I’ll see to it on the day.' })
    await answer.waitFor()
    await answer.getByText('Sent', { exact: true }).waitFor()
    expect(await answer.getByText(/^read/).count()).toBe(0)
    await page.getByRole('link', { name: 'Check for new messages' }).click()
    await page.getByRole('article').getByText('I’ll see to it on the day.').waitFor()
    await answer.getByText(/^read \d\d:\d\d$/).waitFor()
  })

  test('cancels her horses on the later visit', async () => {
    await page.goto('/my')
    const press = pressing()
    await press(page.getByRole('link', { name: 'Visits' }).first())
    await press(page.locator(`a[href$="${gwen.laterId}"]`))
    await press(page.getByText('Cancel my horses'))
    await press(page.getByRole('button', { name: 'Cancel Conker and Bramble' }))
    await page.getByText('It’s cancelled, and your farrier knows.').waitFor()
    presses.cancel = press.count()
    expect(await gwen.practice.ask('select status from appointments where practice_id = $1 and id = $2', gwen.laterId)).toEqual([
      { status: 'cancelled' },
    ])
  })

  test('pays an invoice by card', async () => {
    await house.takeCards(owner.context)
    await page.goto('/my')
    const press = pressing()
    await press(of(gwen).getByRole('link', { name: /^You owe £95/ }))
    await press(page.getByRole('region', { name: gwen.name }).getByRole('link', { name: /^Invoice/ }))
    await press(page.getByRole('button', { name: 'Pay £95.00 by card' }))
    presses.pay = press.count()
    await page.getByRole('link', { name: 'Pay' }).click()
    await page.waitForURL(`${house.url}/my/**`)
    await page.goto('/my/money')
    await page.getByRole('region', { name: gwen.name }).getByText('Paid invoices').waitFor()
    expect(await gwen.practice.ask('select amount_pence, method from payments where practice_id = $1')).toEqual([
      { amount_pence: 9500, method: 'card' },
    ])
  })

  test('each of it took few presses', () => {
    for (const [what, most] of Object.entries(MOST_PRESSES)) expect(presses[what], what).toBeLessThanOrEqual(most)
  })

  test('to a stranger her addresses are like ones that never were, and her invitation names the farrier alone', async () => {
    const stranger = await house.visit(width)
    const bodyAt = async (path: string) => (await stranger.context.request.get(`${house.url}${path}`)).text()
    const hers = [`horses/${gwen.horseIds[0]}`, `visits/${gwen.visitId}`, `invoices/${gwen.invoiceId}`, `messages/${await threadId()}`]
    for (const path of hers) {
      await stranger.page.goto(at(path))
      expect(new URL(stranger.page.url()).pathname, 'nobody is signed in').toBe('/my/sign-in')
    }
    await stranger.page.goto(link)
    await stranger.page.getByRole('heading', { name: `${gwen.name} invites you` }).waitFor()
    expect(await stranger.page.content()).not.toMatch(HERS)

    const { id } = await nia.device.api.post<{ id: string }>('/api/clients', { name: 'Huw Bevan', email: `huw.${width}@example.com` })
    await nia.device.api.post(`/api/clients/${id}/portal/invite`, { how: 'email' })
    await signIn(stranger.page, `huw.${width}@example.com`)
    await stranger.page.getByRole('button', { name: 'Yes, show me' }).click()
    await stranger.page.getByText('No horse of yours is here now.').waitFor()
    expect(await stranger.page.content()).not.toMatch(HERS)
    const never = await bodyAt(at(`horses/${uuidv7()}`))
    expect(never).toContain('There’s nothing here')
    for (const path of hers) expect(await bodyAt(at(path)), path).toBe(never)
    for (const path of hers) expect(await bodyAt(at(path).replace(/[\w-]+$/, uuidv7())), path).toBe(never)
    expect(stranger.problems).toEqual([])
  })

  test('the farrier ends it: she is out at once, and the link is like one that never was', async () => {
    await app.page.goto(`/clients?client=${gwen.clientId}`)
    await app.page.getByRole('tab', { name: 'Portal' }).click()
    await app.page.getByText('Ffion Rees: Conker').waitFor()
    await app.page.getByRole('button', { name: 'End everything and withdraw invitations' }).click()
    await app.page.getByText('Ended on').waitFor()
    await page.goto('/my')
    await of(nia).waitFor()
    expect(await of(gwen).count()).toBe(0)
    const bodyAt = async (url: string) => (await owner.context.request.get(url)).text()
    expect(await bodyAt(at(`visits/${gwen.visitId}`))).toBe(await bodyAt(at(`visits/${uuidv7()}`)))
    const never = await bodyAt(`${house.url}/join/${'A'.repeat(22)}`)
    expect(never).toContain('This invitation has ended')
    expect(await bodyAt(link)).toBe(never)
  })

  /** Asks for a code for an address, and types it. */
  async function signIn(page: Page, address: string) {
    const before = house.sentSoFar()
    await page.goto('/my/sign-in')
    await page.getByLabel('E-mail or mobile number').fill(address)
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByLabel('Code').fill(await house.codeTo(address, before))
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  const at = (path: string) => `/my/at/${slug}/${path}`
  const threadId = async () => (await gwen.practice.ask<{ id: string }>('select id from threads where practice_id = $1'))[0]?.id
  const of = (farrier: Farrier) => page.getByRole('region', { name: farrier.name, exact: true })
})

/** What is hers alone. */
const HERS = /Ffion|Conker|Bramble|Pebble|Mill Lane/
