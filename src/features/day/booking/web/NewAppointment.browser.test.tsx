import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { useLocation } from 'wouter'
import { AppointmentDialogCard } from '#features/day/booking/web/AppointmentDialogCard.tsx'
import { addDays, shortDay } from '#lib/dates.ts'
import { syncNow } from '#platform/web/sync/sync.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { show, visitsPractice, WED } from '#testing/browser/visits.tsx'
import '#ui/styles.css'

let practice: Awaited<ReturnType<typeof visitsPractice>>
beforeEach(async () => {
  practice = await visitsPractice()
})
afterEach(() => practice.leave())

const nothing = () => undefined

/** The form, until it is done, and where one is. */
function Opened() {
  const [isOpen, setOpen] = useState(true)
  const [address] = useLocation()
  return (
    <>
      <output aria-label="Address">{address}</output>
      {isOpen && <AppointmentDialogCard presets={{ onDay: WED }} onClose={() => setOpen(false)} />}
    </>
  )
}

describe('a new appointment', () => {
  test('books by keyboard alone, and says what was booked', async () => {
    const marcus = practice.client('Marcus Yeo')
    practice.horse('Solo', marcus, { nextDue: WED, lastServiceType: 'Full set new' })
    await practice.enter()
    const screen = await show(<Opened />)
    await expect.element(screen.getByRole('combobox', { name: /^Client/ })).toHaveFocus()
    await userEvent.keyboard('solo')
    await expect.element(screen.getByRole('option', { name: /Solo/ })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByLabelText('Title')).toHaveValue('Solo, full set new')
    await expect.element(screen.getByRole('checkbox', { name: /^Text Marcus/ })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect
      .element(screen.getByText(new RegExp(`^Appointment created successfully\\. ${shortDay(WED)} 09:00, 1 horse\\.`)))
      .toBeVisible()
    await screen.getByRole('button', { name: 'Show' }).click()
    await expect.element(screen.getByLabelText('Address')).toHaveTextContent('/calendar')
    await syncNow()
    expect(practice.sent('appointments')[0]).toMatchObject({ data: { clientId: marcus, title: 'Solo, full set new', onDay: WED } })
  })

  test.each([
    ['a client', 'marcus'],
    ['a yard, whose contact is the client', 'hollybush'],
  ])('takes %s in the same box, and offers the horses due there', async (_, typed) => {
    const marcus = practice.client('Marcus Yeo')
    const yardId = practice.yard('Hollybush Farm', { contactClientId: marcus })
    const due = { yardId, lastServiceType: 'Trim' }
    practice.horse('Solo', marcus, { ...due, nextDue: addDays(WED, -3) })
    practice.horse('Duchess', marcus, { ...due, nextDue: WED })
    practice.horse('Later', marcus, { ...due, nextDue: addDays(WED, 40) })
    await practice.enter()
    const screen = await show(<AppointmentDialogCard presets={{ onDay: WED }} onClose={nothing} />)
    await screen.getByRole('combobox', { name: /^Client/ }).fill(typed)
    await expect.poll(() => screen.getByRole('option').first().element().textContent).toMatch(new RegExp(typed, 'i'))
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('button', { name: 'Take Marcus Yeo off' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: /^Add Later/ })).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: /^Add Duchess, due in/ })).toBeVisible()
    await screen.getByRole('button', { name: 'Add the 2 due here' }).click()
    await expect.element(screen.getByLabelText('Title')).toHaveValue('Solo and Duchess, trim')
    await screen.getByRole('button', { name: 'Schedule' }).click()
    await expect.element(screen.getByText(/^Appointment created successfully\. .* 2 horses/)).toBeVisible()
    await syncNow()
    expect(practice.sent('appointments')[0]).toMatchObject({ data: { clientId: marcus, yardId } })
  })

  test('adds a client with a new name', async () => {
    await practice.enter()
    const screen = await show(<AppointmentDialogCard presets={{ onDay: WED }} onClose={nothing} />)
    await screen.getByRole('combobox', { name: /^Client/ }).fill('Bronwen Pryce')
    await screen.getByRole('option', { name: 'Add “Bronwen Pryce”' }).click()
    const added = screen.getByRole('dialog', { name: 'Add New Client' })
    await expect.element(added.getByLabelText('Name', { exact: true })).toHaveValue('Bronwen Pryce')
    await added.getByLabelText(/^Phone/).fill('07700 900119')
    await added.getByRole('button', { name: 'Add Client' }).click()
    await expect.element(screen.getByRole('button', { name: 'Take Bronwen Pryce off' })).toBeVisible()
  })

  test('is never higher than 640 px on a laptop, and with a yard and a horse chosen all of it is in sight', async () => {
    const marcus = practice.client('Marcus Yeo')
    const yardId = practice.yard('Hollybush Farm')
    practice.horse('Solo', marcus, { yardId, nextDue: WED, lastServiceType: 'Full set new' })
    practice.horse('Duchess', marcus, { yardId, nextDue: WED, lastServiceType: 'Trim' })
    await practice.enter()
    const screen = await show(<AppointmentDialogCard presets={{ onDay: WED, clientId: marcus, yardId }} onClose={nothing} />)
    await screen.getByRole('button', { name: /^Add Solo/ }).click()
    await expect.element(screen.getByLabelText('Work for Solo')).toBeVisible()
    const dialog = screen.getByRole('dialog').element()
    expect(dialog.getBoundingClientRect().height).toBeLessThanOrEqual(640)
    const content = dialog.querySelector('.overflow-y-auto')
    expect(content?.scrollHeight).toBe(content?.clientHeight)
    await screen.getByRole('button', { name: /^More/ }).click()
    await expect.element(screen.getByLabelText(/^Notes/)).toBeInTheDocument()
    expect(dialog.getBoundingClientRect().height).toBeLessThanOrEqual(640)
    expect(await axeFindings()).toEqual([])
  })
})
