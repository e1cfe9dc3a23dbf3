import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { chromium, type Page } from 'playwright'
import { build, preview } from 'vite'
import { CHROMIUM_ARGS, chromiumPath } from '#testing/chromium.ts'
import { interleave } from './load.ts'

const ROOT = join(import.meta.dirname, '..')
const WARM_UP = 5
const LONGEST_MS = 60_000

declare global {
  var month: { ours: () => number; bare: () => number }
}

/**
 * The product's month view with 3,000 visits against a bare React grid of the same texts (baselines/month-grid.tsx), both built for
 * production, in one page of one Chromium: milliseconds to build it and to take in one changed visit, laid out each time.
 */
export async function benchMonth(rounds: number) {
  const outDir = mkdtempSync(join(tmpdir(), 'pritchel-bench-month-'))
  const config = { root: ROOT, configFile: false, logLevel: 'warn', publicDir: false } as const
  try {
    const input = join(ROOT, 'bench/browser/month.html')
    await build({ ...config, plugins: [react(), tailwind()], build: { outDir, emptyOutDir: true, rolldownOptions: { input } } })
    const server = await preview({ ...config, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
    try {
      return await inChromium(`${server.resolvedUrls?.local[0]}bench/browser/month.html`, (page) => {
        const draw = (which: 'ours' | 'bare') => () => page.evaluate((name) => globalThis.month[name](), which)
        return interleave(WARM_UP, draw('ours'), draw('bare')).then(() => interleave(rounds, draw('ours'), draw('bare')))
      })
    } finally {
      await server.close()
    }
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

async function inChromium<T>(url: string, use: (page: Page) => Promise<T>): Promise<T> {
  const executablePath = chromiumPath()
  const browser = await chromium.launch({ args: CHROMIUM_ARGS, timeout: LONGEST_MS, ...(executablePath && { executablePath }) })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    page.on('pageerror', (error) => console.error(error))
    await page.goto(url, { timeout: LONGEST_MS })
    await page.waitForFunction(() => 'month' in globalThis, undefined, { timeout: LONGEST_MS })
    return await use(page)
  } finally {
    await browser.close()
  }
}
