import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { currentTime, setClock } from '#lib/clock.ts'
import { addDays, dayOf, instantOf, shortDay } from '#lib/dates.ts'
import { noteReach } from '#platform/web/sync/reach.ts'
import { calendar, closeDiary, FRI, forget, kept, MON, openDiary, queued, THU, visit, WED } from '#testing/browser/diary.tsx'
import { resetClock } from '#testing/set-clock.ts'
import '#ui/styles.css'

beforeEach(async () => {
  // Not in the quiet hours, whenever the tests run.
  setClock(instantOf(dayOf(currentTime(), 'Europe/London'), '12:00', 'Europe/London'))
  await openDiary()
})
afterEach(async () => {
  await closeDiary()
  resetClock()
})

describe('moving', () => {
  test('by keyboard: Space, arrow, Space; it is announced, with a true notice, and undone', async () => {
    const { id, startTime } = await visit(WED, 'Solo')
    const { screen, day, card } = await calendar()
    await expect.element(card('Solo')).toBeVisible()
    card('Solo').element().focus()
    await userEvent.keyboard(' ')
    await expect.element(screen.getByText(`Holding Solo over ${shortDay(WED)}, where it already is.`)).toBeInTheDocument()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(day(THU).getByText('Drop here')).toBeVisible()
    await expect.element(screen.getByText(/Marcus is texted after 90 seconds\./)).toBeVisible()
    await userEvent.keyboard(' ')
    await expect.element(day(THU).getByText('Solo')).toBeVisible()
    expect(await kept(id)).toMatchObject({ onDay: THU, localStart: '13:00', localEnd: '14:15' })
    expect((await queued())[0]).toMatchObject({ action: 'UPDATE', data: { onDay: THU, sendSmsNotification: true } })
    await expect.element(screen.getByText('Appointment Moved')).toBeVisible()
    await expect
      .element(screen.getByText(`Appointment has been moved to ${shortDay(THU)}. Marcus will be texted in 90 seconds.`))
      .toBeVisible()
    await screen.getByRole('button', { name: 'Undo' }).click()
    await expect.element(day(WED).getByText('Solo')).toBeVisible()
    expect(await kept(id)).toMatchObject({ onDay: WED, startTime })
  })

  test('from the list of a day that has more than three, by keyboard, and a visit that is also in the diary stays movable', async () => {
    for (const hour of ['08', '09', '10', '11']) await visit(WED, `At ${hour}`, { at: `${hour}:00`, to: `${hour}:30` })
    const { screen, day, card } = await calendar(`view=week&date=${MON}`)
    await day(WED).getByRole('button', { name: '+1 more' }).click()
    const list = screen.getByRole('dialog', { name: `${shortDay(WED)}, 4 stops` })
    const last = list.getByRole('button', { name: /At 11/ })
    await expect.element(last).toBeVisible()
    last.element().focus()
    await userEvent.keyboard(' ')
    await expect.element(screen.getByText(/^Moving to/)).toBeVisible()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(day(THU).getByText('Drop here')).toBeVisible()
    await userEvent.keyboard(' ')
    await expect.element(day(THU).getByText('At 11')).toBeVisible()
    await expect.element(list).not.toBeInTheDocument()
    card('At 08').element().focus()
    await userEvent.keyboard(' ')
    await expect.element(screen.getByText(/^Moving to/)).toBeVisible()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(day(THU).getByText('Drop here')).toBeVisible()
    await userEvent.keyboard(' ')
    await expect.element(day(THU).getByText('At 08')).toBeVisible()
  })

  test('by mouse; with Shift no one is texted', async () => {
    const { id } = await visit(MON, 'Kestrel')
    const { screen, day, card } = await calendar()
    await expect.element(card('Kestrel')).toBeVisible()
    const drag = async (from: Element, to: Element, shiftKey: boolean) => {
      const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()]
      const at = (x: number, y: number) => ({ bubbles: true, cancelable: true, clientX: x, clientY: y, button: 0, shiftKey })
      from.dispatchEvent(new MouseEvent('mousedown', at(a.x + 20, a.y + 20)))
      document.dispatchEvent(new MouseEvent('mousemove', at(a.x + 40, a.y + 30)))
      await expect.element(screen.getByText(/^Moving to/)).toBeVisible()
      document.dispatchEvent(new MouseEvent('mousemove', at(b.x + 40, b.y + 120)))
      await expect.element(screen.getByText('Drop here', { exact: true })).toBeVisible()
      if (shiftKey) await expect.element(screen.getByText(/Nobody is texted\./)).toBeVisible()
      document.dispatchEvent(new MouseEvent('mouseup', at(b.x + 40, b.y + 120)))
    }
    await drag(card('Kestrel').element(), day(FRI).element(), true)
    await expect.element(day(FRI).getByText('Kestrel')).toBeVisible()
    expect((await queued())[0]?.data).toMatchObject({ sendSmsNotification: false })
    await expect.element(screen.getByText(/Nobody was texted\./)).toBeVisible()
    expect(await kept(id)).toMatchObject({ onDay: FRI, localStart: '13:00' })
  })

  test('in the month view as well', async () => {
    const { id } = await visit(WED, 'Solo')
    const { screen, day, card } = await calendar(`view=month&date=${WED}`)
    await expect.element(card('Solo')).toBeVisible()
    await card('Solo').hover()
    card('Solo').element().focus()
    await userEvent.keyboard(' ')
    await expect.element(screen.getByText(/^Moving to/)).toBeVisible()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(day(addDays(WED, 7)).getByText('Drop here')).toBeVisible()
    await userEvent.keyboard(' ')
    await expect.element(day(addDays(WED, 7)).getByText(/Solo/)).toBeVisible()
    await expect.poll(() => document.activeElement).toHaveAttribute('data-day', addDays(WED, 7))
    expect(await kept(id)).toMatchObject({ onDay: addDays(WED, 7) })
  })

  test('by date in the popover, with or without a text', async () => {
    const { id } = await visit(WED, 'Solo')
    const { screen, card } = await calendar()
    await card('Solo').click()
    await screen.getByRole('button', { name: 'Move to...' }).click()
    await screen.getByLabelText('Move to').fill(FRI)
    await screen.getByLabelText(/^Text Marcus about the new time/).click()
    await screen.getByRole('button', { name: 'Move', exact: true }).click()
    await expect.element(screen.getByText(/Nobody was texted\./)).toBeVisible()
    expect(await kept(id)).toMatchObject({ onDay: FRI })
  })

  test('offline it shows what will happen', async () => {
    await visit(WED, 'Solo')
    noteReach(false)
    const { screen, card } = await calendar()
    await expect.element(card('Solo')).toBeVisible()
    card('Solo').element().focus()
    await userEvent.keyboard(' ')
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(screen.getByText(/Marcus is texted when you're back online\./)).toBeVisible()
    await userEvent.keyboard(' ')
    await expect.element(screen.getByText(/Marcus will be notified when you're back online\./)).toBeVisible()
  })

  test('a visit removed elsewhere closes its details', async () => {
    const { id } = await visit(WED, 'Solo')
    const { screen, card } = await calendar()
    await card('Solo').click()
    await screen.getByRole('button', { name: 'Move to...' }).click()
    await screen.getByLabelText('Move to').fill(FRI)
    await forget(id)
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  })
})
