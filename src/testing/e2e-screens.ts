import { readFileSync } from 'node:fs'

/** A screen as the table of routes names it. */
export type ListedScreen = { path: string; title: string; isPublic: boolean }

const TABLE = new URL('../app/routes.tsx', import.meta.url)
const SCREEN = /path: '([^']*)',\s+title: (?:'([^']*)'|"([^"]*)"),\s+audience: '(\w+)'/g

/**
 * Every screen of the built app, read from its table of routes, which is written for the browser and can't be imported here. The
 * workshop is only in development builds.
 * @throws Error when an entry of the table can't be read, so that none is passed over
 */
export function listedScreens(): ListedScreen[] {
  const source = readFileSync(TABLE, 'utf8')
  const screens = [...source.matchAll(SCREEN)].map(([, path = '', plain, quoted, audience]) => ({
    path,
    title: plain ?? quoted ?? '',
    isPublic: audience !== 'member',
  }))
  const entries = [...source.matchAll(/\bpath: ['"`]/g)].length
  if (screens.length === 0 || screens.length !== entries) throw new Error(`read ${screens.length} of ${entries} screens in routes.tsx`)
  return screens.filter(({ path }) => path !== '/workshop').map((screen) => (screen.path === '*' ? { ...screen, path: NOWHERE } : screen))
}

const NOWHERE = '/no-such-screen'

/** Brings into view what is still loading and returns how much there is, for `evaluate`: a string, because this program knows no DOM. */
export const STILL_BUSY = `(() => {
  const busy = document.querySelectorAll('[aria-busy=true]')
  busy[0] ? busy[0].scrollIntoView() : scrollTo(0, 0)
  return busy.length
})()`
