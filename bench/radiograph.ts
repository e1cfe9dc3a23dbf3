import { interleave } from './load.ts'
import { withPage } from './page.ts'

const WARM_UP = 2

declare global {
  var radiograph: { ours: () => Promise<number>; bare: () => Promise<number> }
}

/**
 * A radiograph of 16 million points of 16 bits from its file to its first picture on the screen, as the panel opens it, against the same
 * points, already shades, put on a canvas whole (baselines/radiograph.tsx), in turns in one page of one Chromium. Milliseconds.
 */
export const benchRadiograph = (rounds: number) =>
  withPage('radiograph', async (page) => {
    const show = (which: 'ours' | 'bare') => () => page.evaluate((name) => globalThis.radiograph[name](), which)
    await interleave(WARM_UP, show('ours'), show('bare'))
    return interleave(rounds, show('ours'), show('bare'))
  })
