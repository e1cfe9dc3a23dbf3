import { existsSync } from 'node:fs'

const USUAL = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser the tests drive: `CHROMIUM`, else where systems put it; undefined where there is none. */
export const chromiumPath = () => process.env.CHROMIUM || USUAL.find((path) => existsSync(path))

/** How it is started: as root it has no sandbox, and in a container little shared memory. */
export const CHROMIUM_ARGS = ['--no-sandbox', '--disable-dev-shm-usage']
