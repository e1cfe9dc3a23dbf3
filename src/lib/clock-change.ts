import { addDays, type Day, instantOf, timeOf, type WallTime } from '#lib/dates.ts'

const DAY_MS = 86_400_000
const HALF_HOUR_MS = 1_800_000

/** The clocks are changed at `at`, the time they show in that moment: 01:00 in spring, 02:00 in autumn in Britain. */
type ClockChange = { way: 'forward' | 'back'; at: WallTime }

/** The clock change on a day in a zone; undefined on an ordinary day. */
export function clockChangeOn(day: Day, zone: string): ClockChange | undefined {
  const key = `${day} ${zone}`
  if (!known.has(key)) known.set(key, findChange(day, zone))
  return known.get(key)
}

/* A month asks of 42 days each time it is drawn. */
const known = new Map<string, ClockChange | undefined>()

function findChange(day: Day, zone: string): ClockChange | undefined {
  const [from, to] = [instantOf(day, '00:00', zone).getTime(), instantOf(addDays(day, 1), '00:00', zone).getTime()]
  if (to - from === DAY_MS) return undefined
  const offset = offsetAt(from, zone)
  for (let at = from; at < to; at += HALF_HOUR_MS) {
    if (offsetAt(at, zone) === offset) continue
    return { way: to - from < DAY_MS ? 'forward' : 'back', at: timeOf(at + offset, 'UTC') }
  }
  return undefined
}

/** What the clock is ahead of UTC at an instant. */
function offsetAt(instant: number, zone: string): number {
  const day = new Date(instant).toISOString().slice(0, 10)
  const shown = Date.parse(`${day}T${timeOf(instant, zone)}:00Z`)
  const ahead = shown - instant
  return ahead > DAY_MS / 2 ? ahead - DAY_MS : ahead < -DAY_MS / 2 ? ahead + DAY_MS : ahead
}
