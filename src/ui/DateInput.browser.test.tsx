import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { addDays, longDay } from '#lib/dates.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { DateInput } from '#ui/DateInput.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DateHelpProvider } from '#ui/date-help.ts'
import { Field } from '#ui/Field.tsx'
import '#ui/styles.css'

/** A Wednesday. */
const TODAY = '2026-11-25'
type Stops = { from: string; children: (stops: ReadonlyMap<string, number>) => ReactNode }
const HELP = {
  useToday: () => TODAY,
  Stops: ({ from, children }: Stops) =>
    children(
      new Map([
        [from, 9],
        ['2027-01-04', 3],
        ['2027-01-06', 1],
      ]),
    ),
}

beforeEach(() => page.viewport(1280, 800))

type Props = { onSend?: (day: string) => void; onDay?: string; min?: string; max?: string }

/** Registered with a form, as in most dialogs. */
function Booking({ onSend = () => undefined, onDay = '2027-01-05', ...bounds }: Props) {
  const form = useForm({ defaultValues: { onDay } })
  return (
    <form noValidate onSubmit={form.handleSubmit((values) => onSend(values.onDay))}>
      <Field label="Date" required error={form.formState.errors.onDay?.message}>
        <DateInput {...form.register('onDay', { required: 'Choose a date' })} {...bounds} />
      </Field>
      <output aria-label="Form">{form.watch('onDay') || 'none'}</output>
      <button type="button" onClick={() => form.setValue('onDay', '2027-02-01')}>
        First of February
      </button>
      <button type="submit">Schedule</button>
    </form>
  )
}

/** Controlled, as on most pages. */
function Gap() {
  const [day, setDay] = useState('2026-11-26')
  return (
    <>
      <Field label="Day">
        <DateInput value={day} onChange={(event) => setDay(event.target.value)} />
      </Field>
      <output aria-label="Page">{day || 'none'}</output>
      <button type="button" onClick={() => setDay('2026-12-24')}>
        Christmas Eve
      </button>
    </>
  )
}

async function open(element: ReactNode) {
  const screen = await render(
    <DateHelpProvider value={HELP}>
      <main>
        <h1>Dates</h1>
        {element}
      </main>
    </DateHelpProvider>,
  )
  return { screen, box: screen.getByRole('textbox', { name: /^(Date|Day)/ }), form: screen.getByLabelText(/^(Form|Page)$/) }
}

test('shows the weekday, reads what is typed, and the form holds the day itself', async () => {
  const { box, form } = await open(<Booking />)
  await expect.element(box).toHaveValue('Tue 5 Jan')
  for (const [typed, day, shown] of [
    ['4/1', '2027-01-04', 'Mon 4 Jan'],
    ['+6w', '2027-01-06', 'Wed 6 Jan'],
    ['4 jan 28', '2028-01-04', 'Tue 4 Jan 2028'],
    ['2027-01-04', '2027-01-04', 'Mon 4 Jan'],
  ] as const) {
    await box.fill(typed)
    await expect.element(form).toHaveTextContent(day)
    await userEvent.keyboard('{Tab}')
    await expect.element(box).toHaveValue(shown)
  }
  await box.fill('')
  await expect.element(form).toHaveTextContent('none')
})

test('while typing it shows what is understood', async () => {
  const { screen, box } = await open(<Booking />)
  await box.fill('in 3 weeks')
  await expect.element(screen.getByText('Wed 16 Dec')).toBeVisible()
})

test('what is no day stays with a sentence, and the form is not sent with another day instead', async () => {
  const send = vi.fn()
  const { screen, box } = await open(<Booking onSend={send} />)
  await box.fill('31 feb')
  await screen.getByRole('button', { name: 'Schedule' }).click()
  await expect.element(box).toHaveFocus()
  await expect.element(box).toHaveValue('31 feb')
  await expect.element(box).toHaveAccessibleDescription('February 2026 has 28 days.')
  await userEvent.keyboard('{Enter}')
  expect(send).not.toHaveBeenCalled()
  await box.fill('28 feb')
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(send).toHaveBeenCalledWith('2027-02-28'))
})

test('a field that ends today looks back, and one that begins there refuses past days', async () => {
  const first = await open(<Booking onDay="" max={TODAY} />)
  await first.box.fill('24 nov')
  await expect.element(first.form).toHaveTextContent('2026-11-24')
  await first.box.fill('tomorrow')
  await userEvent.keyboard('{Tab}')
  await expect.element(first.box).toHaveAccessibleDescription('That day is in the future. Choose today or earlier.')
  await first.screen.unmount()
  const { box } = await open(<Booking min={TODAY} />)
  await box.fill('24/11/2026')
  await userEvent.keyboard('{Tab}')
  await expect.element(box).toHaveAccessibleDescription('That day is in the past. Choose today or later.')
})

test('a day set by the form or the page is shown, also over what was typed', async () => {
  const registered = await open(<Booking />)
  await registered.box.fill('sometime')
  await registered.screen.getByRole('button', { name: 'First of February' }).click()
  await expect.element(registered.box).toHaveValue('Mon 1 Feb')
  await expect.element(registered.box).not.toHaveAttribute('aria-invalid')
  await registered.screen.unmount()
  const { screen, box, form } = await open(<Gap />)
  await box.fill('sometime')
  await screen.getByRole('button', { name: 'Christmas Eve' }).click()
  await expect.element(box).toHaveValue('Thu 24 Dec')
  await expect.element(form).toHaveTextContent('2026-12-24')
})

test('the month opens by the arrow, shows the stops of each day, and is walked by keyboard', async () => {
  const { screen, box, form } = await open(<Booking />)
  box.element().focus()
  await userEvent.keyboard('{ArrowDown}')
  const month = screen.getByRole('dialog', { name: 'Choose a day' })
  await expect.element(month.getByText('January 2027')).toBeVisible()
  await expect.element(month.getByRole('button', { name: `${longDay('2027-01-04')}, 3 stops` })).toBeVisible()
  await expect.element(month.getByRole('button', { name: `${longDay('2027-01-06')}, 1 stop` })).toBeVisible()
  await expect.poll(() => document.activeElement?.textContent).toContain(`${longDay('2027-01-05')}, chosen`)
  expect(await axeFindings()).toEqual([])
  await userEvent.keyboard('{ArrowRight}{ArrowDown}')
  await expect.poll(() => document.activeElement?.textContent).toContain(longDay('2027-01-13'))
  await userEvent.keyboard('{PageDown}')
  await expect.element(month.getByText('February 2027')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(month).not.toBeInTheDocument()
  await expect.element(box).toHaveFocus()
  await expect.element(form).toHaveTextContent('2027-02-13')
  await expect.element(box).toHaveValue('Sat 13 Feb')
})

test('the weeks after which a horse is due take one press', async () => {
  const { screen, form } = await open(<Booking />)
  await screen.getByRole('button', { name: 'Open a month' }).click()
  await screen.getByRole('button', { name: '+8 weeks' }).click()
  await expect.element(form).toHaveTextContent(addDays(TODAY, 56))
})

test('on a phone a press opens a sheet with big days, where a day can be typed too', async () => {
  await page.viewport(375, 812)
  const { screen, box, form } = await open(<Booking />)
  await box.click()
  const sheet = screen.getByRole('dialog', { name: 'Choose a day' })
  const day = sheet.getByRole('button', { name: `${longDay('2027-01-04')}, 3 stops` })
  await expect.element(day).toBeVisible()
  const { width, height } = day.element().getBoundingClientRect()
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  expect(await axeFindings()).toEqual([])
  await sheet.getByRole('textbox', { name: 'Type a day' }).fill('mon week')
  await userEvent.keyboard('{Enter}')
  await expect.element(form).toHaveTextContent('2026-12-07')
  await box.click()
  await screen.getByRole('button', { name: longDay('2026-12-09') }).click()
  await expect.element(box).toHaveValue('Wed 9 Dec')
})

test('in a dialog the month opens over it, and Escape closes only the month', async () => {
  const { screen, form } = await open(
    <Dialog open onOpenChange={() => undefined} title="Move">
      <Booking />
    </Dialog>,
  )
  await screen.getByRole('button', { name: 'Open a month' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Choose a day' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog', { name: 'Choose a day' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('dialog', { name: 'Move' })).toBeVisible()
  await screen.getByRole('button', { name: 'Open a month' }).click()
  await screen.getByRole('button', { name: longDay('2027-01-12') }).click()
  await expect.element(form).toHaveTextContent('2027-01-12')
})
