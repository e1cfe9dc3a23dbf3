import { interleave } from './load.ts'
import { withPage } from './page.ts'

const WARM_UP = 2

declare global {
  var radiograph: { ours: () => Promise<number>; vets: () => Promise<number>; bare: () => Promise<number> }
}

/**
 * A radiograph of 16 million points of 16 bits from its file to its first picture on the screen, as the panel opens it, against the same
 * points, already shades, put on a canvas whole (baselines/radiograph.tsx), in turns in one page of one Chromium. Milliseconds.
 */
export const benchRadiograph = (rounds: number) => inTurns(rounds, 'ours', 'bare')

/** The same film in the viewer of a vet's page, which asks the server for what was measured, against a farrier's, in the same way. */
export const benchVetsFilm = (rounds: number) => inTurns(rounds, 'vets', 'ours')

type Which = 'ours' | 'vets' | 'bare'

const inTurns = (rounds: number, a: Which, b: Which) =>
  withPage('radiograph', async (page) => {
    const show = (which: Which) => () => page.evaluate((name) => globalThis.radiograph[name](), which)
    await interleave(WARM_UP, show(a), show(b))
    return interleave(rounds, show(a), show(b))
  })
