import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { YardsScreen } from '#app/pages/yards/YardsScreen.tsx'
import { uuidv7 } from '#lib/ids.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { Toaster } from '#ui/Toaster.tsx'
import '#app/styles.css'

let practice: ReturnType<typeof fakePractice>
beforeEach(async () => {
  await page.viewport(1280, 800)
  practice = fakePractice()
})
afterEach(() => practice.leave())

const yard = (name: string, change: object = {}) =>
  practice.server.write('yards', uuidv7(), {
    name,
    address: null,
    postcode: null,
    lat: null,
    lng: null,
    positionSource: null,
    accessNotes: null,
    gateCode: null,
    hasCover: null,
    hasLights: null,
    contactClientId: null,
    ...change,
  })
async function open() {
  await practice.signIn()
  return render(
    <main>
      <YardsScreen />
      <Toaster />
    </main>,
  )
}

test('without any the screen says what a yard is for', async () => {
  const screen = await open()
  await expect.element(screen.getByText('No yards yet')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Add Yard' })).toBeVisible()
})

test('a yard is added, opened and mended; the server hears only of what changed', async () => {
  const screen = await open()
  await screen.getByRole('button', { name: 'Add Yard' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Add New Yard' })
  await dialog.getByRole('button', { name: 'Add Yard' }).click()
  await expect.element(dialog.getByText('Enter a name')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Hollybush Farm')
  await dialog.getByRole('textbox', { name: /^Gate code/ }).fill('4471')
  await dialog.getByRole('checkbox', { name: 'Lights after dark' }).click()
  await dialog.getByRole('button', { name: 'Add Yard' }).click()
  await expect.element(screen.getByText('Yard created successfully').first()).toBeVisible()
  await screen.getByRole('button', { name: /Hollybush Farm/ }).click()
  const panel = screen.getByRole('complementary', { name: 'Hollybush Farm' })
  await expect.element(panel.getByText('4471')).toBeVisible()
  await panel.getByRole('button', { name: 'Edit' }).click()
  await screen.getByRole('textbox', { name: /^Getting in/ }).fill('Shut both gates')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(panel.getByText('Shut both gates')).toBeVisible()
  await expect
    .poll(() => practice.ops().map((op) => [op.action, op.data]))
    .toEqual([
      ['CREATE', expect.objectContaining({ name: 'Hollybush Farm', gateCode: '4471', hasLights: true, postcode: null })],
      ['UPDATE', { accessNotes: 'Shut both gates' }],
    ])
})

for (const theme of ['light', 'dark'])
  for (const width of [375, 1280])
    test(`axe finds nothing on the list, a yard and its form, ${theme}, ${width} px`, async () => {
      await page.viewport(width, 800)
      document.documentElement.dataset.theme = theme
      yard('Hollybush Farm', { postcode: 'HR6 0VK', gateCode: '4471', accessNotes: 'Shut both gates' })
      const screen = await open()
      await expect.element(screen.getByRole('button', { name: /Hollybush Farm/ })).toBeVisible()
      expect(await axeFindings()).toEqual([])
      await screen.getByRole('button', { name: /Hollybush Farm/ }).click()
      await expect.element(screen.getByText('4471')).toBeVisible()
      expect(await axeFindings()).toEqual([])
      await screen.getByRole('button', { name: 'Edit', exact: true }).click()
      await expect.element(screen.getByRole('dialog', { name: 'Edit Yard' })).toBeVisible()
      expect(await axeFindings()).toEqual([])
    })
