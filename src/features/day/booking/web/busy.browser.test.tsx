import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppointmentDialogCard } from '#features/day/booking/web/AppointmentDialogCard.tsx'
import { instantOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { MEMBER, show, visitsPractice, WED } from '#testing/browser/visits.tsx'
import '#ui/styles.css'

let practice: Awaited<ReturnType<typeof visitsPractice>>
beforeEach(async () => {
  practice = await visitsPractice()
})
afterEach(() => practice.leave())

test('booking at a busy time warns, without a signal too, and still books', async () => {
  const at = (time: string) => instantOf(WED, time, 'Europe/London').toISOString()
  const when = { startTime: at('14:00'), endTime: at('15:00'), isAllDay: false }
  practice.server.write('busy_blocks', uuidv7(), { memberId: MEMBER, source: 'Family', ...when })
  practice.server.write('busy_blocks', uuidv7(), { memberId: uuidv7(), source: 'Another’s', ...when })
  await practice.enter()
  practice.api.offline(true)
  const screen = await show(<AppointmentDialogCard presets={{ onDay: WED, start: '14:30' }} onClose={() => undefined} />)
  await screen.getByRole('radio', { name: 'Own entry' }).click()
  await screen.getByLabelText('Title').fill('Dentist')
  await expect.element(screen.getByText('Busy then by your calendar “Family”, 14:00 to 15:00.')).toBeVisible()
  await expect.element(screen.getByText('You can still book it.')).toBeVisible()
  await expect.element(screen.getByText('Another', { exact: false })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Schedule' }).click()
  await expect.element(screen.getByText(/^Appointment created successfully/)).toBeVisible()
  practice.api.offline(false)
})
