import { addDays, addMonths, type Day, daysBetween, longDay, shortDay, weekdayOf } from '#lib/dates.ts'

/** What a field takes: future or past days. It decides which Monday, which year and which 4th is meant. */
export type Looks = 'ahead' | 'back'
export type ReadDayInput = { today: Day; looks: Looks; min?: Day | undefined; max?: Day | undefined }
/** The day that was typed, empty for none; or why it can't be one, as a sentence. */
export type DayRead = { day: Day | ''; fault?: undefined } | { day?: undefined; fault: string }

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH_NAMES = 'January February March April May June July August September October November December'.split(' ')
const WEEKDAY_NAMES = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const COUNTS = new Map(Object.entries({ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8 }))
/** Words that don't name the day. */
const FILLERS = new Set(['the', 'of', 'on'])

/**
 * A day as people type it, in British order: `4 jan`, `4/1`, `4th January 2027`, `mon`, `next tue`, `mon week`, `today`, `tomorrow`, `+6w`,
 * `in 3 weeks`, `10 days ago`, `the 4th`, `2027-01-04`. A day without its year, or a weekday alone, is the next one, or the last one where the
 * field looks back.
 */
export function readDay(typed: string, input: ReadDayInput): DayRead {
  const text = typed.trim().toLowerCase()
  if (text === '') return { day: '' }
  const read = isoDay(text) ?? counted(text, input) ?? named(text, input) ?? dated(text, input) ?? unread(typed)
  return read.day ? within(read.day, input) : read
}

const unread = (typed: string): DayRead => ({ fault: `“${typed.trim()}” isn't a date. Try 4 jan, mon or +6w.` })

function within(day: Day, { today, min, max }: ReadDayInput): DayRead {
  if (min && day < min)
    return { fault: min === today ? 'That day is in the past. Choose today or later.' : `Choose ${longDay(min)} or later.` }
  if (max && day > max)
    return { fault: max === today ? 'That day is in the future. Choose today or earlier.' : `Choose ${longDay(max)} or earlier.` }
  return { day }
}

function isoDay(text: string): DayRead | undefined {
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  return match ? dayOfYear(Number(match[3]), Number(match[2]), Number(match[1])) : undefined
}

/** `+6w`, `-10d`, `6 weeks`, `in a fortnight`, `2 months ago`. */
function counted(text: string, { today, looks }: ReadDayInput): DayRead | undefined {
  const match = /^(in )?([+-]?)\s?(\d{1,3}|[a-z]{1,5}) ?(d|days?|w|wks?|weeks?|fortnights?|m|mths?|months?)( ago)?$/.exec(text)
  if (!match) return undefined
  const [, forward, sign, number = '', unit = '', ago] = match
  const count = COUNTS.get(number) ?? Number(number)
  if (Number.isNaN(count)) return undefined
  const isBack = sign === '-' || ago !== undefined || (looks === 'back' && !forward && sign !== '+')
  const by = isBack ? -count : count
  if (unit.startsWith('m')) return { day: addMonths(today, by) }
  return { day: addDays(today, by * (unit.startsWith('d') ? 1 : unit.startsWith('f') ? 14 : 7)) }
}

const NAMED = new Map(Object.entries({ today: 0, now: 0, tod: 0, tomorrow: 1, tom: 1, tmrw: 1, tomoz: 1, yesterday: -1, yest: -1 }))

/** `mon`, `next mon`, `last mon`, `mon week`, `tomorrow`, `today week`. */
function named(text: string, { today, looks }: ReadDayInput): DayRead | undefined {
  const words = text.split(/[ ,]+/).filter((word) => word !== 'on')
  const isWeekOn = words.at(-1) === 'week' && words.length > 1
  if (isWeekOn) words.pop()
  const way = ['next', 'last', 'this'].includes(words[0] ?? '') ? words.shift() : undefined
  const [word = '', ...more] = words
  if (more.length > 0) return undefined
  const extra = isWeekOn ? 7 : 0
  const offset = way ? undefined : NAMED.get(word)
  if (offset !== undefined) return { day: addDays(today, offset + extra) }
  const weekday = weekdayIn(word)
  if (weekday < 0) return undefined
  // 1 to 7 days on: on a Monday, "mon" is a week away, since today has a name of its own.
  const on = ((weekday - weekdayOf(today) + 6) % 7) + 1
  if (way === 'last' || (looks === 'back' && !way && !isWeekOn))
    return { day: addDays(today, on - 7 - (way === 'last' && on === 7 ? 7 : 0)) }
  // The Monday after the coming one, unless that is in next week already.
  const isNextWeek = (weekdayOf(today) + 6) % 7 >= (weekday + 6) % 7
  return { day: addDays(today, on + extra + (way === 'next' && !isNextWeek ? 7 : 0)) }
}

const weekdayIn = (word: string) => (word.length < 2 ? -1 : WEEKDAY_NAMES.findIndex((name) => startsLike(name, word)))
/* `tues`, `weds`, `thur`: the name's beginning, and an s people put after it. */
const startsLike = (name: string, word: string) => {
  const full = name.toLowerCase()
  return full.startsWith(word) || (word.endsWith('s') && word.length > 3 && full.startsWith(word.slice(0, -1)))
}

/** `4 jan`, `jan 4`, `mon 4 jan 27`, `4/1`, `04.01.2027`, `the 4th`. */
function dated(text: string, input: ReadDayInput): DayRead | undefined {
  const words = text.split(/[\s,./-]+/).filter((word) => word !== '' && !FILLERS.has(word))
  const weekday = weekdayIn(words[0] ?? '')
  if (weekday >= 0) words.shift()
  const [date, month, year] = partsOf(words)
  if (date === undefined || words.length > 3) return undefined
  const read = month === undefined ? dayAlone(date, input) : dayOfMonth(date, month, { ...input, year })
  if (weekday < 0 || !read.day || weekdayOf(read.day) === weekday) return read
  return { fault: `${longDay(read.day)} isn't a ${WEEKDAY_NAMES[weekday]}.` }
}

/** Date, month (1 to 12) and year of up to three words; all undefined when one of them is none of these. */
function partsOf(words: readonly string[]): (number | undefined)[] {
  const numbers = words.map((word) => /^(\d{1,4})(st|nd|rd|th)?$/.exec(word)?.[1])
  const at = words.findIndex((word) => monthIn(word) >= 0)
  const rest = numbers.filter((_, index) => index !== at)
  if (rest.some((number) => number === undefined)) return []
  const [date, second, third] = rest.map(Number)
  if (at < 0) return words.length === 1 || second !== undefined ? [date, second, fullYear(third)] : []
  return at <= 1 && third === undefined ? [date, monthIn(words[at] ?? '') + 1, fullYear(second)] : []
}

const monthIn = (word: string) =>
  word.length < 3 ? -1 : MONTHS.findIndex((name, at) => word.startsWith(name) && MONTH_NAMES[at]?.toLowerCase().startsWith(word))

const fullYear = (year: number | undefined) => (year !== undefined && year < 100 ? 2000 + year : year)

/** The next 4th, or the last. */
function dayAlone(date: number, { today, looks }: ReadDayInput): DayRead {
  const by = looks === 'ahead' ? 1 : -1
  for (let count = 0; count < 3; count++) {
    const [year = 0, month = 1] = addMonths(`${today.slice(0, 7)}-01`, by * count)
      .split('-')
      .map(Number)
    const day = dayOfYear(date, month, year).day
    if (day && (looks === 'ahead' ? day >= today : day <= today)) return { day }
  }
  return { fault: `No month has ${date} days.` }
}

/** In the year given, or the next time it comes, or the last time it came. */
function dayOfMonth(date: number, month: number, { today, looks, year }: ReadDayInput & { year: number | undefined }): DayRead {
  if (year !== undefined) return dayOfYear(date, month, year)
  const here = Number(today.slice(0, 4))
  const by = looks === 'ahead' ? 1 : -1
  // 29 February comes every fourth year, and once in eight around a century.
  for (let count = 0; count < 9; count++) {
    const { day } = dayOfYear(date, month, here + by * count)
    if (day && (looks === 'ahead' ? day >= today : day <= today)) return { day }
  }
  return dayOfYear(date, month, here)
}

function dayOfYear(date: number, month: number, year: number): DayRead {
  if (month < 1 || month > 12) return { fault: `There's no month ${month}. Put the day first, as in 31/12.` }
  if (year < 1900 || year > 2200) return { fault: `The year ${year} is too far away.` }
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  const length = daysBetween(first, addMonths(first, 1))
  if (date < 1 || date > length) return { fault: `${MONTH_NAMES[month - 1]} ${year} has ${length} days.` }
  return { day: addDays(first, date - 1) }
}

/** Under this many days away a day needs no year. */
const NEAR_DAYS = 300

/**
 * `Mon 4 Jan`, with its year where another would be understood: `Mon 4 Jan 2027`. Read again, it is the same day. Empty for no day; what is
 * no day stays as it is.
 */
export function writeDay(day: string, { today, looks }: Pick<ReadDayInput, 'today' | 'looks'>): string {
  if (isoDay(day)?.day !== day) return day
  const away = daysBetween(today, day) * (looks === 'ahead' ? 1 : -1)
  return away >= 0 && away < NEAR_DAYS ? shortDay(day) : `${shortDay(day)} ${day.slice(0, 4)}`
}
