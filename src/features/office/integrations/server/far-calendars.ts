import { CALENDARS } from '#connectors/registry.ts'
import type { FarCalendars } from '#features/office/integrations/contract.ts'
import { answerOf, type Connecting } from '#features/office/integrations/server/connecting.ts'
import { wireOf } from '#features/office/integrations/server/far-wire.ts'
import { findConnection } from '#features/office/integrations/server/queries.ts'
import { isRehearsed } from '#features/office/integrations/server/secrets.ts'
import { AppError } from '#lib/errors.ts'
import type { MemberActor } from '#platform/server/actor.ts'

/**
 * The calendars of a connected account, fetched outside of any transaction. The one we made there is not among them: it is never busy.
 * @throws integration_not_found, key_refused, far_side_silent
 */
export async function farCalendars(connecting: Connecting, actor: MemberActor, id: string): Promise<FarCalendars> {
  const connector = CALENDARS[id]
  if (!connector) throw new AppError('integration_not_found')
  const row = await connecting.db.withPractice(actor.practiceId, (tx) => findConnection(tx, id, actor.memberId))
  if (!row?.enabled) return { calendars: [], sentence: 'Connect it first.' }
  if (isRehearsed(connecting, row))
    return { calendars: [], sentence: 'Test version: nothing is sent, so your other calendars are not read.' }
  const found = await answerOf(wireOf(connecting, row).then((wire) => connector.calendar.calendars(wire)))
  return { calendars: found.filter((calendar) => calendar.id !== row.own_calendar), sentence: null }
}
