import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { HorsesScreen } from '#app/pages/horses/HorsesScreen.tsx'
import type { HorseRow } from '#features/records/horses/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { forceSync } from '#platform/web/sync/sync.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { horseRow } from '#testing/browser/rows.ts'
import { Toaster } from '#ui/Toaster.tsx'
import '#ui/styles.css'

const today = dayOf(currentTime(), 'Europe/London')
let practice: ReturnType<typeof fakePractice>
let sarah: string
beforeEach(async () => {
  await page.viewport(1280, 800)
  practice = fakePractice()
  sarah = practice.server.write('clients', uuidv7(), { name: 'Sarah Penrose', businessName: 'Hollybush Farm', isActive: true })
})
afterEach(() => practice.leave())

const horse = (name: string, change: Partial<HorseRow> = {}) =>
  practice.server.write('horses', uuidv7(), horseRow({ name, clientId: sarah, ...change }))
const dueIn = (days: number) => ({ cycleDays: 42, lastService: addDays(today, days - 42), nextDue: addDays(today, days) })
async function open() {
  await practice.signIn()
  return render(
    <main>
      <HorsesScreen />
      <Toaster />
    </main>,
  )
}
const row = (screen: Awaited<ReturnType<typeof open>>, name: string) => screen.getByRole('row').filter({ hasText: name })

test('a horse is added once name and owner are given, offline too, and waits to be sent', async () => {
  horse('Merlin')
  const screen = await open()
  await expect.element(row(screen, 'Merlin')).toBeVisible()
  practice.api.offline(true)
  await screen.getByRole('button', { name: 'Add Horse' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Add New Horse' })
  await dialog.getByRole('button', { name: 'Add Horse' }).click()
  await expect.element(dialog.getByText('Enter a name')).toBeVisible()
  await expect.element(dialog.getByText('Choose the owner')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Kestrel')
  await dialog.getByRole('combobox', { name: /^Owner/ }).fill('sar')
  await dialog.getByRole('option', { name: /Sarah Penrose/ }).click()
  await dialog.getByRole('spinbutton', { name: /^Age/ }).fill('4.5')
  await expect.element(dialog.getByText('Enter a name')).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Add Horse' }).click()
  await expect.element(dialog.getByText('A whole number of years, 0 to 60')).toBeVisible()
  await dialog.getByRole('spinbutton', { name: /^Age/ }).fill('4')
  await dialog.getByRole('spinbutton', { name: /^Cycle/ }).fill('6')
  await dialog.getByRole('button', { name: 'Needs sedation' }).click()
  await dialog.getByRole('button', { name: 'Add Horse' }).click()
  await expect.element(screen.getByText('Horse created successfully').first()).toBeVisible()
  await expect.element(row(screen, 'Kestrel').getByRole('img', { name: 'Waiting to be sent' })).toBeVisible()
  practice.api.offline(false)
  await screen.getByRole('searchbox').fill('x')
  await forceSync()
  await expect
    .poll(() => practice.ops().at(-1)?.data)
    .toMatchObject({
      name: 'Kestrel',
      clientId: sarah,
      birthYear: Number(today.slice(0, 4)) - 4,
      cycleDays: 42,
      flags: ['needs-sedation'],
    })
})

test('an owner who is not there yet is added on the way', async () => {
  horse('Merlin')
  const screen = await open()
  await screen.getByRole('button', { name: 'Add Horse' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Add New Horse' })
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Otis')
  await dialog.getByRole('combobox', { name: /^Owner/ }).fill('Helen Mold')
  await dialog.getByRole('option', { name: 'Add “Helen Mold”' }).click()
  const second = screen.getByRole('dialog', { name: 'Add New Client' })
  await expect.element(second.getByRole('textbox', { name: /^Name/ })).toHaveValue('Helen Mold')
  await second.getByRole('button', { name: 'Add Client' }).click()
  await expect.element(second).not.toBeInTheDocument()
  await expect.element(dialog.getByRole('combobox', { name: /^Owner/ })).toHaveValue('Helen Mold')
  await dialog.getByRole('button', { name: 'Add Horse' }).click()
  await expect.element(row(screen, 'Otis').getByText('Helen Mold')).toBeVisible()
})

test('an edit sends only what was changed; another device’s field stays', async () => {
  const id = horse('Merlin', { ...dueIn(20), color: 'bay', flags: ['kicks', 'hates umbrellas'] })
  const screen = await open()
  await screen.getByRole('button', { name: 'Edit Merlin' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Edit Horse' })
  await expect.element(dialog.getByRole('button', { name: 'hates umbrellas' })).toHaveAttribute('aria-pressed', 'true')
  await dialog.getByRole('textbox', { name: /^Colour/ }).fill('dark bay')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Horse updated successfully').first()).toBeVisible()
  await expect.poll(() => practice.ops().at(-1)).toMatchObject({ action: 'UPDATE', id, data: { color: 'dark bay' } })
  expect(Object.keys(practice.ops().at(-1)?.data ?? {})).toEqual(['color'])
})

test('what was typed is still there when a closed form is opened again', async () => {
  horse('Merlin')
  const screen = await open()
  await screen.getByRole('button', { name: 'Edit Merlin' }).click()
  await screen.getByRole('textbox', { name: /^Temperament/ }).fill('quick behind')
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Edit Merlin' }).click()
  await expect.element(screen.getByRole('textbox', { name: /^Temperament/ })).toHaveValue('quick behind')
  await screen.getByRole('button', { name: 'Start again' }).click()
  await expect.element(screen.getByRole('textbox', { name: /^Temperament/ })).toHaveValue('')
})

test('odd numbers and a horse like another show a note and block nothing', async () => {
  const id = horse('Merlin', { microchip: '826098100123456' })
  const screen = await open()
  await screen.getByRole('button', { name: 'Add Horse' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Add New Horse' })
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('merlin')
  await dialog.getByRole('combobox', { name: /^Owner/ }).fill('sar')
  await dialog.getByRole('option', { name: /Sarah Penrose/ }).click()
  await expect.element(dialog.getByText('has the same name and owner', { exact: false })).toBeVisible()
  await dialog.getByText('More: payer', { exact: false }).click()
  await dialog.getByRole('textbox', { name: /^UELN/ }).fill('82600')
  await expect.element(dialog.getByText('A UELN has 15 characters; this has 5.', { exact: false })).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Microchip/ }).fill('826 098 100 123456')
  await expect.element(dialog.getByText('has the same microchip', { exact: false })).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Something else/ }).fill('hates umbrellas')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('button', { name: 'hates umbrellas' })).toHaveAttribute('aria-pressed', 'true')
  await dialog.getByRole('button', { name: 'Add Horse' }).click()
  await expect.poll(() => practice.ops().at(-1)?.data).toMatchObject({ ueln: '82600', flags: ['hates umbrellas'] })
  await expect.element(dialog).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Add Horse' }).click()
  await screen.getByRole('textbox', { name: /^Name/ }).fill('Merlin')
  await screen.getByRole('combobox', { name: /^Owner/ }).fill('sar')
  await screen.getByRole('option', { name: /Sarah Penrose/ }).click()
  await screen.getByRole('button', { name: 'Open Merlin' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(location.search).toContain(`horse=${id}`)
})

test('the yard, the owner or another client pays', async () => {
  const yard = practice.server.write('yards', uuidv7(), { name: 'Hollybush Farm', contactClientId: sarah, payerClientId: null })
  const tom = practice.server.write('clients', uuidv7(), { name: 'Tom Haddon', businessName: null, isActive: true })
  const id = horse('Merlin', { clientId: tom, yardId: yard })
  const screen = await open()
  await screen.getByRole('button', { name: 'Edit Merlin' }).click()
  await screen.getByText('More: payer', { exact: false }).click()
  await screen.getByRole('radio', { name: 'Hollybush Farm' }).click()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => practice.ops().at(-1)).toMatchObject({ id, data: { payerClientId: sarah } })
})
