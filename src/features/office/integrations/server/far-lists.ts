import { AUDIENCES } from '#connectors/registry.ts'
import type { FarLists } from '#features/office/integrations/contract.ts'
import { listPeople } from '#features/office/integrations/server/audience-people.ts'
import { answerOf, type Connecting } from '#features/office/integrations/server/connecting.ts'
import { wireOf } from '#features/office/integrations/server/far-wire.ts'
import { requireMine } from '#features/office/integrations/server/manifest-of.ts'
import { findConnection } from '#features/office/integrations/server/queries.ts'
import { isRehearsed } from '#features/office/integrations/server/secrets.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'

/**
 * The lists of a newsletter account, fetched outside of any transaction, and how many people would be on one.
 * @throws integration_not_found, forbidden, key_refused, far_side_silent
 */
export async function farLists(connecting: Connecting, actor: Actor, id: string): Promise<FarLists> {
  const connector = AUDIENCES[id]
  if (!connector) throw new AppError('integration_not_found')
  requireMine(connector.manifest, actor)
  const { row, people } = await connecting.db.withPractice(actor.practiceId, async (tx) => ({
    row: await findConnection(tx, id, null),
    people: (await listPeople(tx, [], dayOf(currentTime(), actor.zone))).length,
  }))
  if (!row?.enabled) return { lists: [], people, sentence: 'Connect it first.' }
  if (isRehearsed(connecting, row)) return { lists: [], people, sentence: 'Test version: nothing is sent, so your lists are not read.' }
  const lists = await answerOf(wireOf(connecting, row).then((wire) => connector.audience.lists(wire)))
  return { lists, people, sentence: null }
}
