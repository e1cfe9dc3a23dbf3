import type { Shell } from '#lib/shell.ts'

// The first match wins: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari.
const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, name: string, noun: string][] = [
  [/iPhone/, 'iPhone', 'iPhone'],
  [/iPad/, 'iPad', 'iPad'],
  [/Android/, 'Android', 'Android device'],
  [/CrOS/, 'Chromebook', 'Chromebook'],
  [/Windows/, 'Windows', 'Windows computer'],
  [/Macintosh|Mac OS X/, 'Mac', 'Mac'],
  [/Linux/, 'Linux', 'Linux computer'],
]

/** A readable name for a browser's user agent: `Chrome on Android`; `Unknown device` when it names nothing we know. */
export function deviceName(userAgent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = systemOf(userAgent)?.[1]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

/**
 * A readable name for a shell: `Pritchel for Windows, ThinkPad X1`. A desktop's system is in the user agent; a phone's shell says only which it is.
 */
export function shellName({ kind, model }: Shell, userAgent: string): string {
  const system = kind === 'android' ? 'Android' : kind === 'ios' ? (/iPad/.test(model) ? 'iPad' : 'iPhone') : systemOf(userAgent)?.[1]
  const name = `Pritchel for ${system ?? 'desktop'}`
  return model && model !== system ? `${name}, ${model}` : name
}

/** The device's name in a sentence: `iPad`, `Windows computer`; empty when it is unknown. */
export const deviceNoun = (userAgent: string): string => systemOf(userAgent)?.[2] ?? ''

/** Where something was written: `on the iPad`. */
export const onDevice = (noun: string): string => (noun ? `on the ${noun}` : 'on another device')

const systemOf = (userAgent: string) => SYSTEMS.find(([pattern]) => pattern.test(userAgent))
