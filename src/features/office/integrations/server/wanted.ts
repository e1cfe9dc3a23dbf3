import { LEDGERS } from '#connectors/registry.ts'
import type { RehearsedEntry } from '#features/office/integrations/contract.ts'
import { rehearsedPeople } from '#features/office/integrations/server/audience-rehearsed.ts'
import { type Wanted, wantedFrom } from '#features/office/integrations/server/deciding.ts'
import { rehearsedPapers } from '#features/office/integrations/server/ledger-rehearsed.ts'
import { manifestOf } from '#features/office/integrations/server/manifest-of.ts'
import { rehearsedPosts } from '#features/office/integrations/server/post-rehearsed.ts'
import { type ConnectionRow, findConnection } from '#features/office/integrations/server/queries.ts'
import { memberItems } from '#features/visits/calendars/server/service.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf, instantOf } from '#lib/dates.ts'
import { type Actor, type MemberActor, memberOf } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Whether what we put there is being taken out: the connection ends, or another calendar there was chosen. */
export const isEmptying = ({ is_ending, far_calendar, own_calendar, settings }: ConnectionRow): boolean =>
  is_ending || (far_calendar !== null && far_calendar !== (settings.calendarId ?? own_calendar))

/** What should be in the calendar there: the member's diary without what is cancelled, or nothing once it is emptied. */
export async function wantedOf(tx: PracticeTx, row: ConnectionRow, { memberId, zone }: MemberActor, now: Date): Promise<Wanted[]> {
  if (isEmptying(row)) return []
  const items = await memberItems(tx, { memberId, level: row.settings.level ?? 'where', zone, today: dayOf(now, zone) })
  return items.flatMap((item) => (item.status === 'CANCELLED' ? [] : [wantedFrom(item, now, (day) => instantOf(day, '00:00', zone))]))
}

/** Entries shown of a rehearsal. */
const MOST_SHOWN = 200

/** The next entries that would be in the calendar there, the people on a list, or the posts, word for word, as the test version shows them; none of what is not connected. @throws integration_not_found */
export async function rehearsedEntries(tx: PracticeTx, actor: Actor, id: string): Promise<RehearsedEntry[]> {
  const manifest = manifestOf(id)
  if (LEDGERS[id]) return rehearsedPapers(tx, actor, manifest)
  const people = await rehearsedPeople(tx, actor, id)
  if (people) return people
  const posts = await rehearsedPosts(tx, actor, id)
  if (posts) return posts
  const memberId = memberOf(actor)
  const row = await findConnection(tx, id, memberId)
  if (!row?.enabled) return []
  const wanted = await wantedOf(tx, row, { ...actor, memberId }, currentTime())
  const ahead = wanted.filter(({ isOver }) => !isOver).sort((a, b) => a.start.getTime() - b.start.getTime())
  return ahead.slice(0, MOST_SHOWN).map(({ item: { uid, when, title, place } }) => ({
    uid,
    title,
    place,
    ...('fromDay' in when
      ? { day: when.fromDay, start: null, end: null }
      : { day: dayOf(when.start, when.zone), start: when.start.toISOString(), end: when.end.toISOString() }),
  }))
}
