import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppointmentDialogCard } from '#features/day/booking/web/AppointmentDialogCard.tsx'
import { NextVisitDialogCard } from '#features/day/booking/web/NextVisitDialogCard.tsx'
import { RebookYardPanel } from '#features/day/booking/web/RebookYardPanel.tsx'
import { overdueInWords } from '#features/visits/appointments/overdue.ts'
import { CancelForm } from '#features/visits/appointments/web/CancelForm.tsx'
import { ConfirmButton } from '#features/visits/appointments/web/ConfirmButton.tsx'
import type { KnownVisit } from '#features/visits/appointments/web/data.ts'
import { OpenAgain } from '#features/visits/appointments/web/OpenAgain.tsx'
import { addDays, shortDay, weekdayOf } from '#lib/dates.ts'
import { syncNow } from '#platform/web/sync/sync.ts'
import { readRow, useRow } from '#platform/web/use-rows.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { EditOf } from '#testing/browser/EditOf.tsx'
import { MEMBER, show, THU, TODAY, TUE, visitsPractice, WED } from '#testing/browser/visits.tsx'
import { readDay } from '#ui/read-day.ts'
import '#ui/styles.css'

let practice: Awaited<ReturnType<typeof visitsPractice>>
beforeEach(async () => {
  practice = await visitsPractice()
})
afterEach(() => practice.leave())

const nothing = () => undefined

describe('the form', () => {
  test('fills in title, owner, yard and end from the horses, and shows what to know of each', async () => {
    const [marcus, ruth] = [practice.client('Marcus Yeo'), practice.client('Ruth Ockham')]
    const yardId = practice.yard('Hollybush Farm')
    const due = { yardId, nextDue: WED, lastServiceType: 'Full set new' }
    practice.horse('Solo', marcus, { ...due, flags: ['kicks'], payerClientId: ruth })
    practice.horse('Duchess', ruth, { ...due, lastServiceType: 'Trim' })
    await practice.enter()
    const screen = await show(<AppointmentDialogCard presets={{ onDay: WED }} onClose={nothing} />)
    await screen.getByRole('combobox', { name: /^Client/ }).fill('solo')
    await screen.getByRole('option', { name: /Solo/ }).click()
    await expect.element(screen.getByLabelText('Title')).toHaveValue('Solo, full set new')
    await expect.element(screen.getByLabelText('End time')).toHaveValue('10:30')
    await expect.element(screen.getByRole('button', { name: 'Take Marcus Yeo off' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Take Hollybush Farm off' })).toBeVisible()
    await expect.element(screen.getByText('Kicks')).toBeVisible()
    await expect.element(screen.getByText(/Marcus Yeo, paid by Ruth Ockham/)).toBeVisible()
    await screen.getByRole('button', { name: /^Add Duchess, due in/ }).click()
    await expect.element(screen.getByLabelText('Title')).toHaveValue('Solo, full set new; Duchess, trim')
    await expect.element(screen.getByLabelText('End time')).toHaveValue('11:00')
    await screen.getByLabelText('Work for Duchess').selectOptions('Own words...')
    await screen.getByLabelText('Work for Duchess in own words').fill('Bar shoes')
    await expect.element(screen.getByLabelText('Title')).toHaveValue('Solo, full set new; Duchess, bar shoes')
    expect(await axeFindings()).toEqual([])
    await screen.getByRole('button', { name: 'Schedule' }).click()
    await expect.element(screen.getByText(/^Appointment created successfully/)).toBeVisible()
    await syncNow()
    expect(practice.sent('visit_horses').map((op) => op.data.plannedWork)).toEqual(['Full set new', 'Bar shoes'])
    expect(practice.sent('appointments')[0]).toMatchObject({ action: 'CREATE', data: { yardId, clientId: marcus, status: 'booked' } })
  })

  test('shows errors from the top down, and only those that remain when it becomes a stop', async () => {
    await practice.enter()
    const screen = await show(<AppointmentDialogCard presets={{ onDay: WED }} onClose={nothing} />)
    await screen.getByRole('button', { name: 'Schedule' }).click()
    await expect.element(screen.getByRole('combobox', { name: /^Client/ })).toHaveFocus()
    await expect.element(screen.getByText('Enter a title')).toBeVisible()
    await screen.getByRole('checkbox', { name: /Call Only/ }).click()
    await expect.element(screen.getByText('Enter a title')).not.toBeInTheDocument()
    await expect.element(screen.getByText('Choose a client')).not.toBeInTheDocument()
  })

  test('moves an end of its own with the start, also when that is pasted in one go', async () => {
    practice.visit(WED, '08:00', '08:20', { title: 'Otis' })
    await practice.enter()
    const screen = await show(<EditOf day={WED} />)
    await screen.getByLabelText('Start time').fill('0930')
    await expect.element(screen.getByLabelText('End time')).toHaveValue('09:50')
  })

  test('opens an unfinished visit with the times it was left with, and goes back to its own when started again', async () => {
    await practice.enter()
    const open = () => show(<AppointmentDialogCard presets={{ onDay: WED }} onClose={nothing} />)
    const first = await open()
    await first.getByLabelText('Start time').fill('14:00')
    await expect.element(first.getByLabelText('End time')).toHaveValue('15:00')
    await first.unmount()
    const screen = await open()
    await expect.element(screen.getByText(/^You left this unfinished/)).toBeVisible()
    await expect.element(screen.getByLabelText('End time')).toHaveValue('15:00')
    await screen.getByRole('button', { name: 'Start again' }).click()
    await expect.element(screen.getByLabelText('Start time')).toHaveValue('09:00')
    await expect.element(screen.getByLabelText('End time')).toHaveValue('10:00')
  })

  test('leaves a title and an end that were written by hand alone', async () => {
    const marcus = practice.client('Marcus Yeo')
    practice.horse('Solo', marcus, { lastServiceType: 'Full set new' })
    await practice.enter()
    const screen = await show(<AppointmentDialogCard presets={{ onDay: WED, clientId: marcus }} onClose={nothing} />)
    await screen.getByLabelText('Title').fill('My own words')
    await screen.getByLabelText('End time').fill('12:00')
    await screen.getByRole('combobox', { name: /^Client/ }).fill('solo')
    await screen.getByRole('option', { name: /Solo/ }).click()
    await expect.element(screen.getByLabelText('Work for Solo')).toHaveValue('Full set new')
    await expect.element(screen.getByLabelText('Title')).toHaveValue('My own words')
    await expect.element(screen.getByLabelText('End time')).toHaveValue('12:00')
  })

  test('shows what speaks against day, time and horse, and still books', async () => {
    const marcus = practice.client('Marcus Yeo')
    practice.horse('Solo', marcus, { pauses: [{ fromOn: TODAY, untilOn: null, reason: 'Box rest' }] })
    const gone = practice.horse('Finn', marcus, { goneOn: TODAY, goneReason: 'sold' })
    practice.timeOff({ title: 'Anglesey', fromDay: WED, toDay: WED })
    practice.visit(WED, '08:00', '09:30', { title: 'Kestrel' })
    await practice.enter()
    const horses = [{ horseId: gone, plannedWork: '' }]
    const screen = await show(<AppointmentDialogCard presets={{ onDay: WED, clientId: marcus, horses }} onClose={nothing} />)
    await expect.element(screen.getByText("You're away (Anglesey).")).toBeVisible()
    await expect.element(screen.getByText('Double booking: Kestrel 08:00 to 09:30.')).toBeVisible()
    await expect.element(screen.getByText('Finn: sold.')).toBeVisible()
    await screen.getByLabelText('Start time').fill('07:00')
    await expect.element(screen.getByText('Outside working hours: 09:00 to 17:00.')).toBeVisible()
    await screen.getByLabelText('Date').fill(addDays(TODAY, -1))
    await expect.element(screen.getByText('This day is past, so nobody is texted about it.')).toBeVisible()
    await screen.getByRole('combobox', { name: /^Client/ }).fill('solo')
    await screen.getByRole('option', { name: /Solo/ }).click()
    await screen.getByLabelText('Date').fill(WED)
    await expect.element(screen.getByText('Solo: box rest.')).toBeVisible()
    await screen.getByRole('button', { name: 'Schedule' }).click()
    await expect.element(screen.getByText(/^Appointment created successfully/)).toBeVisible()
  })

  test('shows the payer with overdue money before booking, also one who pays for another’s horse, and one tap books anyway', async () => {
    const oldestDueOn = addDays(TODAY, -9)
    const [marcus, ruth] = [practice.client('Marcus Yeo'), practice.client('Ruth Ockham', { oldestDueOn })]
    practice.client('Owen Pritchard', { oldestDueOn: TODAY })
    const solo = practice.horse('Solo', marcus, { payerClientId: ruth })
    await practice.enter()
    const presets = { onDay: WED, clientId: marcus, title: 'Solo' }
    const screen = await show(<AppointmentDialogCard presets={presets} onClose={nothing} />)
    await expect.element(screen.getByRole('button', { name: 'Schedule' })).toBeVisible()
    await screen.getByRole('combobox', { name: /^Client/ }).fill('solo')
    await screen.getByRole('option', { name: /Solo/ }).click()
    await expect.element(screen.getByText(overdueInWords([{ id: ruth, name: 'Ruth Ockham', oldestDueOn }], TODAY))).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await screen.getByRole('button', { name: 'Book anyway' }).click()
    await expect.element(screen.getByText(/^Appointment created successfully/)).toBeVisible()
    await syncNow()
    expect(practice.sent('appointments')[0]).toMatchObject({ data: { clientId: marcus, overdueOverride: true } })
    expect(practice.sent('visit_horses')).toMatchObject([{ data: { horseId: solo } }])
  })

  test('a visit which the server refused, because it knew of a debt first, goes once more with one tap', async () => {
    const ruth = practice.client('Ruth Ockham')
    await practice.enter()
    practice.server.answer = ({ entity, data }) =>
      entity === 'appointments' && !data.overdueOverride ? { code: 'account_overdue', message: 'Ruth Ockham has not paid.' } : undefined
    const first = await show(<AppointmentDialogCard presets={{ onDay: WED, clientId: ruth, title: 'Solo' }} onClose={nothing} />)
    await first.getByRole('button', { name: 'Schedule' }).click()
    await expect.element(first.getByText(/^Appointment created successfully/)).toBeVisible()
    await syncNow()
    await first.unmount()
    practice.server.write('clients', ruth, { oldestDueOn: addDays(TODAY, -9) })
    await syncNow()
    const screen = await show(<EditOf day={WED} />)
    await screen.getByRole('button', { name: 'Book anyway' }).click()
    await expect
      .poll(() => practice.sent('appointments'))
      .toMatchObject([{ action: 'CREATE', data: { title: 'Solo', overdueOverride: true } }])
  })

  test('an own entry needs no client and notifies no one', async () => {
    await practice.enter()
    const screen = await show(<AppointmentDialogCard presets={{ onDay: WED }} onClose={nothing} />)
    await screen.getByRole('radio', { name: 'Own entry' }).click()
    await expect.element(screen.getByRole('combobox', { name: /^Client/ })).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Schedule' }).click()
    await expect.element(screen.getByText('Enter a title')).toBeVisible()
    await screen.getByLabelText('Title').fill('Dentist')
    await screen.getByRole('button', { name: 'Schedule' }).click()
    await expect.element(screen.getByText(/^Appointment created successfully/)).toBeVisible()
    await syncNow()
    await expect
      .poll(() => practice.sent('appointments'))
      .toMatchObject([{ data: { title: 'Dentist', clientId: null, yardId: null, status: 'booked' } }])
  })

  test('texts that it is booked unless that is unticked, and never while pencilled', async () => {
    const marcus = practice.client('Marcus Yeo')
    await practice.enter()
    const screen = await show(<AppointmentDialogCard presets={{ onDay: WED, clientId: marcus, title: 'Solo' }} onClose={nothing} />)
    await expect.element(screen.getByLabelText(/^Text Marcus that it's booked/)).toBeChecked()
    await screen.getByRole('button', { name: /^More/ }).click()
    await screen.getByRole('radio', { name: 'Pencilled' }).click()
    await expect.element(screen.getByLabelText(/^Text Marcus that it's booked/)).not.toBeInTheDocument()
    await screen.getByRole('radio', { name: 'Booked' }).click()
    await screen.getByRole('button', { name: 'Schedule' }).click()
    await expect.element(screen.getByText(/^Appointment created successfully/)).toBeVisible()
    await syncNow()
    const told = practice.sent('appointments').map((op) => [op.action, op.data.sendSmsNotification])
    expect(told).toEqual([
      ['CREATE', undefined],
      ['UPDATE', true],
    ])
  })
})

describe('a stop without a time', () => {
  test('keeps a call number that was typed and left', async () => {
    await practice.enter()
    const first = await show(<AppointmentDialogCard presets={{ onDay: WED }} onClose={nothing} />)
    await first.getByLabelText(/^Call Only/).click()
    await first.getByLabelText('Call number').fill('7')
    await first.unmount()
    const screen = await show(<AppointmentDialogCard presets={{ onDay: WED }} onClose={nothing} />)
    await expect.element(screen.getByText(/^You left this unfinished/)).toBeVisible()
    await screen.getByRole('radio', { name: 'PM' }).click()
    await expect.element(screen.getByLabelText('Call number')).toHaveValue(7)
  })

  test('takes the next number of its half of the day, and shows when another stop has it', async () => {
    practice.visit(WED, '09:00', '09:00', { title: 'Solo', isCallOnly: true, callNumber: 3, callPeriod: 'AM' })
    await practice.enter()
    const screen = await show(<AppointmentDialogCard presets={{ onDay: WED }} onClose={nothing} />)
    await screen.getByLabelText(/^Call Only/).click()
    await expect.element(screen.getByLabelText('Call number')).toHaveValue(4)
    await screen.getByRole('radio', { name: 'PM' }).click()
    await expect.element(screen.getByLabelText('Call number')).toHaveValue(1)
    await screen.getByRole('radio', { name: 'AM' }).click()
    await screen.getByLabelText('Call number').fill('3')
    await expect.element(screen.getByText(/^That number is taken by Solo\./)).toBeVisible()
    await screen.getByRole('button', { name: 'Take number 4' }).click()
    await expect.element(screen.getByLabelText('Call number')).toHaveValue(4)
    await screen.getByRole('button', { name: 'Schedule' }).click()
    await expect.element(screen.getByText(/^Appointment created successfully/)).toBeVisible()
    await syncNow()
    await expect.poll(() => practice.sent('appointments')).toMatchObject([{ data: { isCallOnly: true, callNumber: 4, callPeriod: 'AM' } }])
  })
})

/** The contents of a visit's details. */
function VisitDetails({ id, onRebook }: { id: string; onRebook?: (visitId: string) => void }) {
  const visit = useRow<KnownVisit>('appointments', id)
  if (!visit) return null
  return (
    <div className="w-80 p-4">
      <p>{visit.status}</p>
      {visit.status === 'pencilled' && <ConfirmButton visit={visit} />}
      <CancelForm visit={visit} onDone={nothing} onBack={nothing} {...(onRebook && { onRebook })} />
    </div>
  )
}

describe('the status of a visit', () => {
  test('a visit that was cancelled is opened again with a text, unless that is unticked', async () => {
    const marcus = practice.client('Marcus Yeo')
    const id = practice.visit(WED, '09:00', '10:00', { title: 'Solo', clientId: marcus, status: 'cancelled' })
    await practice.enter()
    const visit = await readRow<KnownVisit>('appointments', id)
    const screen = await show(visit ? <OpenAgain visit={visit} onDone={nothing} /> : null)
    await expect.element(screen.getByLabelText(/^Text Marcus that it's booked/)).toBeChecked()
    await screen.getByRole('button', { name: 'Reopen' }).click()
    await expect.element(screen.getByText(/booked as before\. Marcus will be texted/)).toBeVisible()
    await syncNow()
    await expect.poll(() => practice.sent('appointments')).toMatchObject([{ data: { status: 'booked', sendSmsNotification: true } }])
  })

  test('one tap confirms a pencilled visit and requests one text', async () => {
    const marcus = practice.client('Marcus Yeo')
    const id = practice.visit(WED, '09:00', '10:00', { title: 'Solo', clientId: marcus, status: 'pencilled' })
    await practice.enter()
    const screen = await show(<VisitDetails id={id} />)
    await expect.element(screen.getByText(/^Texts Marcus that it's booked/)).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await screen.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(screen.getByText(/Marcus will be texted/)).toBeVisible()
    await expect.element(screen.getByText('booked', { exact: true })).toBeVisible()
    await syncNow()
    await expect.poll(() => practice.sent('appointments')).toMatchObject([{ data: { status: 'booked', sendSmsNotification: true } }])
  })

  test('a visit where no one was there is noted with a reason, and offers the next visit and no text', async () => {
    const marcus = practice.client('Marcus Yeo')
    const id = practice.visit(WED, '09:00', '10:00', { title: 'Solo', clientId: marcus })
    await practice.enter()
    let rebooked = ''
    const screen = await show(<VisitDetails id={id} onRebook={(visitId) => (rebooked = visitId)} />)
    await expect.element(screen.getByLabelText(/^Text Marcus that it's cancelled/)).toBeVisible()
    await screen.getByRole('radio', { name: 'Nobody there' }).click()
    await expect.element(screen.getByLabelText(/^Text Marcus that it's cancelled/)).not.toBeInTheDocument()
    await screen.getByLabelText(/^Why/).selectOptions('Own words...')
    await screen.getByLabelText(/in own words/).fill('Gate locked')
    await screen.getByLabelText(/^Book it again/).click()
    await screen.getByRole('button', { name: 'Nobody there' }).click()
    await expect.poll(() => rebooked).toBe(id)
    expect(await readRow('appointments', id)).toMatchObject({ status: 'no_show', statusReason: 'Gate locked' })
    await expect.element(screen.getByText(/^It stays in the diary, crossed out\./)).toBeVisible()
    await screen.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await readRow<KnownVisit>('appointments', id))?.status).toBe('booked')
  })

  test('why a visit falls out is there again when its form was left, until it is kept', async () => {
    const id = practice.visit(WED, '09:00', '10:00', { title: 'Solo', clientId: practice.client('Marcus Yeo') })
    await practice.enter()
    const left = await show(<VisitDetails id={id} />)
    await left.getByLabelText(/^Why/).selectOptions('Own words...')
    await left.getByLabelText(/in own words/).fill('Gate locked')
    await left.unmount()
    const screen = await show(<VisitDetails id={id} />)
    await expect.element(screen.getByLabelText(/in own words/)).toHaveValue('Gate locked')
    await screen.getByRole('button', { name: 'Keep it' }).click()
    await screen.unmount()
    await expect.element((await show(<VisitDetails id={id} />)).getByLabelText(/^Why/)).toHaveValue('')
  })
})

describe('the next visit', () => {
  test('of a finished one is proposed from its horses’ cycles, at its time of day', async () => {
    const marcus = practice.client('Marcus Yeo')
    const horseId = practice.horse('Solo', marcus, { lastService: addDays(TODAY, -60), nextDue: addDays(TODAY, -18) })
    const id = practice.visit(TODAY, '11:00', '12:00', { clientId: marcus, status: 'done', isCallComplete: true })
    practice.line(id, horseId, { clientId: marcus, plannedWork: 'Trim', outcome: 'done' })
    await practice.enter()
    const screen = await show(<NextVisitDialogCard visitId={id} onClose={nothing} />)
    await expect.element(screen.getByRole('dialog', { name: 'Schedule New Appointment' })).toBeVisible()
    const shown = (screen.getByLabelText('Date').element() as HTMLInputElement).value
    const proposed = readDay(shown, { today: TODAY, looks: 'ahead' }).day ?? ''
    expect(Math.abs((Date.parse(proposed) - Date.parse(addDays(TODAY, 42))) / 86_400_000)).toBeLessThan(8)
    expect([0, 6]).not.toContain(weekdayOf(proposed))
    await expect.element(screen.getByLabelText('Start time')).toHaveValue('11:00')
    await expect.element(screen.getByLabelText('Title')).toHaveValue('Solo, trim')
  })

  test('of a cancelled visit comes after it, with its notes, and shows why', async () => {
    const marcus = practice.client('Marcus Yeo')
    const horseId = practice.horse('Solo', marcus, { lastService: addDays(TUE, -42), nextDue: TUE, lastServiceType: 'Trim' })
    const id = practice.visit(WED, '11:00', '12:00', {
      clientId: marcus,
      status: 'cancelled',
      notes: 'Bring hoof stand',
      description: 'Off fore first',
    })
    practice.line(id, horseId, { clientId: marcus, plannedWork: 'Trim' })
    await practice.enter()
    const screen = await show(<NextVisitDialogCard visitId={id} onClose={nothing} />)
    await expect.element(screen.getByLabelText('Date')).toHaveValue(shortDay(THU))
    await expect.element(screen.getByText(`Due ${shortDay(TUE)}; this is your next working day after the cancelled visit.`)).toBeVisible()
    await expect.element(screen.getByLabelText(/^Notes/)).toHaveValue('Bring hoof stand')
    await expect.element(screen.getByLabelText(/^Description/)).toHaveValue('Off fore first')
  })

  test('of a horse that is due in time off shows why it is another day', async () => {
    const marcus = practice.client('Marcus Yeo')
    const horseId = practice.horse('Solo', marcus, { lastService: addDays(WED, -42), nextDue: WED, lastServiceType: 'Trim' })
    practice.timeOff({ title: 'Anglesey', fromDay: WED, toDay: WED })
    await practice.enter()
    const screen = await show(<NextVisitDialogCard horseId={horseId} onClose={nothing} />)
    await expect.element(screen.getByText(`Due ${shortDay(WED)}, but you're away (Anglesey).`)).toBeVisible()
    await expect.element(screen.getByLabelText('Date')).toHaveValue(shortDay(TUE))
  })

  test('of a whole yard ticks the horses due together, and books one visit for all of them', async () => {
    const [marcus, ruth] = [practice.client('Marcus Yeo'), practice.client('Ruth Ockham')]
    const yardId = practice.yard('Hollybush Farm')
    practice.horse('Solo', marcus, { yardId, nextDue: WED, lastServiceType: 'Full set new' })
    practice.horse('Duchess', ruth, { yardId, nextDue: THU, lastServiceType: 'Trim', payerClientId: marcus })
    practice.horse('Later', ruth, { yardId, nextDue: addDays(WED, 30) })
    await practice.enter()
    const screen = await show(<RebookYardPanel yardId={yardId} />)
    await expect.element(screen.getByRole('checkbox', { name: /^Solo/ })).toBeChecked()
    await expect.element(screen.getByRole('checkbox', { name: /^Later/ })).not.toBeChecked()
    await expect.element(screen.getByLabelText('Date')).toHaveValue(shortDay(WED))
    expect(await axeFindings()).toEqual([])
    await expect.element(screen.getByLabelText(/^Text (Marcus and Ruth|Ruth and Marcus) that it's booked/)).toBeChecked()
    await screen.getByRole('button', { name: `Book 2 horses, ${shortDay(WED)}` }).click()
    await expect
      .element(
        screen.getByText(/^Appointment created successfully\. .* \d\d:\d\d, 2 horses\. (Marcus and Ruth|Ruth and Marcus) will be texted/),
      )
      .toBeVisible()
    await syncNow()
    expect(practice.sent('appointments')[1]).toMatchObject({ action: 'UPDATE', data: { sendSmsNotification: true } })
    const [visit] = practice.sent('appointments')
    expect(visit).toMatchObject({
      action: 'CREATE',
      data: { yardId, onDay: WED, title: 'Solo, full set new; Duchess, trim', memberId: MEMBER },
    })
    expect(practice.sent('visit_horses').map((op) => op.data.plannedWork)).toEqual(['Full set new', 'Trim'])
    await expect.element(screen.getByText(new RegExp(`Booked ${shortDay(WED)}`)).first()).toBeVisible()
  })
})
