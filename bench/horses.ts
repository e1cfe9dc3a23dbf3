import { withPage } from './page.ts'

type Scroll = () => Promise<number[]>
declare global {
  var horses: { ours: Scroll; bare: Scroll }
}

/**
 * The product's table of 10,000 horses against a bare one of the same texts (baselines/horse-table.tsx), scrolled the same way in turns in one
 * page of one Chromium. Of every step the fastest of the rounds counts, since other load only adds time; the longest of these
 * steps is how long scrolling can keep the page from responding, in milliseconds. The platform calls 50 or more a long task.
 */
export const benchHorses = (rounds: number) =>
  withPage('horses', async (page) => {
    const scrolls: Record<'ours' | 'bare', number[][]> = { ours: [], bare: [] }
    for (let round = 0; round < rounds; round++)
      for (const which of ['ours', 'bare'] as const) scrolls[which].push(await page.evaluate((name) => globalThis.horses[name](), which))
    const longest = (all: number[][]) =>
      Math.max(...(all[0] ?? []).map((_, step) => Math.min(...all.map((scroll) => scroll[step] ?? Infinity))))
    return { ours: longest(scrolls.ours), bare: longest(scrolls.bare) }
  })
