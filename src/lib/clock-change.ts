import { addDays, aheadAt, type Day, instantOf, timeOf, type WallTime } from '#lib/dates.ts'

const HALF_HOUR_MS = 1_800_000

/** The clocks are changed at `at`, the time they show in that moment: 01:00 in spring, 02:00 in autumn in Britain. */
type ClockChange = { way: 'forward' | 'back'; at: WallTime }

/** The clock change on a day in a zone; undefined on an ordinary day. */
export function clockChangeOn(day: Day, zone: string): ClockChange | undefined {
  const key = `${day} ${zone}`
  if (!known.has(key)) known.set(key, findChange(day, zone))
  return known.get(key)
}

/* Drawing a month looks up 42 days each time. */
const known = new Map<string, ClockChange | undefined>()

function findChange(day: Day, zone: string): ClockChange | undefined {
  const [from, to] = [instantOf(day, '00:00', zone).getTime(), instantOf(addDays(day, 1), '00:00', zone).getTime()]
  const ahead = aheadAt(from, zone)
  for (let at = from; at < to; at += HALF_HOUR_MS) {
    const change = aheadAt(at, zone) - ahead
    if (change !== 0) return { way: change > 0 ? 'forward' : 'back', at: timeOf(at + ahead, 'UTC') }
  }
  return undefined
}
