import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Combobox } from '#ui/Combobox.tsx'
import { Field } from '#ui/Field.tsx'
import type { Option } from '#ui/match-options.ts'
import '#ui/styles.css'

const OWNERS: Option[] = [
  { value: '1', label: 'Sarah Penrose', detail: 'Hollybush Farm Livery' },
  { value: '2', label: "Siân O'Neil", detail: 'Own yard' },
  { value: '3', label: 'Tom Haddon', detail: 'Upper Court Stud' },
]

function Example({ options = OWNERS, onCreate }: { options?: Option[]; onCreate?: (typed: string) => void }) {
  const [value, setValue] = useState<string>()
  return (
    <>
      <Field label="Owner">
        <Combobox options={options} value={value} onChange={setValue} {...(onCreate && { onCreate })} />
      </Field>
      <output aria-label="Chosen">{value ?? 'none'}</output>
    </>
  )
}

test('finds by a part of the name, without accents or apostrophes, and Enter takes it', async () => {
  const screen = await render(<Example />)
  const box = screen.getByRole('combobox', { name: 'Owner' })
  await box.fill('sian oneil')
  await expect.element(screen.getByRole('option', { name: /^Siân O'Neil/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(box).toHaveValue("Siân O'Neil")
  await expect.element(screen.getByLabelText('Chosen')).toHaveTextContent('2')
})

test('arrows walk and name the active row for a screen reader', async () => {
  const screen = await render(<Example />)
  const box = screen.getByRole('combobox')
  await box.click()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  const active = box.element().getAttribute('aria-activedescendant')
  expect(document.getElementById(String(active))?.textContent).toContain('Tom Haddon')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByLabelText('Chosen')).toHaveTextContent('3')
})

test('Escape closes and keeps what was chosen; an emptied box means none', async () => {
  const screen = await render(<Example />)
  const box = screen.getByRole('combobox')
  await box.click()
  await screen.getByRole('option', { name: /^Sarah Penrose/ }).click()
  await expect.element(screen.getByLabelText('Chosen')).toHaveTextContent('1')
  await box.fill('tom')
  await userEvent.keyboard('{Escape}')
  await expect.element(box).toHaveValue('Sarah Penrose')
  await box.fill('')
  await expect.element(screen.getByLabelText('Chosen')).toHaveTextContent('none')
})

test('shows fifty of ten thousand and the number of the others', async () => {
  const many = Array.from({ length: 10_000 }, (_, index) => ({ value: String(index), label: `Horse ${index}` }))
  const screen = await render(<Example options={many} />)
  await screen.getByRole('combobox').click()
  await expect.element(screen.getByText('9950 more, keep typing')).toBeVisible()
  expect(screen.getByRole('option').elements()).toHaveLength(50)
  await screen.getByRole('combobox').fill('horse 9999')
  await expect.element(screen.getByRole('option')).toHaveTextContent('Horse 9999')
})

test('what Enter would take is marked and named as soon as something is typed, the offer to add too', async () => {
  const made: string[] = []
  const screen = await render(<Example onCreate={(typed) => made.push(typed)} />)
  const box = screen.getByRole('combobox')
  const named = () => document.getElementById(String(box.element().getAttribute('aria-activedescendant')))?.textContent
  await box.fill('penr')
  await expect.poll(named).toContain('Penrose')
  await box.fill('nobody')
  await expect.poll(named).toBe('Add “nobody”')
  await userEvent.keyboard('{Enter}')
  expect(made).toEqual(['nobody'])
})

test('after typing, the first arrow marks the first that fits, and Enter takes that, not the offer to add', async () => {
  const made: string[] = []
  const screen = await render(<Example onCreate={(typed) => made.push(typed)} />)
  await screen.getByRole('combobox').fill('penr')
  await expect.element(screen.getByRole('option', { name: 'Add “penr”' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(screen.getByLabelText('Chosen')).toHaveTextContent('1')
  expect(made).toEqual([])
})

test('offers to add what it does not know', async () => {
  const made: string[] = []
  const screen = await render(<Example onCreate={(typed) => made.push(typed)} />)
  await screen.getByRole('combobox').fill('Nia Farrow')
  await screen.getByRole('option', { name: 'Add “Nia Farrow”' }).click()
  expect(made).toEqual(['Nia Farrow'])
})

test('until the options are read, nothing is offered as new and Enter takes nothing', async () => {
  const made: string[] = []
  const box = (options: Option[] | undefined) => (
    <Combobox aria-label="Owner" options={options} value={undefined} onChange={() => undefined} onCreate={(typed) => made.push(typed)} />
  )
  const screen = await render(box(undefined))
  await screen.getByRole('combobox').fill('sarah')
  await expect.element(screen.getByText('Looking...')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('option').elements()).toEqual([])
  await screen.rerender(box(OWNERS))
  await expect.element(screen.getByRole('option', { name: /^Sarah Penrose/ })).toBeVisible()
  expect(made).toEqual([])
})
