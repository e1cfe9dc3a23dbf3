import { interleave } from './load.ts'
import { withPage } from './page.ts'

const WARM_UP = 5

declare global {
  var month: { ours: () => number; bare: () => number }
}

/**
 * The product's month view with 3,000 visits against a bare React grid of the same texts (baselines/month-grid.tsx), both built for
 * production, in one page of one Chromium: milliseconds to build it and to apply one changed visit, laid out each time.
 */
export const benchMonth = (rounds: number) =>
  withPage('month', async (page) => {
    const draw = (which: 'ours' | 'bare') => () => page.evaluate((name) => globalThis.month[name](), which)
    await interleave(WARM_UP, draw('ours'), draw('bare'))
    return interleave(rounds, draw('ours'), draw('bare'))
  })
