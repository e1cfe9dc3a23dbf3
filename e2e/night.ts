import type { Page } from 'playwright'

/** Lines of a screen that may read like an hour of the night: they are no time of the round. */
const NOT_OF_THE_ROUND: { line: RegExp; why: string }[] = [
  { line: /^\d:[0-5]\d$/, why: 'how long a recording is, in minutes and seconds: a time of day has two figures before its colon' },
]

const TIME = /\b([01]?\d|2[0-3]):[0-5]\d\b/g
const isAtNight = (time: string) => time.padStart(5, '0') >= '21:00' || time.padStart(5, '0') < '05:00'

/** The lines of what a page shows in which a time of day lies from 21:00 to 05:00: no farrier is on the round then. */
export async function linesAtNight(page: Page): Promise<string[]> {
  const text = await page.evaluate<string>('document.body.innerText')
  return text.split('\n').filter((line) => (line.match(TIME) ?? []).some(isAtNight) && !NOT_OF_THE_ROUND.some((one) => one.line.test(line)))
}
