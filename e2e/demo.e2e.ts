import { afterAll, beforeAll, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { DESKTOP, expectAccessible, go, type House, openHouse, PHONE, untilSettled, type Visitor } from '#testing/e2e.ts'
import { listedScreens } from '#testing/e2e-screens.ts'
import { resetClock } from '#testing/set-clock.ts'
import { linesAtNight } from './night.ts'

/* A Sunday night in November: a visitor then sees a Monday morning. */
const SUNDAY_NIGHT = '2026-11-22T22:30:00Z'

let house: House
let one: Visitor
let other: Visitor
beforeAll(async () => {
  setClock(SUNDAY_NIGHT)
  house = await openHouse('demo', { demo: { opens: 'copy', ready: 1, most: 5 } })
  one = await house.visit(DESKTOP)
  other = await house.visit(PHONE)
})
afterAll(async () => {
  const problems = [...(one?.problems ?? []), ...(other?.problems ?? [])]
  // The walk leaves a horse's photos before the last of them is drawn.
  expect(problems.filter((problem) => !problem.includes('net::ERR_FILE_NOT_FOUND blob:'))).toEqual([])
  await house?.close()
  resetClock()
})

type User = { practice: { id: string; demo: { day: string } } }
type Client = { id: string; name: string }

async function openDemo({ page }: Visitor) {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Open the demo practice' }).click()
  await page.getByText(/^Demo day: Mon 23 Nov, 10:4\d$/).waitFor()
  await untilSettled(page)
}

test('opened on a Sunday night, the demo shows the round of a working day in its morning, on a desktop and on a phone', async () => {
  await Promise.all([openDemo(one), openDemo(other)])
  for (const visitor of [one, other]) {
    await visitor.page
      .getByText(/^Stop \d+ of \d+$/)
      .first()
      .waitFor()
    await expectAccessible(visitor.page, 'the demo on a Sunday night')
    expect((await visitor.api.get<User>('/api/auth/user')).practice.demo.day).toBe('2026-11-23')
    // Nothing warns of the device's clock, which is right.
    expect(await visitor.page.getByText(/This device’s clock/).count()).toBe(0)
  }
})

test('neither visitor sees what the other changes, and each finds their own again', async () => {
  const ofOne = await one.api.get<User>('/api/auth/user')
  const ofOther = await other.api.get<User>('/api/auth/user')
  expect(ofOne.practice.id).not.toBe(ofOther.practice.id)
  const { id } = await one.api.post<Client>('/api/clients', { name: 'Nessa of the Desktop' })
  await one.page.goto(`/clients?client=${id}`)
  await one.page.getByText('Nessa of the Desktop').first().waitFor()
  await other.page.goto('/clients')
  await untilSettled(other.page)
  expect(await other.page.getByText('Nessa of the Desktop').count()).toBe(0)
  const names = async ({ api }: Visitor) => (await api.get<Client[]>('/api/clients?limit=1000')).map(({ name }) => name)
  expect(await names(one)).toContain('Nessa of the Desktop')
  expect(await names(other)).not.toContain('Nessa of the Desktop')
  // A page still open would send requests with the session that ends here.
  await one.page.goto('about:blank')
  // Opening the demo again leads back to one's own.
  await one.api.post('/api/auth/demo')
  expect((await one.api.get<User>('/api/auth/user')).practice.id).toBe(ofOne.practice.id)
  expect(await names(one)).toContain('Nessa of the Desktop')
})

test('one press shows the demo as one of its owners has it, another goes back, and both are of one copy', async () => {
  const { page, api } = one
  const { practice } = await api.get<User>('/api/auth/user')
  await page.goto('/')
  await page.getByRole('button', { name: 'Open as an owner' }).click()
  await page.waitForURL((url) => url.pathname === '/my')
  await page.getByText(/^Demo day: Mon 23 Nov, 1\d:\d\d\. You see it as an owner does\./).waitFor()
  await page.getByText(/^You are stop #\d$/).waitFor()
  await expectAccessible(page, 'the portal of the demo’s owner')
  await page.getByRole('link', { name: 'See it as the farrier' }).click()
  await page.getByText(/^Demo day: Mon 23 Nov/).waitFor()
  expect((await api.get<User>('/api/auth/user')).practice.id).toBe(practice.id)
})

test('an owner’s page that one opens from the demo shows the demo’s day, and does not open in the other', async () => {
  const visits = await one.api.get<{ id: string; clientId: string | null; status: string }[]>('/api/appointments')
  const clientId = visits.find((visit) => visit.clientId && visit.status === 'booked')?.clientId
  const page = await one.context.newPage()
  await page.goto(`/call-status?client=${clientId}`)
  await page
    .getByText(/as at 10:4\d|Booked for/)
    .first()
    .waitFor()
  await page.close()
  await expect(other.api.get(`/api/clients/${clientId}`)).rejects.toThrow('404')
})

test('no screen or record shows an hour of the night, though it is opened in one', async () => {
  await Promise.all([one, other].map(async (visitor) => expect(await nightOn(visitor)).toEqual([])))
})

/** Every line with an hour of the night on the screens of the members and on records, with each of their tabs, after where it is. */
async function nightOn({ page, api }: Visitor): Promise<string[]> {
  const found: string[] = []
  const read = async (where: string) => {
    await untilSettled(page)
    found.push(...(await linesAtNight(page)).map((line) => `${where}: ${line}`))
  }
  await page.goto('/')
  for (const path of [...screens, ...CALENDAR, ...(await recordsOf(api))]) {
    await go(page, path)
    await read(path)
    // The last first: those of a record come after those of its screen, which leave it.
    for (const tab of (await page.getByRole('tab').filter({ visible: true }).all()).toReversed()) {
      if (!(await tab.isVisible())) continue
      await tab.click()
      await read(`${path}, ${await tab.textContent()}`)
    }
  }
  return found
}

const screens = listedScreens().flatMap(({ path, isPublic }) => (isPublic ? [] : path))
const CALENDAR = ['day', 'week', 'month'].map((view) => `/calendar?view=${view}`)

type Stop = { clientId: string | null; yardId: string | null; isCallComplete: boolean; horses: { horseId: string }[] }

/** The owner, yard and horse of a stop that is done and of the one that is next. */
async function recordsOf(api: Visitor['api']): Promise<string[]> {
  const stops = (await api.get<Stop[]>('/api/appointments')).filter(({ clientId, horses }) => clientId && horses.length > 0)
  const shown = [stops.find((stop) => stop.isCallComplete), stops.find((stop) => !stop.isCallComplete)].filter((stop) => stop !== undefined)
  expect(shown).toHaveLength(2)
  return shown.flatMap(({ clientId, yardId, horses }) => [
    `/clients?client=${clientId}`,
    `/horses?horse=${horses[0]?.horseId}`,
    ...(yardId ? [`/yards?yard=${yardId}`] : []),
  ])
}
