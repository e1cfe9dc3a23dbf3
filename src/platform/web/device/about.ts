import { type AboutDevice, capability } from '#platform/web/device/device.ts'

type Hints = { model?: string; getHighEntropyValues?: (hints: string[]) => Promise<{ model?: string }> }
type NavigatorHints = Navigator & { userAgentData?: Hints; standalone?: boolean }

let model = ''

/** The name of this device and of the app's environment, as far as known so far. For people to read: nothing is decided by it. */
export const aboutDevice = capability('aboutDevice', () => ({ platform: platformOf(navigator.userAgent), model, home: homeOf() }))

/** Calls back when more is known; returns a function that stops it. Only some browsers report the model, and only on request. */
export const onAboutDevice = capability('onAboutDevice', (changed) => {
  const { userAgentData } = navigator as NavigatorHints
  void userAgentData
    ?.getHighEntropyValues?.(['model'])
    .then((hints) => {
      if (!hints.model || hints.model === model) return
      model = hints.model
      changed()
    })
    .catch(() => undefined)
  return () => undefined
})

/** `iOS`, `Android` or `Mobile`; a desktop's own name. */
function platformOf(userAgent: string): AboutDevice['platform'] {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'iOS'
  if (/Android/.test(userAgent)) return 'Android'
  return /Mobi/.test(userAgent) ? 'Mobile' : 'Desktop'
}

function homeOf(): AboutDevice['home'] {
  const isInstalled = matchMedia('(display-mode: standalone)').matches || (navigator as NavigatorHints).standalone === true
  return isInstalled ? 'installed' : 'tab'
}
