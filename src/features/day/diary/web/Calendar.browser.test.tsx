import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { daysOf, openingDay } from '#features/day/diary/calendar.ts'
import { noteBooked } from '#features/visits/appointments/web/use-just-booked.ts'
import { addDays, shortDay } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { calendar, closeDiary, copyHas, FRI, hold, MON, openDiary, THU, TODAY, TUE, visit, WED } from '#testing/browser/diary.tsx'
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

  test('at most three a day, and the rest in a list of the day, from where each opens', async () => {
    for (const hour of ['08', '09', '10', '11', '12']) await visit(TUE, `At ${hour}`, { at: `${hour}:00`, to: `${hour}:30` })
    const { screen, day } = await calendar()
    await expect.element(day(TUE).getByText('At 10')).toBeVisible()
    await expect.element(day(TUE).getByText('At 11')).not.toBeInTheDocument()
    await day(TUE).getByRole('button', { name: '+2 more' }).click()
    const list = screen.getByRole('dialog', { name: `${shortDay(TUE)}, 5 stops` })
    for (const hour of ['08', '09', '10', '11', '12']) await expect.element(list.getByText(`At ${hour}`)).toBeVisible()
    await list.getByRole('button', { name: /At 12/ }).click()
    await expect.element(list).not.toBeInTheDocument()
    const details = screen.getByRole('dialog', { name: 'At 12' })
    await expect.element(details.getByRole('button', { name: 'Edit' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(details).not.toBeInTheDocument()
    await expect.element(day(TUE).getByRole('button', { name: '+2 more' })).toHaveFocus()
  })

  test.each([1280, 768, 375])(
    'a press on the empty body of a day chooses it at %i px: its list opens, and New Appointment takes it over',
    async (width) => {
      await page.viewport(width, 900)
      await visit(WED, 'Solo, full set refit')
      const { screen, day } = await calendar('view=week')
      await screen.getByRole('button', { name: 'Next week' }).click()
      await screen.getByRole('button', { name: 'Next week' }).click()
      const bare = () => {
        const cell = day(WED).element()
        cell.scrollIntoView({ block: 'center' })
        const { right, bottom } = cell.getBoundingClientRect()
        // Beside and below its visits, which must be there.
        const at = document.elementFromPoint(right - 4, bottom - 4)
        return cell.querySelector('li') && cell.contains(at) && !at?.closest('button') ? at : null
      }
      await expect.poll(bare).not.toBeNull()
      bare()?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
      await expect.element(screen.getByRole('button', { pressed: true })).toHaveAttribute('data-day', WED)
      const list = screen.getByRole('region', { name: shortDay(WED), exact: true })
      await expect.element(list.getByText('Solo, full set refit')).toBeVisible()
      await screen.getByRole('button', { name: 'New Appointment' }).first().click()
      await expect.element(screen.getByLabelText('Date')).toHaveValue(shortDay(WED))
      await userEvent.keyboard('{Escape}')
      await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    },
  )

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

describe('the week it opens on', () => {
  test('is that of what was just booked, which is ringed, and it goes there when something is booked while it is open', async () => {
    const first = await visit(addDays(MON, 35), 'Solo, full set refit')
    noteBooked(first.id, first.onDay)
    const { screen, day } = await calendar('')
    await expect.element(day(first.onDay).getByRole('button', { name: /^Just booked 1 13:00/ })).toBeVisible()
    const other = await visit(addDays(MON, 12), 'Otis, check')
    noteBooked(other.id, other.onDay)
    // A Saturday, which five days don't show.
    await expect.element(day(other.onDay).getByRole('button', { name: /^Just booked 1 13:00.*Otis/ })).toBeVisible()
    await expect.element(screen.getByRole('radio', { name: 'Week' })).toBeChecked()
    expect(screen.getByText('Just booked').elements()).toHaveLength(1)
  })

  test('is this one otherwise, and a link to a day leads there even after a booking', async () => {
    const booked = await visit(addDays(MON, 35), 'Solo, full set refit')
    const first = await calendar('')
    const [opened = ''] = daysOf('5-day', openingDay({ today: TODAY, time: '00:00', workingDays: [] }))
    await expect.element(first.day(opened)).toBeVisible()
    await first.screen.unmount()
    noteBooked(booked.id, booked.onDay)
    const { day } = await calendar(`date=${MON}`)
    await expect.element(day(MON)).toBeVisible()
  })
})

test.each([768, 1280])('in the hours of a day the details stay on the screen at %i px, however long the visit', async (width) => {
  await page.viewport(width, 700)
  await visit(MON, 'Upper Court Stud', { at: '08:00', to: '16:30' })
  await visit(MON, 'Otis', { at: '17:00', to: '18:00' })
  const { screen, card } = await calendar(`view=day&date=${MON}`)
  for (const title of ['Upper Court Stud', 'Otis']) {
    // Not by mouse: resting over a visit shows its details too, and a visit of many hours reaches past the screen.
    await expect.element(card(title)).toBeVisible()
    const button = card(title).element() as HTMLElement
    button.click()
    const box = screen.getByRole('dialog', { name: title })
    await expect.element(box.getByRole('button', { name: 'Edit' })).toBeVisible()
    const isInside = () => {
      const { left, right, top, bottom } = box.element().getBoundingClientRect()
      return left >= 0 && right <= width && top >= 0 && bottom <= 700
    }
    await expect.poll(isInside).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.element(box).not.toBeInTheDocument()
  }
})

test.each([375, 1280, 1440])(
  'while a first copy is on its way it holds its place, and pushes nothing when it fills, at %i px',
  async (width) => {
    await page.viewport(width, 800)
    await copyHas(['members'])
    for (const day of [TODAY, MON, TUE, WED, THU, FRI])
      for (const hour of ['08', '10', '12']) await visit(day, `At ${hour}`, { at: `${hour}:00`, to: `${hour}:30` })
    const away = { memberId: null, fromDay: TUE, toDay: TUE, localStart: null, localEnd: null, kind: 'holiday', coverNote: null }
    await hold('time_off', { id: uuidv7(), title: 'Cornwall', ...away })
    const { screen, day } = await calendar(`view=5-day&date=${MON}`)
    await expect.element(screen.getByText('Loading the diary...')).toBeVisible()
    const aside = screen.getByRole('complementary', { name: 'This week' })
    expect(aside.elements()).toEqual([])
    const shifts: number[] = []
    const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries().map(shiftOf)))
    observer.observe({ type: 'layout-shift' })
    await copyHas('all')
    await expect.element(day(FRI).getByText('At 12')).toBeVisible()
    await expect.element(aside.getByText('At 12').first()).toBeVisible()
    await expect.element(screen.getByRole('region', { name: 'Time off' })).toBeVisible()
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    shifts.push(...observer.takeRecords().map(shiftOf))
    observer.disconnect()
    expect(shifts.reduce((sum, each) => sum + each, 0)).toBeLessThan(0.05)
  },
)

const shiftOf = (entry: PerformanceEntry) => (entry as PerformanceEntry & { value: number }).value
