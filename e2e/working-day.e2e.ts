import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf, instantOf, longDay, mondayOf, shortDay } from '#lib/dates.ts'
import { closeOut, DESKTOP, type House, openHouse, PHONE, stopsOn, type Visitor } from '#testing/e2e.ts'
import { atLength } from '#testing/whole.ts'

const POLL_MS = 30_000
const today = dayOf(currentTime(), 'Europe/London')
/* Days of next week, regardless of today. */
const wednesday = addDays(mondayOf(today), 9)
const thursday = addDays(wednesday, 1)

type Visit = {
  id: string
  title: string
  onDay: string
  clientId: string | null
  isCallOnly: boolean
  isCallComplete: boolean
  yardId: string | null
}
type Client = { id: string; name: string }
type Notice = { kind: string; state: string; recipient: string; body: string }

let house: House
let made = 0

beforeAll(async () => {
  house = await openHouse('day')
})

afterAll(() => house.close())

describe.each(atLength([DESKTOP], [PHONE, DESKTOP]))("a farrier's working day at %i px:", (width) => {
  let farrier: Visitor
  let owner: Visitor
  let page: Page
  let moved: Visit
  let client: Client

  beforeAll(async () => {
    farrier = await house.visit(width)
    owner = await house.visit(PHONE)
    page = farrier.page
  })

  afterAll(async () => {
    expect([...farrier.problems, ...owner.problems]).toEqual([])
    await farrier.context.close()
    await owner.context.close()
  })

  test('from the landing page to the demo practice, and the round of today', async () => {
    await page.goto('/')
    await page.getByRole('heading', { name: /The whole round/ }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).first().click()
    await page.getByRole('button', { name: 'Open the demo practice' }).click()
    await page.getByRole('heading', { name: width === PHONE ? shortDay(today) : longDay(today) }).waitFor()
    await page.getByText('Route Progress').waitFor()
    await page.getByText(/^Stop \d+ of \d+$/).waitFor()
  })

  test('a visit is moved to another day, and the toast about it is true', async () => {
    await page.getByRole('link', { name: 'Calendar', exact: true }).first().click()
    await page.getByRole('button', { name: 'Next week' }).click()
    client = await newClient()
    moved = await newVisit(wednesday, '07:00', client)
    const card = await unfolded(page, wednesday, moved.title)
    // Looked for from before it comes: it stays for five seconds, and a slow machine may take as long to see it.
    const said = page.getByText('Appointment has been moved to').first().textContent()
    await (width === PHONE ? moveByDate(page, card) : moveByKeyboard(page, card))
    expect(await said).toMatch(
      new RegExp(
        `^Appointment has been moved to ${shortDay(thursday)}\\. .*${firstName(client)}.* will be texted (in 90 seconds|(tomorrow )?at 08:00)\\.`,
      ),
    )
    await unfolded(page, thursday, moved.title)
    await page.getByRole('button', { name: 'Online', exact: true }).waitFor()
    await expect.poll(() => farrier.api.get(`/api/appointments/${moved.id}`)).toMatchObject({ onDay: thursday })
  })

  test('the text about it waits in the Outbox', async () => {
    await page.goto('/outbox')
    const text = page.getByRole('article', { name: `Visit moved, ${client.name}` })
    await text.getByText(/^Goes (in 1?\d?:\d\d|\w{3} \d+ \w{3}, 08:00)$/).waitFor()
    await text.getByText(new RegExp(shortDay(thursday))).waitFor()
    const notices = await farrier.api.get<Notice[]>('/api/notices')
    expect(notices.filter(({ kind, recipient }) => kind === 'moved' && recipient === client.name)).toMatchObject([{ state: 'held' }])
  })

  test('a finished stop is work of its horses, and moves the queue an owner follows', async () => {
    const follower = await newVisit(today, '20:00', await newClient())
    const stops = await visitsOn(today)
    await owner.page.clock.install()
    await owner.page.goto(`/call-status?client=${follower.clientId}&appointment=${follower.id}`)
    const at = Number(
      /#(\d+)/.exec(
        (await owner.page
          .getByText(/^Currently at stop #\d+$/)
          .first()
          .textContent()) ?? '',
      )?.[1],
    )

    await page.goto('/round')
    const done = stops.filter(({ isCallComplete }) => isCallComplete).length
    await page.getByText(`${done} of ${stops.length}`, { exact: true }).waitFor()
    const horses = page
      .getByRole('article')
      .getByRole('listitem')
      .getByRole('button', { name: /^More for / })
    const horse = ((await horses.first().getAttribute('aria-label')) ?? '').replace('More for ', '')
    await closeOut(page)
    await page.getByText(`${done + 1} of ${stops.length}`, { exact: true }).waitFor()

    await page.goto('/horses')
    await page.getByRole('searchbox', { name: 'Search horses' }).fill(horse)
    await page
      .getByRole('button', { name: new RegExp(`^(View )?${horse}`) })
      .first()
      .waitFor()
    const known = await farrier.api.get<{ id: string; name: string }[]>('/api/horses?limit=200')
    const { id } = known.find(({ name }) => name === horse) ?? { id: '' }
    await expect.poll(() => farrier.api.get(`/api/horses/${id}/work-entries`)).toContainEqual(expect.objectContaining({ workDate: today }))

    await expect
      .poll(
        async () => {
          await owner.page.clock.fastForward(POLL_MS)
          return owner.page.getByText(`Currently at stop #${at + 1}`, { exact: true }).count()
        },
        { timeout: 120_000, interval: 250 },
      )
      .toBeGreaterThan(0)
  })

  const visitsOn = (day: string) => stopsOn<Visit>(farrier, day)

  /* A client who can be texted, and has no other visit. */
  async function newClient(): Promise<Client> {
    made += 1
    return farrier.api.post<Client>('/api/clients', { name: `Wenna Trelawney ${made}`, phone: `07700 90010${made}` })
  }

  async function newVisit(day: Day, start: string, { id, name }: Client): Promise<Visit> {
    const from = instantOf(day, start, 'Europe/London')
    const times = { startTime: from.toISOString(), endTime: new Date(from.getTime() + 30 * 60_000).toISOString() }
    return farrier.api.post<Visit>('/api/appointments', { title: `Trim for ${name}`, clientId: id, ...times })
  }
})

const firstName = ({ name }: Client) => name.split(' ')[0] ?? name

/** A visit's button on a day, or in the list of all its visits where it is not among the first three. */
async function unfolded(page: Page, day: string, title: string): Promise<Locator> {
  const column = page.getByRole('region', { name: longDay(day) })
  const more = column.getByRole('button', { name: /^\+\d+ more$/ })
  const card = column.getByRole('button', { name: title })
  // A moved visit may arrive a moment after the toast, and others go into the list.
  await card.or(more).first().waitFor()
  if (await card.isVisible()) return card
  await more.click()
  const listed = page.getByRole('dialog').getByRole('button', { name: title })
  await listed.waitFor()
  return listed
}

async function moveByKeyboard(page: Page, card: Locator) {
  await card.focus()
  await page.keyboard.press('Space')
  await page.getByText(/^Moving to/).waitFor()
  // The hand listens for arrows from its first timer on; a busy browser answers keys before timers.
  await page.evaluate('new Promise((on) => setTimeout(on))')
  await page.keyboard.press('ArrowRight')
  await page.getByText('Drop here', { exact: true }).waitFor()
  await page.keyboard.press('Space')
}

async function moveByDate(page: Page, card: Locator) {
  await card.click()
  await page.getByRole('button', { name: 'Move to...' }).click()
  await page.getByLabel('Move to', { exact: true }).fill(thursday)
  await page.getByRole('button', { name: 'Move', exact: true }).click()
}
