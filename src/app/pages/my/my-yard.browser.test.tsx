import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { HomeView } from '#app/my/home-view.ts'
import type { YardView } from '#app/my/yard-view.ts'
import { MyHomePage } from '#app/pages/my/MyHomePage.tsx'
import { MyYardPage } from '#app/pages/my/MyYardPage.tsx'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import '#ui/styles.css'

const stop = {
  ...{ id: 'v1', title: 'Hollybush Farm Livery', callNumber: 3, currentCallNumber: 2, stopsBefore: 1, isCallOnly: true },
  ...{ callPeriod: 'AM' as const, startTime: null, isCallComplete: false, isSkipped: false, totalStops: 6, completedStops: 1 },
  note: { state: 'late' as const, reason: 'Traffic', lateMinutes: 20 },
  arrivalRange: { from: '2026-11-25T10:30:00.000Z', to: '2026-11-25T11:15:00.000Z', was: null, why: null },
}
const yard: YardView = {
  page: 'yard',
  ...{ slug: 'probert', practiceName: 'Probert Farriery', id: 'y', name: 'Hollybush Farm Livery' },
  ...{ prepLine: 'Caught, dry legs, hard standing please', isClosed: false, isLapsed: false },
  ...{ stops: [stop], asAt: '2026-11-25T09:40:00.000Z', zone: 'Europe/London' },
  visits: [
    { id: 'v1', when: 'Wednesday 25 November in the morning', isDone: false, horses: ['Biscuit', 'Merlin', 'Seren'] },
    { id: 'v2', when: 'Thursday 3 December at 09:00', isDone: false, horses: ['Taran'] },
    { id: 'v3', when: 'Friday 4 December in the afternoon', isDone: false, horses: [] },
  ],
  said: [
    { id: 's2', words: 'Which way in, with the top gate chained?', day: '2026-11-24', isSeen: true, reply: null },
    {
      ...{ id: 's1', words: 'The top gate is chained.', day: '2026-11-23', isSeen: true },
      reply: { words: 'Thanks. I’ll come in by the lane, and ring when I’m at the bottom of it.', day: '2026-11-24' },
    },
  ],
  ...{ hasSaid: false, typed: '', fault: undefined },
}
const sixty = Array.from({ length: 60 }, (_, n) => (n === 7 ? 'Llanfairpwllgwyngyllgogerychwyrndrobwll Cariad' : `Horse ${n + 1}`))
const home: HomeView = {
  page: 'home',
  cares: false,
  ...{ matches: [], waiting: [] },
  practices: [
    {
      ...{ slug: 'probert', name: 'Probert Farriery', round: null, next: null, laterVisits: 0, unread: 0, horses: [], past: [] },
      yards: [
        { id: 'y', name: 'Hollybush Farm Livery', next: 'Thursday 3 December at 09:00' },
        { id: 'z', name: 'Lower Barn', next: null },
      ],
      ...{ owedPence: null, termsFor: [], asked: 0, photosAsked: 0 },
    },
  ],
}

const SCREENS = {
  yard: <MyYardPage {...yard} />,
  'yard-empty': <MyYardPage {...yard} stops={[]} visits={[]} prepLine={null} />,
  'yard-much': (
    <MyYardPage {...yard} stops={[]} visits={[{ id: 'v1', when: 'Thursday 3 December at 09:00', isDone: false, horses: sixty }]} />
  ),
  'yard-done': (
    <MyYardPage
      {...yard}
      stops={[{ ...stop, isCallComplete: true, note: null, arrivalRange: null }]}
      visits={[{ id: 'v1', when: 'Wednesday 25 November in the morning', isDone: true, horses: [] }]}
      hasSaid
    />
  ),
  'yard-lapsed': <MyYardPage {...yard} stops={[]} isLapsed />,
  'yard-closed': <MyYardPage {...yard} stops={[]} visits={[]} isClosed />,
  'yard-refused': <MyYardPage {...yard} stops={[]} typed="The gate" fault="Write what you want to say first." />,
  'home-yards': <MyHomePage {...home} />,
}

afterEach(() => document.documentElement.removeAttribute('data-theme'))

test.each(Object.entries(SCREENS))('%s is right for who can’t see it, on a phone and on a desktop', async (name, screen) => {
  for (const [width, theme] of [...LOOKS, [375, 'dark'], [1280, 'light']] as const) {
    await page.viewport(width, 900)
    document.documentElement.dataset.theme = theme
    const shown = await render(screen)
    expect(await axeFindings(), `${name} ${width} ${theme}`).toEqual([])
    expect(document.documentElement.scrollWidth, `${name} ${width}`).toBeLessThanOrEqual(width)
    await shown.unmount()
  }
})

test('a board says what is so: which horses, done, none named, nothing booked, no plan, and what was refused with what was typed', async () => {
  const said = async (screen: (typeof SCREENS)[keyof typeof SCREENS]) => {
    const shown = await render(screen)
    const words = shown.container.textContent ?? ''
    const typed = shown.container.querySelector('textarea')?.value
    await shown.unmount()
    return { words, typed }
  }
  expect((await said(SCREENS.yard)).words).toMatch(/Horses to have in: 3Biscuit.*Horse to have inTaran.*No horse is named/)
  expect((await said(SCREENS['yard-much'])).words).toContain('Horses to have in: 60')
  expect((await said(SCREENS['yard-empty'])).words).toContain('No visit is booked.')
  expect((await said(SCREENS['yard-done'])).words).toMatch(/Done\..*It’s on their list/)
  expect((await said(SCREENS['yard-lapsed'])).words).toMatch(/Ring them before.*They take no messages here/)
  expect((await said(SCREENS['yard-closed'])).words).toContain('on a plan without the yard’s board')
  expect(await said(SCREENS['yard-refused'])).toMatchObject({ words: expect.stringContaining('Write what you want'), typed: 'The gate' })
  expect((await said(SCREENS['home-yards'])).words).toMatch(
    /My yards.*Next visit: Thursday 3 December at 09:00.*Lower BarnNo visit is booked/,
  )
})

test('sixty horses stand in two columns on a phone, and three in one', async () => {
  await page.viewport(375, 900)
  const columns = async (screen: (typeof SCREENS)[keyof typeof SCREENS]) => {
    const shown = await render(screen)
    const names = [...shown.container.querySelectorAll('[aria-labelledby=coming] li')].map((name) =>
      Math.round(name.getBoundingClientRect().left),
    )
    await shown.unmount()
    return new Set(names).size
  }
  expect(await columns(SCREENS['yard-much'])).toBe(2)
  expect(await columns(SCREENS.yard)).toBe(1)
})
