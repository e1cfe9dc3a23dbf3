import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field } from '#ui/Field.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import '#ui/styles.css'

test('a label names its control and the help describes it', async () => {
  const screen = await render(
    <Field label="Microchip" optional help="On the passport, first page">
      <TextInput />
    </Field>,
  )
  const box = screen.getByRole('textbox', { name: 'Microchip optional' })
  await expect.element(box).toHaveAccessibleDescription('On the passport, first page')
  await expect.element(box).not.toHaveAttribute('aria-invalid')
})

test('an error is shown in words next to the field and replaces the help', async () => {
  const screen = await render(
    <Field label="Phone" help="Mobile if there is one" error="Too short for a mobile number" required>
      <TextInput type="tel" />
    </Field>,
  )
  const box = screen.getByRole('textbox', { name: 'Phone' })
  await expect.element(box).toHaveAccessibleDescription('Too short for a mobile number')
  await expect.element(box).toHaveAttribute('aria-invalid', 'true')
  await expect.element(box).toBeRequired()
  expect(document.body.textContent).not.toContain('Mobile if there is one')
})

test('a thumb has 48 px on a phone and a mouse 40 on a desktop', async () => {
  await page.viewport(375, 812)
  const screen = await render(
    <>
      <Field label="Name">
        <TextInput />
      </Field>
      <Checkbox label="Studs" />
    </>,
  )
  const height = () => screen.getByRole('textbox').element().getBoundingClientRect().height
  expect(height()).toBe(48)
  expect(screen.getByText('Studs').element().closest('label')?.getBoundingClientRect().height).toBe(48)
  await page.viewport(1280, 800)
  expect(height()).toBe(40)
})
