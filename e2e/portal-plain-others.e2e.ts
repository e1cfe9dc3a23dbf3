import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayAndYear, dayOf } from '#lib/dates.ts'
import { type House, shareHouse, type Visitor } from '#testing/e2e.ts'
import { type Device, openPractice, type Practice } from '#testing/e2e-practice.ts'
import { askForCode, invitationTo, signInByOutbox } from './portal-sign-in.ts'

const NARROW = 320
const [FFION, NON, MAIR, BRYN] = ['ffion', 'non', 'mair', 'bryn'].map((name) => `${name}@plain-others.example`) as [
  string,
  string,
  string,
  string,
]
const today = dayOf(currentTime(), 'Europe/London')
/** How far a page reaches beyond the screen. */
const BEYOND = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
/** A page that was left before it was measured. */
const ignore = () => undefined
const SINCE = addDays(today, -60)

let house: House
beforeAll(() => {
  house = shareHouse()
})

describe('in a browser that runs no script, at 320 px,', () => {
  let practice: Practice
  let farrier: Device
  let owner: Page
  let yardId: string
  const everybody: Visitor[] = []
  const wide = new Set<string>()

  afterAll(async () => {
    // A refusal is a page of its own status, and so is what has ended.
    const problems = everybody.flatMap((one) => one.problems).filter((problem) => !/status of (422|404)/.test(problem))
    expect({ problems, wide: [...wide] }).toEqual({ problems: [], wide: [] })
    await house.close()
  })

  const add = async (path: string, body: object) => (await farrier.api.post<{ id: string }>(path, body)).id
  const rows = (text: string) => practice.ask(text)

  async function somebody(): Promise<Page> {
    const visitor = await house.visit(NARROW, { hasScript: false })
    everybody.push(visitor)
    visitor.page.on('load', (page) => void page.evaluate<number>(BEYOND).then((beyond) => beyond > 0 && wide.add(page.url()), ignore))
    return visitor.page
  }

  /** Presses a button of a form, without the checks the browser itself would make: an older one makes none. */
  async function press(form: Locator, name: string) {
    await form.evaluate((each: { noValidate: boolean }) => {
      each.noValidate = true
    })
    await form.getByRole('button', { name }).click()
  }

  const opened = (page: Page, summary: RegExp) => page.locator('details').filter({ has: page.locator('summary', { hasText: summary }) })
  const typedIn = (within: Locator, label: string | RegExp) => within.getByLabel(label).inputValue()

  /** Comes in by the invitation to this name: a wrong code is refused, the right one leads back to the invitation. */
  async function join(name: string, address: string, reads: RegExp): Promise<Page> {
    const page = await somebody()
    await page.goto(await invitationTo(farrier.api, name))
    const code = await askForCode(page, farrier.api, address)
    await page.getByLabel('Code').fill('00000000')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText("That code isn't right, or it's too old.").waitFor()
    await page.getByLabel('Code').fill(code)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText(reads).waitFor()
    await page.getByRole('button', { name: 'Yes, let me in' }).click()
    await page.waitForURL('**/my')
    return page
  }

  test('an owner signs in', async () => {
    practice = await openPractice(house, 'Plain Others')
    farrier = await practice.device()
    const [clientId, before] = [
      await add('/api/clients', { name: 'Ffion Rees', email: FFION, phone: '07700 900655' }),
      await add('/api/clients', { name: 'Huw Pugh' }),
    ]
    yardId = await add('/api/yards', { name: 'Hendre Livery', gateCode: '4471' })
    const conker = await add('/api/horses', { name: 'Conker', clientId: before, yardId })
    await farrier.api.put(`/api/horses/${conker}`, { clientId, ownedFrom: SINCE })
    const bramble = await add('/api/horses', { name: 'Bramble', clientId, yardId })
    const times = { startTime: `${addDays(today, 3)}T09:00:00Z`, endTime: `${addDays(today, 3)}T10:00:00Z` }
    await add('/api/appointments', { title: '', clientId, yardId, horses: [{ horseId: conker }, { horseId: bramble }], ...times })
    await farrier.api.post(`/api/clients/${clientId}/portal/invite`, { how: 'email' })
    owner = await somebody()
    await signInByOutbox(owner, farrier.api, FFION)
    await owner.getByRole('button', { name: 'Yes, show me' }).click()
    await owner.getByRole('link', { name: /^Conker/ }).waitFor()
  })

  test('she invites a helper and a sharer, and what was typed is kept where it is refused', async () => {
    await owner.getByRole('link', { name: 'Who can see' }).click()
    const helper = opened(owner, /^Add somebody who helps/)
    await helper.locator('summary').click()
    await helper.getByLabel('Their name').fill('  ')
    await helper.getByLabel('Their e-mail or mobile number').fill(NON)
    await helper.getByLabel('They see the bills too').check()
    await press(helper.locator('form'), 'Send the invitation')
    await helper.getByRole('status').or(helper.getByRole('alert')).waitFor()
    expect([await typedIn(helper, 'Their e-mail or mobile number'), await helper.getByLabel('They see the bills too').isChecked()]).toEqual(
      [NON, true],
    )
    await helper.getByLabel('Their name').fill('Non')
    await helper.getByLabel('Their e-mail or mobile number').fill('nowhere')
    await press(helper.locator('form'), 'Send the invitation')
    expect([await typedIn(helper, 'Their name'), await typedIn(helper, 'Their e-mail or mobile number')]).toEqual(['Non', 'nowhere'])
    await helper.getByLabel('Their e-mail or mobile number').fill(NON)
    await press(helper.locator('form'), 'Send the invitation')
    await owner.getByText('The invitation is on its way.').waitFor()

    const sharer = opened(owner, /^Add a sharer/)
    await sharer.locator('summary').click()
    await sharer.getByLabel('Horse').selectOption('Conker')
    await sharer.getByLabel('Their name').fill('Mair')
    await sharer.getByLabel('They may confirm its visits').check()
    await press(sharer.locator('form'), 'Send the invitation')
    await owner.getByRole('heading', { name: 'Who can see' }).waitFor()
    expect(await sharer.getByLabel('They may confirm its visits').isChecked()).toBe(true)
    expect(await sharer.getByLabel('Horse').locator('option:checked').textContent()).toBe('Conker')
    await sharer.getByLabel('Their e-mail or mobile number').fill(MAIR)
    await press(sharer.locator('form'), 'Send the invitation')
    await owner.getByText('The invitation is on its way.').waitFor()
    expect(
      await rows('select role, to_name, to_address from portal_invites where practice_id = $1 and to_name is not null order by role'),
    ).toEqual([
      { role: 'helper', to_name: 'Non', to_address: NON },
      { role: 'sharer', to_name: 'Mair', to_address: MAIR },
    ])
  })

  test('a sharer proves the address, reads the horse, answers its visit, and ends it', async () => {
    const page = await join('Mair', MAIR, /You’d see Conker/)
    expect(await page.getByText(/Bramble|You owe/).count()).toBe(0)
    await page.getByRole('link', { name: /^Conker/ }).click()
    await page.getByText('Shared with you').waitFor()
    await page.getByRole('link', { name: 'Visits' }).first().click()
    await page.getByRole('main').getByRole('link').first().click()
    const move = opened(page, /^Ask for another time/)
    await move.locator('summary').click()
    await move.getByRole('button', { name: 'Ask for another time' }).click()
    await move.getByRole('alert').waitFor()
    await move.getByLabel('In your own words').fill('Thursday after two')
    await move.getByRole('button', { name: 'Ask for another time' }).click()
    await page.getByText('You have asked for another time').waitFor()
    await page.getByRole('button', { name: "Actually, it's fine" }).click()
    await page.getByText(/^Thank you, Mair/).waitFor()
    expect(await rows('select kind, words from visit_answers where practice_id = $1 order by said_at')).toEqual([
      { kind: 'move', words: 'Mair, who shares Conker: Thursday after two' },
      { kind: 'confirmed', words: 'Mair, who shares Conker' },
    ])
    await page.getByRole('link', { name: 'Who can see' }).click()
    await page.getByRole('button', { name: 'I no longer look after Conker' }).click()
    await page.getByText('You have no horses here').waitFor()
    await page.goto('/my')
    expect(await page.getByText('Conker').count()).toBe(0)
  })

  test('a helper comes in, reads all horses and the bills, and ends it', async () => {
    const page = await join('Non', NON, /You’d help Ffion .*and their bills/)
    for (const horse of ['Conker', 'Bramble']) await page.getByRole('link', { name: new RegExp(`^${horse}`) }).waitFor()
    await page.getByRole('link', { name: 'Money' }).click()
    await page.getByRole('heading', { name: 'Plain Others' }).waitFor()
    await page.getByRole('link', { name: 'Who can see' }).click()
    await page.getByRole('button', { name: 'I no longer help Ffion' }).click()
    await page.getByText('You have no horses here').waitFor()
  })

  test('she makes a link, ends it, and what she chose is kept where it is refused', async () => {
    await owner.goto('/my')
    await owner.getByRole('link', { name: /^Conker/ }).click()
    await owner.getByRole('link', { name: 'Show by a link' }).click()
    const form = owner.getByRole('main').locator('form').first()
    await owner.getByLabel('Who it’s for').fill('Tom Pugh')
    await owner.getByLabel('What it’s for').selectOption('Insurance')
    await owner.getByLabel('Nothing from before').fill(addDays(today, 1))
    await owner.getByLabel('How long it works').selectOption('30 days')
    await press(form, 'See what they’ll see')
    await owner.getByText('That day is still to come.').waitFor()
    expect([await typedIn(form, 'Who it’s for'), await form.getByLabel('How long it works').inputValue()]).toEqual(['Tom Pugh', '30'])
    await owner.getByLabel('Nothing from before').fill(addDays(today, -30))
    await press(form, 'See what they’ll see')
    await owner.getByRole('button', { name: 'Make the link' }).click()
    const link = (await owner.getByText(/\/share\/[\w-]{43}$/).textContent()) ?? ''
    const stranger = await somebody()
    await stranger.goto(new URL(link).pathname)
    await stranger.getByRole('heading', { name: 'Conker', level: 1 }).waitFor()
    await owner.getByRole('link', { name: 'Who can see' }).click()
    await owner.getByText('Opened once').waitFor()
    await owner.getByRole('button', { name: 'End now', exact: true }).click()
    await owner.getByText('None is open.').waitFor()
    await stranger.reload()
    await stranger.getByRole('heading', { name: 'There’s nothing here' }).waitFor()
  })

  test('she reports that a horse is sold, and undoes it; a day that can’t be is refused', async () => {
    await owner.goto('/my')
    await owner.getByRole('link', { name: /^Conker/ }).click()
    await owner.getByRole('link', { name: 'Sold or moved on' }).click()
    const form = owner.getByRole('form', { name: 'Tell Plain Others' })
    await form.getByLabel('Sold', { exact: true }).check()
    await form.getByLabel(/^Name/).fill('Huw Bevan')
    await form.getByLabel(/^The foot record: /).check()
    const fill = (day: string) => form.getByLabel('On which day?').fill(day)
    const kept = async () => [
      await typedIn(form, /^Name/),
      await form.getByLabel('Sold', { exact: true }).isChecked(),
      await form.getByLabel(/^The foot record: /).isChecked(),
    ]
    for (const [day, sentence] of [
      ['', 'Choose the day.'],
      [addDays(SINCE, -1), `Conker became yours on ${dayAndYear(SINCE)}. Choose that day or a later one.`],
      [addDays(today, 1), 'That day is still to come. Choose today or an earlier day.'],
    ] as const) {
      await fill(day)
      await press(form, 'Tell Plain Others')
      await owner.getByRole('alert').getByText(sentence).waitFor()
      expect(await kept(), sentence).toEqual(['Huw Bevan', true, true])
    }
    await fill(today)
    await press(form, 'Tell Plain Others')
    await owner.getByText(/they will see to it/).waitFor()
    await owner.getByRole('button', { name: 'Take it back' }).click()
    await form.waitFor()
    expect(await rows(`select outcome from owner_asks where practice_id = $1 and kind = 'sold' and deleted_at is null`)).toEqual([])
  })

  test('the manager of a yard comes in, reads the board, sends a message, and ends it', async () => {
    await farrier.api.post(`/api/yards/${yardId}/portal/invite`, { toName: 'Bryn', to: BRYN })
    const page = await join('Bryn', BRYN, /You’d see when Plain Others comes to your yard/)
    await page.getByRole('link', { name: /Hendre Livery/ }).click()
    await page.getByText('Horses to have in: 2').waitFor()
    expect(await page.getByText(/Ffion|Rees|4471|£/).count()).toBe(0)
    const form = page.locator('#write form')
    await form.getByLabel('About this yard').fill('  ')
    await press(form, 'Send')
    await page.getByText('Write what you want to say first.').waitFor()
    const long = 'The top gate is chained. '.repeat(60).trim()
    await form.getByLabel('About this yard').evaluate((field: { maxLength: number }) => {
      field.maxLength = 2000
    })
    await form.getByLabel('About this yard').fill(long)
    await press(form, 'Send')
    await page.getByText(/^That's too long/).waitFor()
    expect(await typedIn(form, 'About this yard')).toBe(long)
    await form.getByLabel('About this yard').fill('The top gate is chained.')
    await press(form, 'Send')
    await page.getByText('It’s on their list of things to see to.').waitFor()
    expect(await rows(`select words from owner_asks where practice_id = $1 and kind = 'yard'`)).toEqual([
      { words: 'The top gate is chained.' },
    ])
    await page.getByText('Not your yard any more?').click()
    await page.getByRole('button', { name: 'Stop seeing this yard' }).click()
    await page.waitForURL('**/my')
    expect(await page.getByText('Hendre Livery').count()).toBe(0)
  })
})
