import { z } from 'zod'
import type { Wire } from '#connectors/kit/wire.ts'
import { EVENT, type Event } from '#connectors/microsoft/event.ts'
import { ask, path, refusalOf } from '#connectors/microsoft/graph.ts'

/** What we need of an entry: never what is written in it. */
export const SELECT =
  'id,type,seriesMasterId,subject,transactionId,showAs,isAllDay,isCancelled,start,end,location,responseStatus,attendees,organizer,recurrence'

/** An entry as it is there; undefined when it isn't. @throws Refusal */
export async function readEvent(wire: Wire, id: string): Promise<Event | undefined> {
  const answer = await ask(wire, path`/me/events/${id}?$select=${SELECT}`, EVENT)
  if (!('status' in answer)) return answer.found
  if (answer.status === 404 || answer.status === 410) return undefined
  throw refusalOf(answer)
}

/** @throws Refusal */
export async function isCalendarThere(wire: Wire, calendarId: string): Promise<boolean> {
  const answer = await ask(wire, path`/me/calendars/${calendarId}?$select=id`, z.unknown())
  if (!('status' in answer)) return true
  if (answer.status === 404 || answer.status === 410) return false
  throw refusalOf(answer)
}
