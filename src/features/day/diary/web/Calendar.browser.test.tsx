import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { shortDay } from '#lib/dates.ts'
import { calendar, closeDiary, FRI, MON, openDiary, THU, TODAY, TUE, visit, WED } from '#testing/browser/diary.tsx'
import '#ui/styles.css'

beforeEach(openDiary)
afterEach(closeDiary)

describe('what the diary shows', () => {
  test('five days with their counts, each visit with number, time or stop, title and client', async () => {
    await visit(WED, 'Solo, full set refit')
    await visit(WED, 'Duchess, trim', { isCallOnly: true, callNumber: 2 })
    const { screen, day } = await calendar()
    for (const on of [MON, TUE, WED, THU, FRI]) await expect.element(day(on)).toBeVisible()
    await expect.element(day(WED).getByText('2 stops')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: /Stop #2, AM Duchess, trim Marcus Yeo/ })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: /2 13:00 to 14:15 Solo, full set refit/ })).toBeVisible()
  })

  test('at most three a day, and the rest unfold in place', async () => {
    for (const hour of ['08', '09', '10', '11', '12']) await visit(TUE, `At ${hour}`, { at: `${hour}:00`, to: `${hour}:30` })
    const { screen, day } = await calendar()
    await expect.element(day(TUE).getByText('At 10')).toBeVisible()
    await expect.element(day(TUE).getByText('At 11')).not.toBeInTheDocument()
    await screen.getByRole('button', { name: '+2 more' }).click()
    await expect.element(day(TUE).getByText('At 12')).toBeVisible()
    await screen.getByRole('button', { name: 'Show 3 only' }).click()
    await expect.element(day(TUE).getByText('At 12')).not.toBeInTheDocument()
  })

  test('the selector, previous and next, and Go to Today change the view and its address', async () => {
    const { screen, history } = await calendar(`view=month&date=2026-11-24`)
    await expect.element(screen.getByRole('heading', { level: 1, name: 'November 2026' })).toBeVisible()
    await screen.getByRole('button', { name: 'Next month' }).click()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'December 2026' })).toBeVisible()
    await screen.getByRole('radio', { name: 'Week' }).click()
    await expect.element(screen.getByRole('heading', { level: 1, name: '21 to 27 December 2026' })).toBeVisible()
    await screen.getByRole('button', { name: 'Previous week' }).click()
    await expect.element(screen.getByRole('heading', { level: 1, name: '14 to 20 December 2026' })).toBeVisible()
    await screen.getByRole('button', { name: 'Go to Today' }).last().click()
    await expect.poll(() => document.querySelector('[aria-current=date]')).not.toBeNull()
    expect(history?.at(-1)).toContain(`date=${TODAY}`)
  })

  test('a month has six weeks, dims the days outside, and opens a day below', async () => {
    for (const hour of ['08', '09', '10', '11']) await visit(WED, `At ${hour}`, { at: `${hour}:00`, to: `${hour}:30` })
    const { screen, day } = await calendar(`view=month&date=${MON}`)
    await expect.element(day(WED).getByText('+1 more')).toBeVisible()
    expect(document.querySelectorAll('button[data-day]')).toHaveLength(42)
    await day(WED)
      .getByRole('button', { name: /4 stops/ })
      .click()
    const list = screen.getByRole('region', { name: shortDay(WED), exact: true })
    await expect.element(list.getByText('At 11')).toBeVisible()
  })

  test('arrows walk the days, n books on the day, t goes to today', async () => {
    const { screen } = await calendar()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect.element(screen.getByRole('button', { pressed: true })).toHaveAttribute('data-day', WED)
    await userEvent.keyboard('n')
    await expect.element(screen.getByLabelText('Date')).toHaveValue(shortDay(WED))
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    await userEvent.keyboard('t')
    await expect.poll(() => document.activeElement?.matches('[aria-current=date]')).toBe(true)
  })
})
