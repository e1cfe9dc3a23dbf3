import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, instantOf, longDay, mondayOf, shortDay } from '#lib/dates.ts'
import { DESKTOP, enterDemo, expectAccessible, type House, openHouse, PHONE, stopsOn, untilSettled, type Visitor } from '#testing/e2e.ts'
import { centre, fingerOf, type Grip, middleOf, steadyMiddleOf } from './grip.ts'
import { stayOut } from './yard-of-three.ts'

/* More Tab presses than between any two fields or buttons of a screen. */
const MOST_TABS = 80
const today = dayOf(currentTime(), 'Europe/London')
const tomorrow = addDays(today, 1)

type Visit = {
  id: string
  title: string
  onDay: string
  localStart: string
  localEnd: string
  clientId: string | null
  yardId: string | null
  isCallOnly: boolean
  isCallComplete: boolean
}

let house: House
let farrier: Visitor
let page: Page

beforeAll(async () => {
  house = await openHouse('diary')
})

afterAll(() => house.close())

async function arrive(width: number) {
  farrier = await house.visit(width)
  page = farrier.page
  await enterDemo(farrier)
}

afterEach(() => {
  expect(farrier.problems).toEqual([])
})

const visitsOn = (day: string) => stopsOn<Visit>(farrier, day)
const find = async (day: string, title: string) => (await visitsOn(day)).find((visit) => visit.title === title)
describe('with nothing but keys', () => {
  const title = 'Early call, by keyboard'

  beforeAll(() => arrive(DESKTOP))
  afterAll(() => farrier.context.close())

  test('a visit is booked on the day the arrows have led to', async () => {
    await page.goto('/calendar')
    await page.locator('[data-day]').first().waitFor()
    // The month that today is in shows tomorrow too, also on a Sunday and on the last of a month.
    await press('5')
    await expect.poll(() => page.locator('[data-cell]').count()).toBeGreaterThanOrEqual(28)
    for (const [key, day] of [
      ['t', today],
      ['ArrowLeft', addDays(today, -1)],
      ['ArrowRight', today],
    ] as const) {
      await press(key)
      await expectFocus(new RegExp(`^${longDay(day).slice(0, 3)}`))
    }
    await press('n')
    await page.getByRole('dialog', { name: 'Schedule New Appointment' }).waitFor()
    await tabTo('Client, horse or yard')
    await page.keyboard.type('fiona')
    await expect.poll(() => page.getByRole('option').first().textContent()).toMatch(/Fiona Garrod/)
    await press('Enter')
    await tabTo('Start time')
    await retype('06:00')
    await tabTo('End time')
    await retype('06:30')
    await tabTo('Title')
    await page.keyboard.type(title)
    await press('Enter')
    await page.getByText('Appointment created successfully').first().waitFor()
    await expect.poll(() => find(today, title)).toMatchObject({ localStart: '06:00', localEnd: '06:30' })
  })

  test('it is moved to tomorrow and back, and opened', async () => {
    await arrowTo(title, today)
    await move('ArrowRight', tomorrow)
    await arrowTo(title, tomorrow)
    await move('ArrowLeft', today)
    await arrowTo(title, today)
    await press('Enter')
    await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Edit' }).waitFor()
    await expectAccessible(page, 'the calendar with a visit open')
    await press('Escape')
    await expectFocus(new RegExp(title))
  })

  test('the round of today is put in another order', async () => {
    await page.goto('/round')
    await page.getByRole('heading', { name: 'After that' }).waitFor()
    // Its heading is there before its stops are.
    await page
      .getByRole('button', { name: / earlier$/ })
      .first()
      .waitFor()
    const before = (await visitsOn(today)).map(({ id }) => id)
    await tabTo(/ earlier$/)
    await press('Enter')
    await expect.poll(async () => (await visitsOn(today)).map(({ id }) => id)).not.toEqual(before)
    expect((await visitsOn(today)).map(({ id }) => id).toSorted()).toEqual(before.toSorted())
  })

  test('and the visit is completed when its turn has come', async () => {
    const isDone = async () => (await find(today, title))?.isCallComplete
    for (let stops = 0; stops < 3 && !(await isDone()); stops++) {
      const visits = await visitsOn(today)
      const done = visits.filter(({ isCallComplete }) => isCallComplete).length
      await page.getByText(`${done} of ${visits.length}`, { exact: true }).waitFor()
      await stayOut(page)
      await tabTo('Done')
      await press('Enter')
      await throughHorses(page.getByText(`${done + 1} of ${visits.length}`, { exact: true }))
      await expect.poll(async () => (await visitsOn(today)).filter(({ isCallComplete }) => isCallComplete).length).toBe(done + 1)
    }
    expect(await isDone()).toBe(true)
  })

  /** A stop with horses shows each horse: as last time, then done. One without is finished at once. */
  async function throughHorses(finished: Locator) {
    const step = page.getByRole('dialog').getByRole('group', { name: 'Next step' }).getByRole('button')
    const shown = async () => (await step.allTextContents())[0]?.trim()
    await step.or(finished).first().waitFor()
    for (let now = await shown(); now !== undefined; now = await shown()) {
      await tabTo(now)
      await press('Enter')
      await expect.poll(shown).not.toBe(now)
    }
    await finished.waitFor()
  }

  async function move(arrow: 'ArrowLeft' | 'ArrowRight', day: string) {
    await press('Space')
    await page.getByText(/^Moving to/).waitFor()
    // The hand listens for arrows from its first timer on; a busy browser answers keys before timers.
    await page.evaluate('new Promise((on) => setTimeout(on))')
    await press(arrow)
    await page.getByText('Drop here', { exact: true }).waitFor()
    await press('Space')
    const told = page.getByText(new RegExp(`^Appointment has been moved to ${shortDay(day)}\\.`))
    await told.first().waitFor()
    await expect.poll(() => find(day, title)).toMatchObject({ localStart: '06:00', localEnd: '06:30' })
  }
})

describe('with a finger on a phone', () => {
  /* A day that is in the shown week regardless of today, with another one after it. */
  const wednesday = addDays(mondayOf(today), 9)
  const thursday = addDays(wednesday, 1)
  let finger: Grip

  beforeAll(async () => {
    await arrive(PHONE)
    const [client] = await farrier.api.get<{ id: string }[]>('/api/clients?limit=1')
    const at = (time: string) => instantOf(wednesday, time, 'Europe/London').toISOString()
    for (const [from, to] of [
      ['09:00', '09:30'],
      ['11:00', '11:30'],
    ] as const) {
      const visit = { title: `At ${from}`, clientId: client?.id, startTime: at(from), endTime: at(to), overdueOverride: true }
      await farrier.api.post('/api/appointments', visit)
    }
    finger = await fingerOf(farrier)
  })
  afterAll(() => farrier.context.close())

  test('a long press picks a visit up, and it is dropped on another day', async () => {
    await page.goto(`/calendar?view=week&date=${wednesday}`)
    const card = region(wednesday).getByRole('listitem').last().getByRole('button')
    await card.waitFor()
    await untilSettled(page)
    const { id } = await visitOf(card)
    await centre(card)
    await finger.down(await steadyMiddleOf(card))
    await page.getByText(/^Moving to/).waitFor()
    await finger.moveTo(await middleOf(region(thursday).locator('[data-day]')))
    await region(thursday).getByText('Drop here', { exact: true }).waitFor()
    await finger.up()
    await page
      .getByText(new RegExp(`^Appointment has been moved to ${shortDay(thursday)}\\.`))
      .first()
      .waitFor()
    await expect.poll(() => farrier.api.get<Visit>(`/api/appointments/${id}`)).toMatchObject({ onDay: thursday })
  })

  test('in the day view it is dropped on another hour', async () => {
    const visit = (await visitsOn(wednesday)).find(({ isCallOnly, clientId }) => !isCallOnly && clientId)
    if (!visit) throw new Error('no visit of that Wednesday has a time')
    await page.goto(`/calendar?view=day&date=${wednesday}`)
    const card = page.locator(`[data-visit="${visit.id}"]`)
    await card.waitFor()
    await untilSettled(page)
    await centre(card)
    const from = await steadyMiddleOf(card)
    await finger.down(from)
    await page.getByText(/^Moving to/).waitFor()
    await finger.moveTo({ x: from.x, y: from.y + 90 })
    await page.getByText('Drop here').waitFor()
    await finger.up()
    await page
      .getByText(new RegExp(`^Appointment has been moved to ${shortDay(wednesday)}, `))
      .first()
      .waitFor()
    const nowAt = () => farrier.api.get<Visit>(`/api/appointments/${visit.id}`)
    await expect.poll(async () => (await nowAt()).localStart > visit.localStart).toBe(true)
    expect((await nowAt()).onDay).toBe(wednesday)
  })

  test('a quick stroke scrolls the page and moves nothing', async () => {
    await page.goto(`/calendar?view=week&date=${wednesday}`)
    const card = region(wednesday).getByRole('listitem').first().getByRole('button')
    await card.waitFor()
    await untilSettled(page)
    const { id, onDay } = await visitOf(card)
    await centre(card)
    const from = await steadyMiddleOf(card)
    const before = await page.evaluate<number>('scrollY')
    // Sent at once: a busy machine would make a long press of a finger that waits for its first step.
    await Promise.all([finger.down(from), finger.moveTo({ x: from.x, y: from.y - 200 })])
    await finger.up()
    await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(before)
    expect(await page.getByText(/^Moving to/).count()).toBe(0)
    expect(await farrier.api.get<Visit>(`/api/appointments/${id}`)).toMatchObject({ onDay })
  })

  const region = (day: string) => page.getByRole('region', { name: longDay(day) })

  async function visitOf(card: Locator): Promise<Visit> {
    return farrier.api.get<Visit>(`/api/appointments/${await card.getAttribute('data-visit')}`)
  }
})

async function press(...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

/** The accessible name of the focused element. */
const NAME_OF_FOCUS = `(() => {
  const element = document.activeElement
  const label = element.labels?.[0]?.textContent ?? element.getAttribute('aria-label')
  return (label ?? element.textContent ?? '').trim()
})()`
const focus = () => page.evaluate<string>(NAME_OF_FOCUS)

const expectFocus = (name: RegExp) => expect.poll(focus).toMatch(name)

/** Presses Tab until the focus is on the element with this name. */
async function tabTo(name: string | RegExp) {
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    await press('Tab')
    const found = await focus()
    if (typeof name === 'string' ? found === name || found.startsWith(`${name} `) : name.test(found)) return
  }
  throw new Error(`Tab never came to ${name}`)
}

/** Down the entries of the day that has the focus, once it is among them. */
async function arrowTo(title: string, day: string) {
  await page.locator(`[data-cell="${day}"]`).getByRole('button', { name: title }).waitFor()
  for (let entries = 0; entries < 12; entries++) {
    if ((await focus()).includes(title)) return
    await press('ArrowDown')
  }
  throw new Error(`the arrows never came to ${title}`)
}

async function retype(text: string) {
  await press('ControlOrMeta+a')
  await page.keyboard.type(text)
}
