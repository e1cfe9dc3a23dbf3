import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { TimeInput } from '#ui/DateInput.tsx'
import { Field } from '#ui/Field.tsx'

function Example() {
  const { register, watch } = useForm({ defaultValues: { start: '09:00' } })
  return (
    <>
      <Field label="Start time">
        <TimeInput {...register('start')} />
      </Field>
      <output aria-label="Form">{watch('start') || 'none'}</output>
    </>
  )
}

async function open() {
  const screen = await render(<Example />)
  return { box: screen.getByRole('textbox', { name: 'Start time' }), form: screen.getByLabelText('Form') }
}

test('shows 24 hours regardless of the device, and reads times as people type them', async () => {
  const { box, form } = await open()
  await expect.element(box).toHaveValue('09:00')
  await box.fill('')
  await userEvent.keyboard('1415')
  await expect.element(box).toHaveValue('14:15')
  await expect.element(form).toHaveTextContent('14:15')
  await box.fill('8.30')
  await userEvent.keyboard('{Tab}')
  await expect.element(box).toHaveValue('08:30')
  await expect.element(form).toHaveTextContent('08:30')
})

test('what is no time goes back to the last that was, and the form never sees it', async () => {
  const { box, form } = await open()
  await box.fill('25:99')
  await expect.element(form).toHaveTextContent('09:00')
  await userEvent.keyboard('{Tab}')
  await expect.element(box).toHaveValue('09:00')
  await box.fill('')
  await expect.element(form).toHaveTextContent('none')
})

test('arrows step a quarter of an hour', async () => {
  const { box, form } = await open()
  await box.click()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}')
  await expect.element(form).toHaveTextContent('09:15')
  await expect.element(box).toHaveValue('09:15')
})
