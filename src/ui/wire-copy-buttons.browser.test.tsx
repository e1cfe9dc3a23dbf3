import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { HowToPay } from '#ui/HowToPay.tsx'
import { wireCopyButtons } from '#ui/wire-copy-buttons.ts'

const ROWS = [
  { label: 'Account name', words: 'Gareth Probert' },
  { label: 'Sort code', words: '40-12-34', isCopied: true },
  { label: 'Reference', words: 'INV-0042', isCopied: true },
]

test('without a script no button is shown; with it each copies its own words and says so', async () => {
  await render(<HowToPay rows={ROWS} />)
  expect(page.getByRole('button').elements()).toHaveLength(0)
  const copied: string[] = []
  wireCopyButtons(async (words) => void copied.push(words))
  await page.getByRole('button', { name: 'Copy reference' }).click()
  await expect.element(page.getByRole('button', { name: 'Copied reference' })).toHaveTextContent('Copied')
  expect(copied).toEqual(['INV-0042'])
  await expect.element(page.getByRole('button', { name: 'Copy sort code' })).toHaveTextContent('Copy')
})

test('where copying is refused, the words are selected', async () => {
  await render(<HowToPay rows={ROWS} />)
  wireCopyButtons(() => Promise.reject(new Error('refused')))
  await page.getByRole('button', { name: 'Copy sort code' }).click()
  await expect.poll(() => String(getSelection())).toBe('40-12-34')
})
