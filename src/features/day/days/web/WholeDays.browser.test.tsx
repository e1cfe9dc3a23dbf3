import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CoverSheetPage } from '#features/day/days/web/CoverSheetPage.tsx'
import { DayMenuCard } from '#features/day/days/web/DayMenuCard.tsx'
import { MoveDayDialogCard } from '#features/day/days/web/MoveDayDialogCard.tsx'
import { TimeOffDialogCard } from '#features/day/days/web/TimeOffDialogCard.tsx'
import { TimeOffListCard } from '#features/day/days/web/TimeOffListCard.tsx'
import { currentTime, setClock } from '#lib/clock.ts'
import { addDays, dayOf, instantOf, longDay, shortDay } from '#lib/dates.ts'
import { forceSync, syncNow } from '#platform/web/sync/sync.ts'
import { readRow } from '#platform/web/use-rows.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { FRI, MON, show, THU, TUE, visitsPractice, WED } from '#testing/browser/visits.tsx'
import { resetClock } from '#testing/set-clock.ts'
import '#ui/styles.css'

let practice: Awaited<ReturnType<typeof visitsPractice>>
beforeEach(async () => {
  // Not in the quiet hours, whenever the tests run.
  setClock(instantOf(dayOf(currentTime(), 'Europe/London'), '12:00', 'Europe/London'))
  practice = await visitsPractice()
})
afterEach(async () => {
  await practice.leave()
  resetClock()
})

const nothing = () => undefined

/** Friday's dialog, which goes when it is done with. */
function MoveFriday() {
  const [isOpen, setOpen] = useState(true)
  return isOpen && <MoveDayDialogCard day={FRI} onClose={() => setOpen(false)} />
}
const nextMonday = addDays(MON, 7)

describe('moving a whole day', () => {
  /** A Friday with two visits of Marcus, one of a client without a phone, and one that is done. */
  function friday() {
    const [marcus, ned] = [practice.client('Marcus Yeo'), practice.client('Ned Deaf', { phone: null, phoneE164: null })]
    return [
      practice.visit(FRI, '09:00', '10:00', { title: 'Solo', clientId: marcus }),
      practice.visit(FRI, '11:00', '12:00', { title: 'Kestrel', clientId: marcus }),
      practice.visit(FRI, '14:00', '15:00', { title: 'Bramble', clientId: ned }),
      practice.visit(FRI, '16:00', '16:30', { title: 'Otis', clientId: marcus, status: 'done', isCallComplete: true }),
    ] as const
  }
  const dayOfVisit = async (id: string) => (await readRow<{ onDay: string }>('appointments', id))?.onDay

  test('shows every text as it will go and who must be rung, then moves all of it in one action, and back', async () => {
    const [solo, kestrel, bramble, otis] = friday()
    await practice.enter()
    const screen = await show(<MoveFriday />)
    await expect.element(screen.getByLabelText('Move to')).toHaveValue(shortDay(nextMonday))
    await expect.element(screen.getByText('One text')).toBeVisible()
    const text = screen.getByText(/your visits have moved/)
    const moved = ([title, time]: [string, string]) => `${title}: ${shortDay(FRI)} at ${time}, now ${shortDay(nextMonday)} at ${time}`
    const lines = [moved(['Solo', '09:00']), moved(['Kestrel', '11:00'])]
    await expect.element(text).toHaveTextContent(`Hi Marcus, your visits have moved. ${lines.join(' ')} Probert Farriery`)
    await expect.element(screen.getByText(/has no phone number on file: tell them another way/)).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await screen.getByLabelText(/^Why/).selectOptions('Weather')
    await screen.getByRole('button', { name: 'Move 3, text 1' }).click()
    await expect.element(screen.getByText(/3 appointments moved\. 1 owner will be texted in 90 seconds\./)).toBeVisible()
    expect(await Promise.all([solo, kestrel, bramble, otis].map(dayOfVisit))).toEqual([nextMonday, nextMonday, nextMonday, FRI])
    await syncNow()
    const moves = practice.sent('appointments').map((op) => op.data)
    expect(moves).toHaveLength(3)
    expect(new Set(moves.map((data) => JSON.stringify(data.dayMove))).size).toBe(1)
    expect(moves[0]).toMatchObject({ sendSmsNotification: true, dayMove: { reason: 'Weather' } })
    await screen.getByRole('button', { name: 'Undo' }).click()
    await expect.element(screen.getByText(/3 appointments back where they were/)).toBeVisible()
    expect(await Promise.all([solo, kestrel, bramble].map(dayOfVisit))).toEqual([FRI, FRI, FRI])
  })

  test('spread over working days keeps the order, warns of what is there, and one can go elsewhere or stay', async () => {
    friday()
    practice.visit(nextMonday, '09:30', '10:30', { title: 'Already there' })
    practice.timeOff({ fromDay: addDays(nextMonday, 1), toDay: addDays(nextMonday, 1), title: 'Course' })
    await practice.enter()
    const screen = await show(<MoveFriday />)
    await screen.getByLabelText('Spread over').selectOptions('2 working days')
    await expect.element(screen.getByLabelText('Solo to')).toHaveValue(nextMonday)
    await expect.element(screen.getByLabelText('Kestrel to')).toHaveValue(nextMonday)
    await expect.element(screen.getByLabelText('Bramble to')).toHaveValue(addDays(nextMonday, 2))
    await expect.element(screen.getByText('Double booking: Already there 09:30 to 10:30.')).toBeVisible()
    await screen.getByLabelText('Solo to').selectOptions(shortDay(addDays(nextMonday, 3)))
    await expect.element(screen.getByText(/Double booking/)).not.toBeInTheDocument()
    await screen.getByRole('checkbox', { name: /Bramble/ }).click()
    await expect.element(screen.getByText('Stays')).toBeVisible()
    await screen.getByLabelText(/^Text the owners/).click()
    await screen.getByRole('button', { name: 'Move 2', exact: true }).click()
    await expect.element(screen.getByText('2 appointments moved. Nobody was texted.')).toBeVisible()
  })

  test('at night only those whose visit cannot wait for the morning are texted before it, and the dialog shows that', async () => {
    setClock(instantOf(FRI, '06:30', 'Europe/London'))
    practice.visit(FRI, '07:30', '08:00', { title: 'Solo', clientId: practice.client('Marcus Yeo') })
    practice.visit(FRI, '14:00', '15:00', { title: 'Bramble', clientId: practice.client('Nia Pugh') })
    await practice.enter()
    const screen = await show(<MoveFriday />)
    await expect.element(screen.getByText(/^1 held for 90 seconds.*; the rest at 08:00, after your quiet hours/)).toBeVisible()
    await screen.getByRole('button', { name: 'Move 2, text 2' }).click()
    await expect.element(screen.getByText(/2 owners will be texted: 1 in 90 seconds, 1 at 08:00\./)).toBeVisible()
  })

  test('offline it moves on the device and shows when the texts go', async () => {
    const [solo] = friday()
    await practice.enter()
    practice.api.offline(true)
    await syncNow()
    const screen = await show(<MoveFriday />)
    await expect.element(screen.getByText(/You're offline\. The visits move on this device now/)).toBeVisible()
    await screen.getByRole('button', { name: 'Move 3, text 1' }).click()
    await expect.element(screen.getByText(/1 owner will be texted when you're back online\./)).toBeVisible()
    expect(await dayOfVisit(solo)).toBe(nextMonday)
  })
})

describe('time off', () => {
  test('lists the visits in it and the horses that fall due, with a day before and after to book', async () => {
    const marcus = practice.client('Marcus Yeo')
    practice.horse('Solo', marcus, { nextDue: WED, lastServiceType: 'Trim' })
    const booked = practice.horse('Booked', marcus, { nextDue: WED })
    practice.horse('Later', marcus, { nextDue: addDays(FRI, 10) })
    practice.line(practice.visit(TUE, '09:00', '10:00', { title: 'Kestrel', clientId: marcus }), booked, { clientId: marcus })
    await practice.enter()
    const screen = await show(<TimeOffDialogCard day={MON} onClose={nothing} />)
    await screen.getByLabelText(/^Title/).fill('Anglesey')
    await screen.getByLabelText('Until').fill(FRI)
    await expect.element(screen.getByText(`One visit is booked in it: ${shortDay(TUE)} Kestrel.`)).toBeVisible()
    await expect.element(screen.getByText('One horse is due in it')).toBeVisible()
    await expect.element(screen.getByText(`Marcus Yeo, due ${shortDay(WED)}`)).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await screen.getByRole('button', { name: `Book Solo on ${shortDay(addDays(FRI, 3))}` }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Schedule New Appointment' })).toBeVisible()
    await expect.element(screen.getByText('Solo is due in your time off.')).toBeVisible()
    await screen.getByRole('button', { name: 'Schedule' }).click()
    await expect.element(screen.getByText(/^Appointment created successfully/)).toBeVisible()
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText('Time off noted')).toBeVisible()
    // A sync of its own: that of the visit may be under way.
    await forceSync()
    expect(practice.sent('time_off')).toMatchObject([
      { data: { fromDay: MON, toDay: FRI, title: 'Anglesey', kind: 'holiday', localStart: null } },
    ])
  })

  test('of some hours requires both, in order', async () => {
    await practice.enter()
    const screen = await show(<TimeOffDialogCard day={WED} onClose={nothing} />)
    await screen.getByRole('radio', { name: 'Personal' }).click()
    await screen.getByLabelText(/Only some hours/).click()
    await screen.getByLabelText('End time').fill('08:00')
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText('The end must be after the start')).toBeVisible()
    await screen.getByLabelText('End time').fill('10:30')
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText('Time off noted')).toBeVisible()
    await syncNow()
    await expect
      .poll(() => practice.sent('time_off'))
      .toMatchObject([{ data: { kind: 'personal', localStart: '09:00', localEnd: '10:30' } }])
  })

  test('ahead is in a list, opens to be changed, and is removed and brought back', async () => {
    practice.timeOff({ title: 'Anglesey' })
    practice.timeOff({ title: 'Over', fromDay: '2026-01-05', toDay: '2026-01-06' })
    await practice.enter()
    const screen = await show(<TimeOffListCard />)
    await expect.element(screen.getByText('Over')).not.toBeInTheDocument()
    await screen.getByRole('button', { name: /Anglesey/ }).click()
    await screen.getByRole('button', { name: 'Remove this time off' }).click()
    await expect.element(screen.getByText("None coming up. You'll be warned if you book on it.")).toBeVisible()
    await screen.getByRole('button', { name: 'Undo' }).click()
    await expect.element(screen.getByRole('button', { name: /Anglesey/ })).toBeVisible()
  })

  test('prints a cover sheet with addresses, gates, phones and flags', async () => {
    const [marcus, ruth] = [practice.client('Marcus Yeo'), practice.client('Ruth Ockham', { phone: '07700 900377' })]
    const yardId = practice.yard('Hollybush Farm', { gateCode: '4471', accessNotes: 'Shut both gates' })
    const solo = practice.horse('Solo', marcus, { yardId, flags: ['kicks'], specialNotes: 'Near hind' })
    practice.horse('Duchess', ruth, { yardId, nextDue: THU, lastServiceType: 'Trim' })
    practice.line(practice.visit(TUE, '09:00', '10:00', { clientId: marcus, yardId }), solo, {
      clientId: marcus,
      plannedWork: 'Full set new',
    })
    const id = practice.timeOff({ title: 'Anglesey', coverNote: 'Tom Haddon covers' })
    await practice.enter()
    const screen = await show(<CoverSheetPage />, `/cover-sheet?id=${id}`, null)
    await expect.element(screen.getByText('Tom Haddon covers')).toBeVisible()
    const day = screen.getByRole('region', { name: longDay(TUE) })
    for (const words of ['4471', 'Shut both gates', 'Ashford, SY8 4BX', 'Mind: kicks', 'Near hind', 'Marcus Yeo, 07700 900118']) {
      await expect.element(day.getByText(words).first()).toBeVisible()
    }
    const due = screen.getByRole('region', { name: 'Due in this time, not booked' })
    await expect.element(due.getByText(/Duchess/)).toBeVisible()
    await expect.element(due.getByText('Ruth Ockham, 07700 900377')).toBeVisible()
    await expect.element(due.getByText(/Solo/)).not.toBeInTheDocument()
    expect(await axeFindings()).toEqual([])
  })
})

describe('the menu of a day', () => {
  test('leads to booking, an own entry, time off and moving the day', async () => {
    await practice.enter()
    const screen = await show(<DayMenuCard day={MON} />)
    await screen.getByRole('button', { name: `More for ${shortDay(MON)}` }).click()
    await screen.getByRole('menuitem', { name: 'Own entry' }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Schedule New Appointment' })).toBeVisible()
    await expect.element(screen.getByLabelText('Date')).toHaveValue(shortDay(MON))
    await expect.element(screen.getByRole('radio', { name: 'Own entry' })).toBeChecked()
  })

  test('is absent for an apprentice', async () => {
    practice = await visitsPractice({ role: 'apprentice' })
    await practice.enter()
    const screen = await show(<DayMenuCard day={MON} />)
    await expect.poll(() => page.getByRole('main').element().textContent).toBe('Diary')
    expect(screen.getByRole('button', { name: /^More for/ }).elements()).toEqual([])
  })
})
