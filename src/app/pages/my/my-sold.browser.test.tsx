import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { SoldView } from '#app/my/sold-view.ts'
import { MySoldPage } from '#app/pages/my/MySoldPage.tsx'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import '#ui/styles.css'

afterEach(() => document.documentElement.removeAttribute('data-theme'))

const LONG = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch Farriery'
const view: SoldView = {
  page: 'sold',
  slug: 'probert',
  practiceName: 'Probert Farriery',
  horse: { id: 'seren', name: 'Seren' },
  days: { today: '2026-11-28', since: '2024-05-03' },
  told: null,
  declinedDay: null,
  over: null,
  typed: { what: '', day: '', name: '', phone: '', email: '', along: '', words: '' },
}
const typed = {
  what: 'sold',
  day: '2026-11-29',
  name: 'Huw Bevan',
  phone: '07700 900118',
  email: '',
  along: 'all',
  words: 'A lovely home',
} as const
const told = { onDay: '2026-11-26', words: 'Seren has been sold, Tue 24 Nov, to Huw Bevan. The foot record goes along' }

test.each([
  ['nothing told yet', view],
  ['what was told, and waits', { ...view, told }],
  ['what was turned down', { ...view, declinedDay: '2026-11-26' }],
  ['a horse that is handed over', { ...view, over: 'Seren was yours until 24 Nov 2026. There is nothing more to tell.' }],
  ['a day that is still to come', { ...view, typed, fault: 'That day is still to come. Choose today or an earlier day.' }],
  ['who signed in a while ago', { ...view, typed, toProve: 'You signed in a while ago. Get a new code in Settings, then come back here.' }],
  ['long names', { ...view, practiceName: LONG, horse: { id: 'x', name: LONG }, typed }],
])('%s: readable at every width, in light and dark, and without findings', async (_, shown) => {
  await render(<MySoldPage {...shown} />)
  for (const [width, theme] of [...LOOKS, [320, 'light'] as const]) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    expect(document.documentElement.scrollWidth, `${width}`).toBeLessThanOrEqual(width)
    expect(await axeFindings()).toEqual([])
  }
})

test('what was typed stands in the form again, and the day reaches from when it was theirs until today', async () => {
  const screen = await render(<MySoldPage {...view} typed={typed} fault="That day is still to come. Choose today or an earlier day." />)
  await expect.element(screen.getByRole('alert')).toHaveTextContent('That day is still to come. Choose today or an earlier day.')
  await expect.element(screen.getByRole('radio', { name: 'Sold', exact: true })).toBeChecked()
  await expect.element(screen.getByRole('radio', { name: /photos and files/ })).toBeChecked()
  await expect.element(screen.getByRole('textbox', { name: /^Name/ })).toHaveValue('Huw Bevan')
  await expect.element(screen.getByRole('textbox', { name: /^Anything else/ })).toHaveValue('A lovely home')
  const day = screen.getByLabelText('On which day?').element() as HTMLInputElement
  expect([day.value, day.min, day.max, day.required]).toEqual(['2026-11-29', '2024-05-03', '2026-11-28', true])
})

test('while it waits there is no second form, but a way to undo it', async () => {
  const screen = await render(<MySoldPage {...view} told={told} />)
  await expect.element(screen.getByText('You told Probert Farriery on 26 Nov 2026; they will see to it.')).toBeVisible()
  expect(
    screen
      .getByRole('button')
      .elements()
      .map((button) => button.textContent),
  ).toEqual(['Take it back', 'Sign out'])
})
