import { z } from 'zod'
import { ask, askAll, ID, placeOf, refusalOf, words } from '#connectors/google/api.ts'
import { busy } from '#connectors/google/busy.ts'
import { changes } from '#connectors/google/changes.ts'
import { EVENT, type Event, entryPlace, eventIdOf, FIELDS, isDeleted, knownOf, textOf, writtenOf } from '#connectors/google/event.ts'
import { manifest } from '#connectors/google/manifest.ts'
import type { Calendar, FarCalendar } from '#connectors/kit/calendar.ts'
import type { CalendarConnector } from '#connectors/kit/connector.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'

const MOST_NAME = 200

const CALENDAR = z.object({
  ...{ id: ID, summary: words, summaryOverride: words, description: words, timeZone: words, accessRole: words },
  primary: z.boolean().nullish().catch(null),
})
type Listed = z.infer<typeof CALENDAR>
const CALENDAR_FIELDS = Object.keys(CALENDAR.shape).join(',')
/** Google notifies no one of what we write. */
const QUIETLY = { sendUpdates: 'none' }

/** The account by its address, which is the id of its first calendar. */
async function check(wire: Wire): Promise<{ account: string }> {
  const answer = await ask(wire, placeOf('users', 'me', 'calendarList', 'primary'), CALENDAR, { query: { fields: CALENDAR_FIELDS } })
  if (!('status' in answer)) return { account: textOf(answer.found.id, MOST_NAME) }
  if (answer.status === 404) throw new Refusal('refused', { sentence: 'This Google account has no calendar.' })
  throw refusalOf(answer)
}

const calendars: Calendar['calendars'] = async (wire) => (await listed(wire)).map(farCalendarOf)

/** Google names a new calendar itself, so ours is known by its description; also one that its owner has hidden. */
const ensure: Calendar['ensure'] = async (wire, slug, name) => {
  const mark = `(${slug})`
  const all = await listed(wire, { showHidden: 'true' })
  const there = all.find(({ description, accessRole }) => accessRole === 'owner' && description?.includes(mark))
  if (there) return farCalendarOf(there)
  const timeZone = all.find(({ primary }) => primary)?.timeZone
  const made = await ask(wire, 'calendars', CALENDAR, {
    method: 'POST',
    body: { summary: name, description: `Your diary, kept by Pritchel ${mark}.`, ...(timeZone && { timeZone }) },
  })
  if ('status' in made) throw refusalOf(made)
  return farCalendarOf(made.found)
}

const put: Calendar['put'] = async (wire, calendarId, item, known) => {
  if (!known) {
    const body = { id: eventIdOf(item), ...writtenOf({ ...item, isNew: true }) }
    const made = await ask(wire, placeOf('calendars', calendarId, 'events'), EVENT, {
      ...{ method: 'POST', query: { ...QUIETLY, fields: FIELDS } },
      body,
    })
    if (!('status' in made)) return knownOf(calendarId, made.found)
    // It is there already, or was, and was deleted: Google keeps the id.
    if (made.status !== 409) throw refusalOf(made)
  }
  const place = known?.id ?? entryPlace(calendarId, eventIdOf(item))
  const match = known && (known.tag ?? (await read(wire, place))?.etag)
  if (known && !match) throw await missing(wire, calendarId)
  const written = await ask(wire, place, EVENT, {
    ...{ method: 'PATCH', query: { ...QUIETLY, fields: FIELDS } },
    ...(match && { match }),
    body: writtenOf({ ...item, isNew: false }),
  })
  if (!('status' in written)) return knownOf(calendarId, written.found)
  throw written.status === 404 || written.status === 410 ? await missing(wire, calendarId) : refusalOf(written)
}

const remove: Calendar['remove'] = async (wire, { id, tag }) => {
  const answer = await ask(wire, id, z.unknown(), { method: 'DELETE', query: QUIETLY, match: tag })
  if (!('status' in answer) || answer.status === 404 || answer.status === 410) return
  // A deleted entry is another version of itself.
  if (answer.status === 412 && !(await read(wire, id))) return
  throw refusalOf(answer)
}

/** Google Calendar, by its own API (v3). */
export const google: CalendarConnector = { manifest, check, calendar: { calendars, ensure, changes, put, remove, busy } }

async function listed(wire: Wire, more: Readonly<Record<string, string>> = {}): Promise<Listed[]> {
  const query = { fields: `nextPageToken,items(${CALENDAR_FIELDS})`, maxResults: '250', ...more }
  const answer = await askAll(wire, placeOf('users', 'me', 'calendarList'), CALENDAR, query)
  if (!('status' in answer)) return answer.found
  throw answer.isFirst ? refusalOf(answer) : new Refusal('later')
}

const farCalendarOf = ({ id, summary, summaryOverride }: Listed): FarCalendar => ({
  id,
  name: textOf(summaryOverride || summary, MOST_NAME) || 'Calendar',
})

/** The entry; undefined when it is not there, or was deleted. */
async function read(wire: Wire, place: string): Promise<Event | undefined> {
  const answer = await ask(wire, place, EVENT, { query: { fields: FIELDS } })
  if (!('status' in answer)) return isDeleted(answer.found) ? undefined : answer.found
  if (answer.status === 404 || answer.status === 410) return undefined
  throw refusalOf(answer)
}

/** Why an entry is not there: its calendar is gone, or just the entry. */
async function missing(wire: Wire, calendarId: string): Promise<Refusal> {
  const answer = await ask(wire, placeOf('calendars', calendarId), z.unknown())
  return new Refusal('status' in answer && (answer.status === 404 || answer.status === 410) ? 'gone' : 'conflict')
}
