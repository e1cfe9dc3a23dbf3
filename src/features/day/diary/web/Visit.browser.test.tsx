import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { whenOn } from '#features/visits/appointments/rules.ts'
import { shortDay } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { noteReach } from '#platform/web/sync/reach.ts'
import { calendar, closeDiary, hold, kept, MARCUS, MON, openDiary, queued, THU, visit, WED, ZONE } from '#testing/browser/diary.tsx'
import '#ui/styles.css'

beforeEach(openDiary)
afterEach(closeDiary)

describe('a visit’s details', () => {
  test('title, time, location, Send Reminder with its three states, and Edit', async () => {
    await visit(WED, 'Kestrel')
    let answer: (response: Response) => void = () => {}
    vi.stubGlobal('fetch', (url: string) =>
      url.includes('send-reminder') ? new Promise<Response>((resolve) => (answer = resolve)) : Promise.resolve(Response.json([])),
    )
    const { screen, card } = await calendar()
    await card('Kestrel').click()
    const box = screen.getByRole('dialog', { name: 'Kestrel' })
    await expect.element(box.getByText(`${shortDay(WED)}, 13:00 to 14:15`)).toBeVisible()
    await expect.element(box.getByText('Lingen Vale, SY7 0CK')).toBeVisible()
    await expect.element(box.getByText('No reminder yet')).toBeVisible()
    await box.getByRole('button', { name: 'Send Reminder' }).click()
    await expect.element(box.getByRole('button', { name: 'Sending...' })).toBeVisible()
    answer(Response.json({ noticeId: uuidv7(), state: 'queued', goesAt: null }))
    await expect.element(box.getByRole('button', { name: 'Sent' })).toHaveAttribute('aria-disabled', 'true')
    await expect.element(screen.getByText('Reminder sent to Marcus Yeo for "Kestrel"')).toBeVisible()
    await expect.element(box.getByRole('button', { name: 'Send Reminder' })).toBeVisible()
  })

  test('on a small phone its title and every action can be reached, however many owners there are', async () => {
    await page.viewport(375, 560)
    const { id } = await visit(WED, 'Hollybush Farm Livery')
    for (const name of ['Alison', 'Bethan', 'Carys', 'Delyth', 'Eirlys', 'Ffion']) {
      const clientId = uuidv7()
      await hold('clients', { id: clientId, name, phone: '+447700900118', isActive: true })
      await hold('visit_horses', { id: uuidv7(), appointmentId: id, clientId, horseId: null, place: 1, plannedWork: 'Trim', outcome: null })
    }
    const { screen, card } = await calendar()
    await card('Hollybush').click()
    const sheet = screen.getByRole('dialog', { name: 'Hollybush Farm Livery' })
    await expect.element(sheet.getByText('Ffion')).toBeInTheDocument()
    await expect.element(sheet.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
    await sheet.getByRole('button', { name: 'Cancel visit' }).click()
    await expect.element(sheet.getByRole('button', { name: 'Cancel visit' })).toBeInViewport({ ratio: 1 })
  })

  test.each([375, 1280])('Back closes them and leaves the calendar where it is, at %i px', async (width) => {
    await page.viewport(width, 800)
    await visit(WED, 'Kestrel')
    const { screen, card } = await calendar()
    const place = location.href
    await card('Kestrel').click()
    const box = screen.getByRole('dialog', { name: 'Kestrel' })
    await expect.element(box.getByRole('button', { name: 'Send Reminder' })).toBeVisible()
    await expect.poll(() => history.state?.layers ?? 0).toBe(1)
    history.back()
    await expect.element(box).not.toBeInTheDocument()
    expect(location.href).toBe(place)
    await expect.element(card('Kestrel')).toBeVisible()
  })

  test('a refused reminder shows why and can be tried again', async () => {
    await visit(WED, 'Kestrel')
    vi.stubGlobal('fetch', async (url: string) =>
      url.includes('send-reminder')
        ? Response.json({ code: 'no_phone', message: "There's no phone number on file for this client." }, { status: 422 })
        : Response.json([]),
    )
    const { screen, card } = await calendar()
    await card('Kestrel').click()
    await screen.getByRole('button', { name: 'Send Reminder' }).click()
    await expect.element(screen.getByText('Failed to Send Reminder')).toBeVisible()
    await expect.element(screen.getByText("There's no phone number on file for this client.")).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Send Reminder' })).toBeVisible()
  })

  test.each([null, 'ask at the Post Office'])(
    'who has no number (%s) can be sent no reminder, and the reason stands there',
    async (phone) => {
      const clientId = uuidv7()
      await hold('clients', {
        id: clientId,
        name: 'Helen Mold',
        phone,
        phoneE164: null,
        email: null,
        preferredChannel: 'sms',
        stoppedAt: null,
        isActive: true,
      })
      await visit(WED, 'Otis', { clientId })
      const { screen, card } = await calendar()
      await card('Otis').click()
      const button = screen.getByRole('button', { name: 'Send Reminder' })
      await expect.element(button).toBeDisabled()
      await expect.element(button).toHaveAccessibleDescription('No reminder: no phone number on file')
      await expect.element(screen.getByText('No reminder: no phone number on file')).toBeVisible()
    },
  )

  test('an own entry mentions no reminder and no visit, and comes after the stops before it', async () => {
    await visit(WED, 'Forge: make bar shoes', { clientId: null, location: null, at: '18:30', to: '20:00' })
    await visit(WED, 'Afternoon stop', { isCallOnly: true, callNumber: 6, callPeriod: 'PM' })
    const { screen, card, day } = await calendar()
    await expect.element(card('Forge')).toBeVisible()
    expect(day(WED).element().textContent).toMatch(/Afternoon stop.*Forge/)
    await card('Forge').click()
    const box = screen.getByRole('dialog', { name: 'Forge: make bar shoes' })
    await box.getByRole('button', { name: 'Cancel entry' }).click()
    await expect.element(box.getByRole('button', { name: 'Cancel entry' })).toBeVisible()
    await expect.element(box.getByText(/[Rr]eminder|visit|Nobody there/)).not.toBeInTheDocument()
  })

  test('without signal it shows that a reminder waits for one', async () => {
    await visit(WED, 'Kestrel')
    const { screen, card } = await calendar()
    await card('Kestrel').click()
    const waits = screen.getByText('You can send a reminder when you have signal')
    await expect.element(screen.getByRole('button', { name: 'Send Reminder' })).toBeVisible()
    await expect.element(waits).not.toBeInTheDocument()
    noteReach(false)
    await expect.element(waits).toBeVisible()
    noteReach(true)
    await expect.element(waits).not.toBeInTheDocument()
  })

  test('a visit is cancelled, struck through, and opened again', async () => {
    const { id } = await visit(WED, 'Kestrel')
    const { screen, card } = await calendar()
    await card('Kestrel').click()
    await screen.getByRole('button', { name: 'Cancel visit' }).click()
    await screen.getByLabelText(/Why/).selectOptions('Horse lame or unwell')
    await screen.getByRole('button', { name: 'Cancel visit' }).click()
    await expect.element(screen.getByRole('button', { name: /Cancelled Kestrel/ })).toBeVisible()
    expect(await kept(id)).toMatchObject({ status: 'cancelled', statusReason: 'Horse lame or unwell' })
    await screen.getByRole('button', { name: /Cancelled Kestrel/ }).click()
    await screen.getByRole('button', { name: 'Reopen' }).click()
    await expect.element(screen.getByText('Reopened')).toBeVisible()
    expect(await kept(id)).toMatchObject({ status: 'booked' })
  })
})

describe('the form', () => {
  test('books a visit with defaults 09:00 to 10:00 on the chosen day', async () => {
    const { screen, day } = await calendar()
    await day(THU).getByRole('button').click()
    await screen.getByRole('button', { name: 'New Appointment' }).first().click()
    await expect.element(screen.getByRole('dialog', { name: 'Schedule New Appointment' })).toBeVisible()
    await expect.element(screen.getByLabelText('Date')).toHaveValue(shortDay(THU))
    await expect.element(screen.getByLabelText('Start time')).toHaveValue('09:00')
    await expect.element(screen.getByLabelText('End time')).toHaveValue('10:00')
    await screen.getByRole('button', { name: 'Schedule' }).click()
    await expect.element(screen.getByText('Enter a title')).toBeVisible()
    await expect.element(screen.getByText('Choose a client')).toBeVisible()
    await screen.getByLabelText('Title').fill('Bramble, trim')
    await screen.getByRole('combobox', { name: /^Client/ }).fill('marc')
    await screen.getByRole('option', { name: /Marcus Yeo/ }).click()
    await screen.getByRole('button', { name: 'Schedule' }).click()
    await expect.element(screen.getByText(/^Appointment created successfully/)).toBeVisible()
    await expect.element(day(THU).getByText('Bramble, trim')).toBeVisible()
    expect((await queued())[0]).toMatchObject({
      action: 'CREATE',
      data: { title: 'Bramble, trim', clientId: MARCUS, onDay: THU, ...startAndEnd(THU, '09:00', '10:00') },
    })
  })

  test('a stop needs no time: number 1 to 99 and AM or PM', async () => {
    const { screen, day } = await calendar()
    await screen.getByRole('button', { name: 'New Appointment' }).first().click()
    await screen.getByLabelText(/Call Only/).click()
    await expect.element(screen.getByLabelText('Start time')).not.toBeInTheDocument()
    await screen.getByLabelText('Call number').fill('100')
    await screen.getByRole('button', { name: 'Schedule' }).click()
    await expect.element(screen.getByText('A number from 1 to 99')).toBeVisible()
    await screen.getByLabelText('Call number').fill('4')
    await screen.getByRole('radio', { name: 'PM' }).click()
    await screen.getByRole('button', { name: 'Schedule' }).click()
    await expect.element(day(MON).getByText('Stop #4, PM')).toBeVisible()
    const [op] = await queued()
    expect(op?.data).toMatchObject({ isCallOnly: true, callNumber: 4, callPeriod: 'PM', onDay: MON })
    expect(op?.data.startTime).toBe(op?.data.endTime)
  })

  test('a double booking is shown, and may be booked', async () => {
    await visit(MON, 'Solo', { at: '09:30', to: '11:00' })
    const { screen } = await calendar()
    await screen.getByRole('button', { name: 'New Appointment' }).first().click()
    await expect.element(screen.getByText(/Double booking: Solo 09:30 to 11:00\./)).toBeVisible()
    await screen.getByLabelText('End time').fill('09:30')
    await expect.element(screen.getByText(/Double booking/)).not.toBeInTheDocument()
  })

  test('editing sends only what changed', async () => {
    const { id } = await visit(WED, 'Kestrel')
    const { screen, card } = await calendar()
    await card('Kestrel').click()
    await screen.getByRole('button', { name: 'Edit' }).click()
    await expect.element(screen.getByLabelText('Title')).toHaveValue('Kestrel')
    await screen.getByLabelText(/^Notes/).fill('Gate code 1234')
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText(/^Appointment updated successfully/)).toBeVisible()
    expect((await queued()).map((op) => op.data)).toEqual([{ notes: 'Gate code 1234' }])
    expect(await kept(id)).toMatchObject({ notes: 'Gate code 1234', title: 'Kestrel' })
  })
})

const startAndEnd = (day: string, from: string, to: string) => {
  const { startTime, endTime } = whenOn(day, from, to, ZONE)
  return { startTime, endTime }
}
