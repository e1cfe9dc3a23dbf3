import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { chromium, type Page } from 'playwright'
import { build, preview } from 'vite'
import { CHROMIUM_ARGS, chromiumPath } from '#testing/chromium.ts'
import { alias, dexieWithoutUnused } from '../vite.config.ts'

const ROOT = join(import.meta.dirname, '..')
const LONGEST_MS = 60_000

/** A measured server that the page uses as its own, signed in. */
type Behind = { port: number; cookie: string }

/** Builds `bench/browser/<name>.html` for production and opens it in one Chromium, once it has put `name` on its window. */
export async function withPage<T>(name: string, use: (page: Page) => Promise<T>, behind?: Behind): Promise<T> {
  const outDir = mkdtempSync(join(tmpdir(), `pritchel-bench-${name}-`))
  const config = { root: ROOT, configFile: false, logLevel: 'warn', publicDir: false, resolve: { alias } } as const
  try {
    const input = join(ROOT, `bench/browser/${name}.html`)
    await build({
      ...config,
      plugins: [react(), tailwind(), dexieWithoutUnused()],
      build: { outDir, emptyOutDir: true, rolldownOptions: { input } },
    })
    const proxy = behind ? { '/api': { target: `http://127.0.0.1:${behind.port}`, changeOrigin: false } } : {}
    const server = await preview({ ...config, build: { outDir }, preview: { host: '127.0.0.1', port: 0, proxy } })
    try {
      const url = new URL(`bench/browser/${name}.html`, server.resolvedUrls?.local[0])
      return await inChromium(async (page) => {
        await page.context().addCookies(behind ? [{ name: 'pritchel', value: behind.cookie, url: url.origin }] : [])
        await page.goto(url.href, { timeout: LONGEST_MS })
        await page.waitForFunction((ready) => ready in globalThis, name, { timeout: LONGEST_MS })
        return use(page)
      })
    } finally {
      await server.close()
    }
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

/** With a profile on the disk: a private window keeps its databases in memory. */
export async function inChromium<T>(use: (page: Page) => Promise<T>): Promise<T> {
  const executablePath = chromiumPath()
  const profile = mkdtempSync(join(tmpdir(), 'pritchel-bench-profile-'))
  const how = {
    args: CHROMIUM_ARGS,
    timeout: LONGEST_MS,
    viewport: { width: 1280, height: 800 },
    ...(executablePath && { executablePath }),
  }
  const context = await chromium.launchPersistentContext(profile, how)
  try {
    const page = await context.newPage()
    page.on('pageerror', (error) => console.error(error))
    return await use(page)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 })
  }
}
