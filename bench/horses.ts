import { interleave } from './load.ts'
import { withPage } from './page.ts'

declare global {
  var horses: { ours: () => Promise<number>; bare: () => Promise<number> }
}

/**
 * The product's table of 10,000 horses against a bare one of the same texts (baselines/horse-table.tsx), scrolled the same way in one page of
 * one Chromium: the longest time one step keeps the page from answering, in milliseconds. What the platform calls a long task is 50.
 */
export const benchHorses = (rounds: number) =>
  withPage('horses', async (page) => {
    const scroll = (which: 'ours' | 'bare') => () => page.evaluate((name) => globalThis.horses[name](), which)
    await interleave(1, scroll('ours'), scroll('bare'))
    return interleave(rounds, scroll('ours'), scroll('bare'))
  })
