import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { DESKTOP, type House, PHONE, shareHouse, type Visitor } from '#testing/e2e.ts'
import { type Device, openPractice, type Practice, waiting } from '#testing/e2e-practice.ts'
import { atLength } from '#testing/whole.ts'
import { openWalk } from './portal-pages.ts'
import { askForCode, invitationTo, signInByOutbox } from './portal-sign-in.ts'

const WIDTHS = [PHONE, DESKTOP] as const
const [FFION, NON, MAIR, NIA, BRYN] = ['ffion', 'non', 'mair', 'nia', 'bryn'].map((name) => `${name}@axe.example`) as [
  string,
  string,
  string,
  string,
  string,
]
const today = dayOf(currentTime(), 'Europe/London')
const { look, lookHere, expectAllLooked } = openWalk('portal-others-axe')

let house: House
beforeAll(() => {
  house = shareHouse()
})
afterAll(() => house.close())

/** One visitor in a browser at each width. */
type Both = [Visitor, Visitor]

describe('axe finds nothing in what others see, and nothing covers a control, on a phone and on a desktop, in the light and in the dark:', () => {
  let practice: Practice
  let farrier: Device
  let farriers: Both
  let owners: Both
  let ids: { client: string; conker: string; bramble: string; yard: string; at: string }
  const everybody: Visitor[] = []

  afterAll(() => {
    // What is refused and what has ended are pages of their own status, and a phone without a signal misses what it doesn't keep.
    const problems = everybody.flatMap((one) => one.problems).filter((problem) => !/status of (422|404)|net::ERR_FAILED/.test(problem))
    expect(problems).toEqual([])
  })

  const add = async (path: string, body: object) => (await farrier.api.post<{ id: string }>(path, body)).id

  async function both(how: { keepsApp?: boolean } = {}): Promise<Both> {
    const visitors = (await Promise.all(WIDTHS.map((width) => house.visit(width, how)))) as Both
    everybody.push(...visitors)
    return visitors
  }
  /** The second is signed in as the first is. */
  const alike = async ([first, second]: Both) => second.context.addCookies(await first.context.cookies())
  /* Concurrently: most of the time is axe's, and each page is a process of its own. */
  const each = (visitors: Both, work: (page: Page, width: number) => Promise<unknown>) =>
    Promise.all(visitors.map(({ page }, at) => work(page, WIDTHS[at] ?? DESKTOP)))

  /** The person invited by this name comes in, and each step is checked: in `npm test` of one person, as the steps differ by a sentence. */
  async function join(name: string, address: string): Promise<Both> {
    const isLookedAt = atLength(name === 'Mair', true)
    const lookIn = (page: Page, path: string, width: number, what: string) =>
      isLookedAt ? look(page, path, width, `${what}, ${name}`) : page.goto(path)
    const visitors = await both()
    const link = await invitationTo(farrier.api, name)
    const [{ page: first }, { page: second }] = visitors
    await each(visitors, (page, width) => lookIn(page, link, width, 'an invitation, signed out'))
    const code = await askForCode(first, farrier.api, address)
    await alike(visitors)
    await second.goto('/my/sign-in/code')
    await each(visitors, async (page, width) => {
      await page.getByLabel('Code').fill('00000000')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByText("That code isn't right").waitFor()
      if (isLookedAt) await lookHere(page, width, `a wrong code of ${name}`)
    })
    await first.getByLabel('Code').fill(code)
    await first.getByRole('button', { name: 'Sign in' }).click()
    await first.getByRole('button', { name: 'Yes, let me in' }).waitFor()
    await alike(visitors)
    await each(visitors, (page, width) => look(page, link, width, `an invitation of ${name}, proven`))
    await each(visitors, (page, width) => lookIn(page, '/my', width, 'an invitation that waits'))
    await first.getByRole('button', { name: 'Yes, let me in' }).click()
    await first.waitForURL('**/my')
    return visitors
  }

  test('who can see: no one yet, a refusal, and those who are invited', async () => {
    practice = await openPractice(house, 'Axe and Others')
    farrier = await practice.device({ path: '/yards' })
    farriers = [await practice.device({ width: PHONE, path: '/yards' }), farrier]
    everybody.push(...farriers)
    const client = await add('/api/clients', { name: 'Ffion Rees', email: FFION, phone: '07700 900657' })
    const yard = await add('/api/yards', { name: 'Hendre Livery' })
    const conker = await add('/api/horses', { name: 'Conker', clientId: client, yardId: yard, cycleDays: 42 })
    const bramble = await add('/api/horses', { name: 'Bramble', clientId: client, yardId: yard })
    ids = { client, conker, bramble, yard, at: '' }
    for (const days of [3, 45]) {
      const times = { startTime: `${addDays(today, days)}T09:00:00Z`, endTime: `${addDays(today, days)}T10:00:00Z` }
      await add('/api/appointments', {
        title: '',
        clientId: client,
        yardId: yard,
        horses: [{ horseId: conker }, { horseId: bramble }],
        ...times,
      })
    }
    await add('/api/work-entries', { horseId: conker, serviceType: 'Trim', workDate: today, findings: 'Sound' })
    await farrier.api.post(`/api/clients/${client}/portal/invite`, { how: 'email' })
    owners = await both()
    await signInByOutbox(owners[0].page, farrier.api, FFION)
    await owners[0].page.getByRole('button', { name: 'Yes, show me' }).click()
    ids.at = ((await owners[0].page.getByRole('link', { name: /^Conker/ }).getAttribute('href')) ?? '').replace(/\/horses\/.*/, '')
    await alike(owners)
    await each(owners, async (page, width) => {
      await look(page, '/my/sharing', width, 'who can see: nobody')
      await page.locator('details').first().getByLabel('Their name').fill('Non')
      await page.locator('details').first().getByLabel('Their e-mail or mobile number').fill('nowhere')
      await page.locator('details').first().getByRole('button', { name: 'Send the invitation' }).click()
      await page.getByRole('status').waitFor()
      await lookHere(page, width, 'who can see: refused')
    })
    const others = `/api/clients/${client}/portal/others`
    await farrier.api.post(others, { role: 'helper', seesMoney: false, name: 'Non', to: NON })
    await farrier.api.post(others, { role: 'sharer', horseId: conker, mayAnswer: true, name: 'Mair', to: MAIR })
    await farrier.api.post(others, { role: 'sharer', horseId: conker, mayAnswer: false, name: 'Nia', to: NIA })
    await farrier.api.post(`/api/yards/${yard}/portal/invite`, { toName: 'Bryn', to: BRYN })
    await each(owners, (page, width) => look(page, '/my/sharing', width, 'who can see: invited'))
    const toAnother = await invitationTo(farrier.api, 'Mair')
    await each(owners, (page, width) => look(page, toAnother, width, 'an invitation to another address'))
  })

  test('a sharer comes in: the first page, the horse, its visits, and ending it', async () => {
    const sharers = await join('Mair', MAIR)
    await each(sharers, async (page, width) => {
      await look(page, '/my', width, 'a sharer’s first page')
      await look(page, `${ids.at}/horses/${ids.conker}`, width, 'a sharer’s horse')
      await look(page, '/my/visits', width, 'a sharer’s visits')
      await look(page, (await page.getByRole('main').getByRole('link').first().getAttribute('href')) ?? '', width, 'a sharer’s visit')
      await page.getByRole('button', { name: 'Ask for another time' }).click()
      await page.getByRole('alert').waitFor()
      await lookHere(page, width, 'a sharer’s refused wish')
      await look(page, '/my/sharing', width, 'what is shared with them')
      await look(page, `${ids.at}/horses/${ids.bramble}`, width, 'a horse that is not shared')
    })
  })

  test('a sharer who only reads', async () => {
    const sharers = await join('Nia', NIA)
    await each(sharers, async (page, width) => {
      await page.goto('/my/visits')
      await look(page, (await page.getByRole('main').getByRole('link').first().getAttribute('href')) ?? '', width, 'a visit to read')
    })
  })

  test('a helper comes in: the first page, a horse, the visits, and ending it', async () => {
    const helpers = await join('Non', NON)
    await each(helpers, async (page, width) => {
      await look(page, '/my', width, 'a helper’s first page')
      await look(page, `${ids.at}/horses/${ids.bramble}`, width, 'a helper’s horse')
      await look(page, '/my/visits', width, 'a helper’s visits')
      await look(page, '/my/money', width, 'no bills of a helper')
      await look(page, '/my/sharing', width, 'whom they help')
    })
  })

  test('the manager of a yard comes in: the board, a message refused and one sent', async () => {
    const managers = await join('Bryn', BRYN)
    const board = `${ids.at}/yards/${ids.yard}`
    await each(managers, async (page, width) => {
      await look(page, '/my', width, 'a manager’s first page')
      await look(page, board, width, 'the board of a yard')
      await page.getByLabel('About this yard').fill('  ')
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByText('Write what you want to say first.').waitFor()
      await lookHere(page, width, 'a word that is refused')
      await page.getByLabel('About this yard').fill(`The top gate is chained, at ${width}.`)
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByText('It’s on their list').waitFor()
      await lookHere(page, width, 'a word that is said')
    })
  })

  test('a horse shown by a link: refused, what they will see, the link, its page, and ended', async () => {
    await each(owners, async (page, width) => {
      await look(page, `${ids.at}/horses/${ids.conker}/share`, width, 'a horse to show')
      await page.getByRole('button', { name: 'See what they’ll see' }).click()
      await page.getByText('Say who it’s for').waitFor()
      await lookHere(page, width, 'for nobody')
      await page.getByLabel('Who it’s for').fill(`Tom Pugh ${width}`)
      await page.getByLabel('What it’s for').selectOption('A sale')
      await page.getByRole('button', { name: 'See what they’ll see' }).click()
      await page.getByRole('button', { name: 'Make the link' }).waitFor()
      await lookHere(page, width, 'what they will see')
      await page.getByRole('button', { name: 'Make the link' }).click()
      const link = new URL((await page.getByText(/\/share\/[\w-]{43}$/).textContent()) ?? '').pathname
      await lookHere(page, width, 'a link')
      await look(page, link, width, 'a horse that is shown')
      await look(page, '/my/sharing', width, 'who can see: a link')
      await page
        .getByRole('listitem')
        .filter({ hasText: `Tom Pugh ${width}` })
        .getByRole('button', { name: 'End now' })
        .click()
      await page.waitForURL('**/share**')
      await lookHere(page, width, 'a link that is over')
      await look(page, link, width, 'a horse that is shown no more')
    })
  })

  test('what the farrier has of it: others who see, the manager of a yard, the links, and each dialog', async () => {
    await each(farriers, async (page, width) => {
      await page.goto(`/clients?client=${ids.client}`)
      await page.getByRole('tab', { name: 'Portal' }).click()
      await page.getByRole('region', { name: 'Others who see' }).getByText('Mair').waitFor()
      await lookHere(page, width, 'others who see')
      await page.getByRole('button', { name: 'Let in a helper or sharer' }).click()
      await page.getByRole('dialog', { name: 'Let in a helper or sharer' }).getByLabel('Who it is').selectOption('A sharer of one horse')
      await lookHere(page, width, 'a sharer to let in')
      await page.goto(`/yards?yard=${ids.yard}`)
      await page.getByRole('region', { name: 'Yard manager' }).getByText('Bryn').waitFor()
      await lookHere(page, width, 'the manager of a yard')
      await page.getByRole('button', { name: 'Invite the yard’s manager' }).click()
      await page.getByRole('dialog', { name: 'Invite the yard’s manager' }).waitFor()
      await lookHere(page, width, 'a manager to invite')
      await page.goto(`/horses?horse=${ids.conker}`)
      await page.getByRole('tab', { name: 'Details' }).click()
      await page.getByRole('region', { name: 'Shown by a link' }).waitFor()
      await lookHere(page, width, 'the links to a horse')
    })
  })

  test('a horse that is sold: refused, reported, its hand-over, and over', async () => {
    const path = `${ids.at}/horses/${ids.conker}/sold`
    const tell = (page: Page) => page.getByRole('button', { name: 'Tell Axe and Others' }).click()
    await each(owners, async (page, width) => {
      await look(page, path, width, 'sold or moved on')
      await page.getByLabel('On which day?').fill(today)
      await tell(page)
      await page.getByText('Choose what has happened.').waitFor()
      await lookHere(page, width, 'sold: refused')
    })
    const [{ page: first }] = owners
    await first.getByLabel('Sold', { exact: true }).check()
    await first.getByLabel(/^Name/).fill('Huw Bevan')
    await first.getByLabel(/^The foot record: /).check()
    await tell(first)
    await first.getByText(/they will see to it/).waitFor()
    await each(owners, (page, width) => look(page, path, width, 'sold: told'))
    await each(farriers, async (page, width) => {
      await page.goto('/tasks')
      await page.getByRole('button', { name: 'Hand over' }).waitFor()
      await lookHere(page, width, 'what owners asked')
      await page.getByRole('button', { name: 'Hand over' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Add Huw Bevan as a client' }).waitFor()
      await lookHere(page, width, 'a hand-over')
    })
    const huw = await add('/api/clients', { name: 'Huw Bevan' })
    await farrier.api.put(`/api/horses/${ids.conker}`, { clientId: huw, ownedFrom: today })
    await each(owners, (page, width) => look(page, '/my', width, 'a horse that was theirs'))
  })
  test('a phone without a signal: as it was last, what waits to be sent, and what is not kept', async () => {
    const phones = await both({ keepsApp: true })
    for (const { context } of phones) await context.addCookies(await owners[0].context.cookies())
    await each(phones, async (page, width) => {
      await look(page, '/my/no-signal', width, 'no signal')
      await page.goto('/my')
      await expect.poll(() => page.evaluate(KEPT), waiting('it is kept')).toBe(true)
      await page.context().setOffline(true)
      await look(page, '/my', width, 'the first page as it was last')
      await look(page, `${ids.at}/horses/${ids.bramble}`, width, 'a horse as it was last')
      await look(page, '/my/messages', width, 'what is not kept')
      await page.goto('/my/visits')
      await page.getByRole('main').getByRole('link').first().click()
      await page.getByText('Give the gate code').click()
      await page.getByLabel('Gate code, or where the key is').fill('2580')
      await page.getByRole('button', { name: 'Give the code' }).click()
      await page.getByText('It hasn’t gone.').waitFor()
      await lookHere(page, width, 'what has not gone')
      await page.goto('/my')
      await page.getByRole('region', { name: 'Not sent yet' }).getByText('2580').waitFor()
      await lookHere(page, width, 'what waits')
      await page
        .getByRole('region', { name: 'Not sent yet' })
        .getByRole('button', { name: /^Throw away/ })
        .click()
      await page.context().setOffline(false)
    })
  })

  test('and that is every page, with the walk of the portal', () => expectAllLooked(WIDTHS))
})

/* What is fetched last of what is kept. */
const KEPT = `Promise.all(['/my/no-signal', '/theme.js', '/my/visits'].map((path) => caches.match(path))).then((all) => all.every(Boolean))`
