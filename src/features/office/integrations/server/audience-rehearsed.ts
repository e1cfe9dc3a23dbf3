import { AUDIENCES } from '#connectors/registry.ts'
import type { RehearsedEntry } from '#features/office/integrations/contract.ts'
import { addressHash, listPeople } from '#features/office/integrations/server/audience-people.ts'
import type { Item } from '#features/office/integrations/server/deciding.ts'
import { endConnection } from '#features/office/integrations/server/end-connection.ts'
import { addLog, forgetItems, listItems, putItems } from '#features/office/integrations/server/exchange-queries.ts'
import type { Pass } from '#features/office/integrations/server/in-pass.ts'
import { inLease } from '#features/office/integrations/server/lease.ts'
import { requireMine } from '#features/office/integrations/server/manifest-of.ts'
import { findConnection, updateConnection } from '#features/office/integrations/server/queries.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

const REST_MS = 24 * 60 * 60_000
/** People shown of a rehearsal. */
const MOST_SHOWN = 200

/** In the test version no one leaves: the people who would be on the list are only counted. The card shows them. */
export const rehearseAudience = (pass: Pass): Promise<void> =>
  inLease(pass, async (tx) => {
    const { row, actor } = pass
    if (row.is_ending) {
      await endConnection(tx, row)
      return
    }
    const now = currentTime()
    const items = await listItems(tx, row.id)
    const people = await listPeople(tx, row.settings.tags ?? [], dayOf(now, actor.zone))
    const known = new Set(items.map(({ subjectId }) => subjectId))
    const wanted = new Set(people.map(({ uid }) => uid))
    await putItems(
      tx,
      row,
      people.filter(({ uid }) => !known.has(uid)).map(({ uid, email }) => notThere(uid, addressHash(email))),
    )
    // What was really there before stays known.
    const over = items.filter(({ subjectId, remoteId }) => !wanted.has(subjectId) && remoteId === null).map(({ subjectId }) => subjectId)
    await forgetItems(tx, row.id, over)
    await addLog(tx, row, now, [{ verb: 'rehearsed', count: people.filter(({ uid }) => !known.has(uid)).length + over.length }])
    const next_at = new Date(now.getTime() + REST_MS)
    await updateConnection(tx, row.id, { status: 'connected', sentence: null, failures: 0, last_success_at: null, next_at })
  })

const notThere = (subjectId: string, remoteTag: string): Item => ({
  ...{ subjectId, remoteId: null, remoteTag, sentHash: null, sentWhen: null, sendingWhen: null },
  ...{ state: 'sent', sentence: null },
})

/** Who would be on the list there, as they would be there; undefined: it is no list. @throws forbidden */
export async function rehearsedPeople(tx: PracticeTx, actor: Actor, id: string): Promise<RehearsedEntry[] | undefined> {
  const connector = AUDIENCES[id]
  if (!connector) return undefined
  requireMine(connector.manifest, actor)
  const row = await findConnection(tx, id, null)
  if (!row?.enabled) return []
  const today = dayOf(currentTime(), actor.zone)
  const people = await listPeople(tx, row.settings.tags ?? [], today)
  return people.slice(0, MOST_SHOWN).map(({ uid, email, firstName, tags }) => ({
    ...{ uid, title: [firstName, email].filter(Boolean).join(', '), place: tags.join('\n') || null },
    ...{ day: today, start: null, end: null },
  }))
}
