import type { Page } from 'playwright'
import { expect } from 'vitest'
import { buildApp } from '#app/build-app.ts'
import { longPath } from '#lib/short-links.ts'
import type { Database } from '#platform/server/database/db.ts'
import { fileStore } from '#platform/server/files/store.ts'
import { expectAccessible, PHONE } from '#testing/e2e.ts'
import { testHash, testVault } from '#testing/vault.ts'
import { isWhole } from '#testing/whole.ts'
import { expectFaultless } from './faultless.ts'

/* Every page of the portal and of the links around it, and the walk that looks at it: a page that is in neither list, or not looked at, fails. */

export const WALKS = {
  // With a database of its own, in which someone is let in: `src/app/my/care-film.test.ts`.
  care: ['/my/care', '/my/care/:slug/:id', '/my/care/:slug/:id/films/:fileId', '/my/care/:slug/:id/notes'],
  // Each step, at three widths and in both themes, by its components: `src/app/pages/my/services.browser.test.tsx`.
  services: ['/my/at/:slug/services', '/my/services'],
  'portal-axe': [
    '/join/:token',
    '/my',
    '/my/at/:slug/horses/:id',
    '/my/at/:slug/invoices/:id',
    '/my/at/:slug/messages/:id',
    '/my/at/:slug/messages/new',
    '/my/at/:slug/statement',
    '/my/at/:slug/terms',
    '/my/at/:slug/texts',
    '/my/at/:slug/visits/:id',
    '/my/at/:slug/visits/:id/card',
    '/my/closed',
    '/my/data',
    '/my/messages',
    '/my/money',
    '/my/not-me',
    '/my/privacy',
    '/my/settings',
    '/my/sign-in',
    '/my/sign-in/code',
    '/my/sign-in/link',
    '/my/visits',
  ],
  'portal-others-axe': [
    '/join/:token',
    '/my',
    '/my/at/:slug/horses/:id',
    '/my/at/:slug/horses/:id/share',
    '/my/at/:slug/horses/:id/sold',
    '/my/at/:slug/visits/:id',
    '/my/at/:slug/yards/:id',
    '/my/no-signal',
    '/my/sharing',
    '/my/sign-in/code',
    '/my/visits',
    '/share/:token',
  ],
} as const

/** What is sent as a file, a picture, a calendar or a list for a program, and what only leads on. */
const NO_PAGE = /\.(pdf|ics)$|\/(files|photos|picture|file)\/:|^\/my\/(copy|stop-looking)$/

const ANYWHERE = ['There’s nothing here', 'No signal']

/** The pages that the server has, by their routes. Listing them needs no database. */
async function servedPages(): Promise<string[]> {
  const app = await buildApp({
    db: { pool: undefined, follow() {}, announcing: { listen: () => () => {} } } as unknown as Database,
    files: fileStore({ filesFolder: 'data/files' }),
    vault: testVault(),
    keyedHash: testHash(),
    mode: 'test',
    origin: 'http://localhost:3000',
    checksAnswers: false,
  })
  await app.ready()
  const paths = app.routeTable
    .filter(({ method, path }) => method === 'GET' && /^\/(my|join|share)(\/|$)/.test(path))
    .map(({ path }) => path)
  await app.close()
  return paths.filter((path) => !NO_PAGE.test(path))
}

/** Looks at pages, and remembers which it has looked at. */
export function openWalk(walk: keyof typeof WALKS) {
  const looked = new Map<number, Set<string>>()
  // The ones with fewer parameters first: `messages/new` is no conversation.
  const routes = Object.values(WALKS)
    .flat()
    .toSorted((a, b) => a.split(':').length - b.split(':').length)
    .map((route) => ({ route, pattern: new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`) }))
  /** What is on the page now: in one theme, as every screen; in `prove` in both. */
  const lookHere = async (page: Page, width: number, what: string) => {
    await page.evaluate('document.querySelectorAll("details").forEach((details) => { details.open = true })')
    await expectFaultless(page, what, width)
    if (isWhole) await inTheOtherTheme(page, what)
    const path = longPath(new URL(page.url()).pathname)
    const found = routes.find(({ pattern }) => pattern.test(path))
    // These stand under any address.
    const isAnywhere = found && ANYWHERE.includes((await page.locator('h1').first().textContent()) ?? '') && found.route !== '/my/no-signal'
    if (found && !isAnywhere) looked.set(width, (looked.get(width) ?? new Set()).add(found.route))
  }
  return {
    lookHere,
    /** Goes to a page and looks at it, with all opened that opens. */
    async look(page: Page, path: string, width: number, what = path) {
      await page.goto(path)
      await lookHere(page, width, what)
    },
    /** Each page of the server's is in a walk, and this one has been to its own at each width. */
    async expectAllLooked(widths: readonly number[]) {
      const listed = new Set<string>(Object.values(WALKS).flat())
      expect((await servedPages()).toSorted(), 'pages of the server, and those that are walked').toEqual([...listed].toSorted())
      for (const width of widths)
        expect(
          WALKS[walk].filter((route) => !looked.get(width)?.has(route)),
          `not looked at, at ${width} px`,
        ).toEqual([])
    },
  }
}

async function inTheOtherTheme(page: Page, what: string) {
  const isDark = await page.evaluate<boolean>('matchMedia("(prefers-color-scheme: dark)").matches')
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' })
  await expectAccessible(page, `${what}, ${isDark ? 'light' : 'dark'}, ${(page.viewportSize()?.width ?? PHONE).toString()} px`)
}
