import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppointmentDialogCard } from '#features/day/booking/web/AppointmentDialogCard.tsx'
import type { KnownVisit } from '#features/visits/appointments/web/data.ts'
import { syncNow } from '#platform/web/sync/sync.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { show, visitsPractice, WED } from '#testing/browser/visits.tsx'
import '#ui/styles.css'

let practice: Awaited<ReturnType<typeof visitsPractice>>
beforeEach(async () => {
  practice = await visitsPractice()
})
afterEach(() => practice.leave())

function EditOf({ day }: { day: string }) {
  const [visit] = useRows<KnownVisit>('appointments', { day }) ?? []
  return visit && <AppointmentDialogCard visit={visit} onClose={() => undefined} />
}

describe('editing prompts about texts', () => {
  test('of another half of the day', async () => {
    const marcus = practice.client('Marcus Yeo')
    practice.visit(WED, '09:00', '09:00', { title: 'Solo', clientId: marcus, isCallOnly: true })
    await practice.enter()
    const screen = await show(<EditOf day={WED} />)
    await screen.getByRole('radio', { name: 'PM' }).click()
    await expect.element(screen.getByLabelText(/^Text Marcus about the new time/)).toBeChecked()
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText(/^Appointment updated successfully\. Marcus will be texted/)).toBeVisible()
    await syncNow()
    await expect.poll(() => practice.sent('appointments')).toMatchObject([{ data: { callPeriod: 'PM', sendSmsNotification: true } }])
  })

  test('of an owner who comes onto it, and not where there is no news for anyone', async () => {
    const [marcus, ruth] = [practice.client('Marcus Yeo'), practice.client('Ruth Ockham')]
    const yardId = practice.yard('Hollybush Farm')
    practice.horse('Duchess', ruth, { yardId, nextDue: WED, lastServiceType: 'Full set new' })
    practice.visit(WED, '09:00', '10:00', { title: 'Solo', clientId: marcus, yardId })
    await practice.enter()
    const screen = await show(<EditOf day={WED} />)
    await screen.getByRole('button', { name: /^Add Duchess, due in/ }).click()
    await expect.element(screen.getByLabelText(/^Text Ruth that it's booked/)).toBeChecked()
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText(/^Appointment updated successfully/)).toBeVisible()
    await syncNow()
    await expect.poll(() => practice.sent('visit_horses')).toMatchObject([{ action: 'CREATE', data: { sendSmsNotification: true } }])
  })

  test('of a new client, who is not texted when that is unticked', async () => {
    const [marcus, ruth] = [practice.client('Marcus Yeo'), practice.client('Ruth Ockham')]
    practice.visit(WED, '09:00', '10:00', { title: 'Solo', clientId: marcus })
    await practice.enter()
    const screen = await show(<EditOf day={WED} />)
    await expect.element(screen.getByLabelText(/^Text /)).not.toBeInTheDocument()
    await screen.getByRole('combobox', { name: /^Client/ }).fill('ruth')
    await screen.getByRole('option', { name: /Ruth Ockham/ }).click()
    await screen.getByLabelText(/^Text Ruth that it's booked/).click()
    await screen.getByLabelText('End time').fill('10:30')
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText(/^Appointment updated successfully\. Nobody was texted/)).toBeVisible()
    await syncNow()
    await expect.poll(() => practice.sent('appointments')).toMatchObject([{ data: { clientId: ruth, sendSmsNotification: false } }])
  })
})
