import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { uuidv7 } from '#lib/ids.ts'
import { cutTexts } from '#testing/browser/cut-texts.ts'
import { calendar, closeDiary, FRI, hold, MARCUS, MON, openDiary, THU, TUE, visit, WED } from '#testing/browser/diary.tsx'
import '#ui/styles.css'

beforeEach(openDiary)
afterEach(closeDiary)

/** What farriers write over a visit, to the longest that must be whole, and one that may be cut. */
const TITLES = [
  'Otis, check',
  'Hollybush Farm, 3 horses',
  'Upper Court Stud, 2 horses',
  'Bramble and Finn',
  'Young Bess, lost shoe refit',
  'Kingsland Equestrian Centre, full set new and remedial trims',
  'Llanfairpwllgwyngyll Stud',
]
const TOO_LONG = `${TITLES[5]}, then the three youngsters in the bottom barn, and the cob if there is time`

/** A week with three visits and more on each day, timed and not, done, cancelled, pencilled, some horses each, and time off. */
async function fullWeek() {
  let count = 0
  for (const day of [MON, TUE, WED, THU, FRI])
    for (const at of ['08:00', '10:45', '13:00', '15:15']) {
      count += 1
      const row = await visit(day, TITLES[count % TITLES.length] ?? '', {
        at,
        to: at.replace(':00', ':45').replace(':15', ':55'),
        isCallOnly: count % 3 === 0,
        callNumber: (count % 12) + 1,
        callPeriod: count % 2 ? 'AM' : 'PM',
        isCallComplete: count % 5 === 0,
        status: count % 7 === 0 ? 'pencilled' : count % 11 === 0 ? 'cancelled' : 'booked',
      })
      for (let place = 0; place < count % 4; place++)
        await hold('visit_horses', { id: uuidv7(), appointmentId: row.id, horseId: uuidv7(), clientId: MARCUS, place, outcome: null })
    }
  const off = { memberId: null, localStart: '09:00', localEnd: '11:00', kind: 'personal', title: 'Dentist', coverNote: null }
  await hold('time_off', { id: uuidv7(), fromDay: WED, toDay: WED, ...off })
}

describe.each(['5-day', '6-day', 'week'])('in the %s view', (view) => {
  test.each([375, 768, 1024, 1280, 1440])('no text is cut at %i px', async (width) => {
    await page.viewport(width, 900)
    await fullWeek()
    const { day } = await calendar(`view=${view}&date=${MON}`)
    await expect.element(day(FRI).getByText('+1 more')).toBeVisible()
    const grid = document.querySelector('[data-diary]')
    expect(grid && cutTexts(grid)).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })
})

test('a title longer than sixty letters ends in an ellipsis, and so do none of the others of its day', async () => {
  await page.viewport(1024, 900)
  await visit(MON, TOO_LONG)
  await visit(MON, TITLES[5] ?? '', { at: '09:00', to: '10:00' })
  const { card } = await calendar(`view=week&date=${MON}`)
  await expect.element(card('bottom barn')).toBeVisible()
  const grid = document.querySelector('[data-diary]')
  expect(grid && cutTexts(grid)).toEqual([TOO_LONG])
})

test('under 120 px a column the days are one under the other, each still at most three', async () => {
  await page.viewport(768, 900)
  await fullWeek()
  const { day } = await calendar(`view=week&date=${MON}`)
  await expect.element(day(MON).getByText('+1 more')).toBeVisible()
  const [monday, tuesday] = [MON, TUE].map((on) => day(on).element().getBoundingClientRect())
  expect(tuesday?.top).toBeGreaterThanOrEqual(monday?.bottom ?? Number.POSITIVE_INFINITY)
  const tops = [...day(MON).element().querySelectorAll('li')].map((visit) => visit.getBoundingClientRect().top)
  expect([tops.length, new Set(tops).size]).toEqual([3, 1])
  await page.viewport(1024, 900)
  await expect.poll(() => day(TUE).element().getBoundingClientRect().top === day(MON).element().getBoundingClientRect().top).toBe(true)
})
