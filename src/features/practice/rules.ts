import { addDays, type Day } from '#lib/dates.ts'

/** Spec §9: eight weeks of Professional for a new farrier. */
const TRIAL_WEEKS = 8

/** Shorter passwords are refused. */
export const MIN_PASSWORD = 10

/** Good enough to write to; the letter decides. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())

/** The unique key by which the demo practice of the test version is found. */
export const DEMO_SLUG = 'demo'

/** Last day of the free trial of a practice registered on `today` (Spec §9 Free trial). */
export const trialEndsOn = (today: Day): Day => addDays(today, TRIAL_WEEKS * 7)

/** First letters of the first and last word of a name, as a round badge shows them; one word gives one. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase('en-GB') ?? '').join('')
}

/** A name as it stands in an address: lower case letters, digits and hyphens; never empty. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/[\u0300-\u036f'’]/g, '')
  const slug = plain.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return slug.replace(/^-|-$/g, '').slice(0, 60) || 'practice'
}

/** Days of the week in order, each once; 0 is Sunday. */
export const tidyWorkingDays = (days: readonly number[]): number[] => [...new Set(days)].sort((a, b) => a - b)

// The first that fits wins: Edge and Opera call themselves Chrome too, and Chrome calls itself Safari.
const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** What a browser calls itself, made readable: `Chrome on Android`; `Unknown device` when it says nothing we know. */
export function deviceName(userAgent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
