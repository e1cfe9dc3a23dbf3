import { z } from 'zod'
import { ask, refusalOf } from '#connectors/google/api.ts'
import type { BusyBlock, Calendar, Window } from '#connectors/kit/calendar.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { addDays, type Day, instantOf, timeOf } from '#lib/dates.ts'

type Span = { start: Date; end: Date }

const MOST_BLOCKS = 20_000
/** Google answers for so many calendars at once; its limit of days is undocumented: three months were too many once. */
const MOST_CALENDARS = 50
const MOST_DAYS = 60

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const SPAN = z.object({ start: moment, end: moment })
const CALENDAR = z.object({ busy: z.array(z.unknown()).catch([]), errors: z.array(z.object({ reason: z.string().catch('') })).nullish() })
const ANSWER = z.object({ calendars: z.record(z.string(), CALENDAR) })

/** When someone is busy. Google sends the times only; what begins and ends at midnight counts as whole days. */
export const busy: Calendar['busy'] = async (wire, calendarIds, window) => {
  const spans = new Map<string, Span[]>(calendarIds.map((id) => [id, []]))
  for (const part of partsOf(window))
    for (let at = 0; at < calendarIds.length; at += MOST_CALENDARS)
      for (const [id, found] of await busyIn(wire, calendarIds.slice(at, at + MOST_CALENDARS), part)) spans.get(id)?.push(...found)
  return [...spans.values()]
    .flatMap(joined)
    .flatMap((span) => blockOf(span, window))
    .sort((a, b) => a.start.getTime() - b.start.getTime())
    .slice(0, MOST_BLOCKS)
}

function partsOf({ fromDay, toDay, zone }: Window): Window[] {
  const parts: Window[] = []
  for (let day = fromDay; day < toDay; ) {
    const end: Day = addDays(day, MOST_DAYS)
    parts.push({ fromDay: day, toDay: end < toDay ? end : toDay, zone })
    day = end
  }
  return parts
}

async function busyIn(wire: Wire, ids: readonly string[], { fromDay, toDay, zone }: Window): Promise<[string, Span[]][]> {
  const [timeMin, timeMax] = [instantOf(fromDay, '00:00', zone).toISOString(), instantOf(toDay, '00:00', zone).toISOString()]
  const body = { timeMin, timeMax, items: ids.map((id) => ({ id })) }
  const answer = await ask(wire, 'freeBusy', ANSWER, { method: 'POST', body })
  if ('status' in answer) throw refusalOf(answer)
  return ids.map((id) => [id, spansIn(answer.found.calendars[id])])
}

/** @throws Refusal when Google gives a reason instead of times, or nothing: who is not known to be busy is not free */
function spansIn(calendar: z.infer<typeof CALENDAR> | undefined): Span[] {
  const reason = calendar?.errors?.[0]?.reason
  if (reason === 'notFound') throw new Refusal('gone')
  if (!calendar || reason === 'internalError') throw new Refusal('later')
  if (reason !== undefined) throw refusalOf({ status: 200, reason })
  return calendar.busy.flatMap((one) => {
    const span = SPAN.safeParse(one)
    return span.success ? [span.data] : []
  })
}

/** Joins what overlaps or goes on: Google cuts what is longer than the days requested. */
function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start.getTime() - b.start.getTime())) {
    const last = all.at(-1)
    if (last && span.start <= last.end) last.end = new Date(Math.max(last.end.getTime(), span.end.getTime()))
    else all.push({ ...span })
  }
  return all
}

function blockOf({ start, end }: Span, { fromDay, toDay, zone }: Window): BusyBlock[] {
  const isWithin = start < end && start < instantOf(toDay, '00:00', zone) && end > instantOf(fromDay, '00:00', zone)
  const isAllDay = timeOf(start, zone) === '00:00' && timeOf(end, zone) === '00:00'
  return isWithin ? [{ start, end, isAllDay, title: '' }] : []
}
