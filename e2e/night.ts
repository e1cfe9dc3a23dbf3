import type { Page } from 'playwright'

/** What reads like an hour of the night and is no time of the round: a line, or a line after its label. */
const NOT_OF_THE_ROUND: { lines: RegExp; why: string }[] = [
  { lines: /(^|\n)\d:[0-5]\d$/, why: 'how long a recording is, in minutes and seconds: a time of day has two figures before its colon' },
  {
    lines: /^(Last good one|Next)\n\w{3} \d+ \w{3}, \d\d:\d\d$/,
    why: 'when the server is backed up, by its own clock, which no demo moves',
  },
]

const TIME = /\b([01]?\d|2[0-3]):[0-5]\d\b/g
const isAtNight = (time: string) => time.padStart(5, '0') >= '21:00' || time.padStart(5, '0') < '05:00'

/** The lines of what a page shows in which a time of day lies from 21:00 to 05:00: no farrier is on the round then. */
export async function linesAtNight(page: Page): Promise<string[]> {
  const text = await page.evaluate<string>('document.body.innerText')
  const shown = text.split('\n').filter((line) => line.trim() !== '')
  return shown.filter((line, at) => {
    const lines = `${shown[at - 1] ?? ''}\n${line}`
    return (line.match(TIME) ?? []).some(isAtNight) && !NOT_OF_THE_ROUND.some((one) => one.lines.test(lines))
  })
}
