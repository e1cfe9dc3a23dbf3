import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { GaitPanel } from '#features/evidence/gait/web/GaitPanel.tsx'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import '#ui/styles.css'

/* Four seconds of a trot on a force plate, the fetlock's angle beside it. */
const HEAD = 'Time (s),Left fore (N),Right fore (N),Fetlock [deg],Foot'
const rows = Array.from({ length: 400 }, (_, at) => {
  const stride = (at / 100) * 2 * Math.PI * 1.4
  const [left, right] = [Math.max(0, Math.sin(stride)) * 5400, Math.max(0, -Math.sin(stride)) * 4900]
  return `${at / 100},${left.toFixed(1)},${right.toFixed(1)},${(140 + 35 * Math.cos(stride)).toFixed(2)},LF`
})
const TROT = [HEAD, ...rows].join('\n')
const beside = [
  { id: 'v', label: 'Trot up, 21 Sep', kind: 'video', load: () => Promise.reject(new Error('not here')) },
  { id: 'p', label: 'Report.pdf', kind: 'pdf', load: () => Promise.resolve(new Blob(['%PDF-1.4'], { type: 'application/pdf' })) },
] as const
const closed = vi.fn()

afterEach(() => {
  closed.mockClear()
  delete document.documentElement.dataset.theme
})

async function open(text: string) {
  const screen = await render(
    <main>
      <h1>Biscuit</h1>
      <GaitPanel blob={new Blob([text])} title="trot.csv" subtitle="Biscuit, 21 Sep 2026" beside={beside} onClose={closed} />
    </main>,
  )
  return screen.getByRole('dialog', { name: 'trot.csv' })
}

/** How many points of a plot's canvas are painted. */
function painted(name: string): number {
  const canvas = document.querySelector<HTMLCanvasElement>(`[aria-label="${name}"] canvas`)
  const { data } = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
  return data.filter((value, at) => at % 4 === 3 && value > 0).length
}

test('columns of one unit share a plot, and a press takes one away and brings it back', async () => {
  await page.viewport(1280, 800)
  const dialog = await open(TROT)
  await expect.element(dialog.getByRole('img', { name: 'Left fore (N), Right fore (N) by Time (s)' })).toBeVisible()
  await expect.element(dialog.getByRole('img', { name: 'Fetlock [deg] by Time (s)' })).toBeVisible()
  await expect.poll(() => painted('Plot in N')).toBeGreaterThan(1000)
  const both = painted('Plot in N')
  await expect.element(dialog.getByRole('row', { name: /^Fetlock \[deg\] 105\S* 1\S+ 175$/ })).toBeVisible()
  await expect.element(dialog.getByText("Columns of words aren't plotted: Foot.")).toBeVisible()
  await dialog.getByRole('button', { name: 'Left fore (N)' }).click()
  await expect.element(dialog.getByRole('img', { name: 'Right fore (N) by Time (s)', exact: true })).toBeVisible()
  await expect.poll(() => painted('Plot in N')).toBeLessThan(both)
  await expect.poll(() => painted('Plot in N')).toBeGreaterThan(1000)
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect(closed).toHaveBeenCalledOnce()
})

test('a report opens in a tab of its own, and an unavailable video shows that', async () => {
  await page.viewport(1280, 800)
  const dialog = await open(TROT)
  await dialog.getByLabelText('Beside the plot').getByRole('combobox').selectOptions('Report.pdf')
  await expect.element(dialog.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute('href', expect.stringMatching(/^blob:/))
  await expect.element(dialog.getByRole('link', { name: 'Save' })).toHaveAttribute('download', 'Report.pdf')
  await dialog.getByLabelText('Beside the plot').getByRole('combobox').selectOptions('Trot up, 21 Sep')
  await expect.element(dialog.getByText('This file isn’t available now')).toBeVisible()
})

test('a file without numbers shows why there is no plot', async () => {
  const dialog = await open('Horse,Remark\nBiscuit,sound in trot\n')
  await expect
    .element(dialog.getByRole('alert').getByText("There are no columns of numbers in this file, so there's nothing to plot."))
    .toBeVisible()
})

test.each([
  [375, 'light'],
  [1280, 'dark'],
] as const)('axe finds nothing at %i px in the %s, and nothing moves sideways', async (width, theme) => {
  await page.viewport(width, 800)
  document.documentElement.dataset.theme = theme
  const dialog = await open(TROT)
  await expect.poll(() => painted('Plot in deg')).toBeGreaterThan(1000)
  expect(await axeFindings()).toEqual([])
  expect(dialog.element().scrollWidth).toBe(width)
})
