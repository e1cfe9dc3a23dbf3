import { existsSync } from 'node:fs'

const USUAL = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser the tests drive: `CHROMIUM`, else where systems put it; undefined where there is none. */
export const chromiumPath = () => process.env.CHROMIUM || USUAL.find((path) => existsSync(path))

/* Pages of the address bar, which no one sees here and which cost each new window more than the app's own. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'AimEnabled', 'LensOverlay', 'PreconnectToSearch']
/* What Playwright turns off as well: of two lists the browser obeys the last. */
const AS_PLAYWRIGHT = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
]

/** How it is started: as root it has no sandbox, in a container little shared memory, and no screen that would want a GPU's help. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  // With one made up in software Chromium 156 now and then stands still while a long table is scrolled.
  '--disable-gpu',
  // A microphone that beeps and a camera that sees a clock, where the page has permission.
  '--use-fake-device-for-media-stream',
  `--disable-features=${[...ADDRESS_BAR, ...AS_PLAYWRIGHT].join()}`,
]
