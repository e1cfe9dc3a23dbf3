import { POSTERS } from '#connectors/registry.ts'
import type { RehearsedEntry } from '#features/office/integrations/contract.ts'
import { endConnection } from '#features/office/integrations/server/end-connection.ts'
import { addLog } from '#features/office/integrations/server/exchange-queries.ts'
import type { Pass } from '#features/office/integrations/server/in-pass.ts'
import { inLease } from '#features/office/integrations/server/lease.ts'
import { requireMine } from '#features/office/integrations/server/manifest-of.ts'
import { listOpenPosts } from '#features/office/integrations/server/post-items.ts'
import { setTarget } from '#features/office/integrations/server/post-keeping.ts'
import { findConnection, updateConnection } from '#features/office/integrations/server/queries.ts'
import { settlePosts } from '#features/office/integrations/server/settle-posts.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

const REST_MS = 24 * 60 * 60_000
const MOST_SHOWN = 50

/** In the test version nothing leaves: what would be posted says so, and the card shows it word for word. Of the demo not even that. */
export const rehearsePosts = (pass: Pass, isForShow: boolean): Promise<void> =>
  inLease(pass, async (tx) => {
    const { row } = pass
    if (row.is_ending) {
      await endConnection(tx, row)
      return
    }
    await settlePosts(tx)
    const now = currentTime()
    const posts = isForShow ? [] : await listOpenPosts(tx)
    const fresh = posts.filter(({ state, deleted_at, networks, targets }) => {
      const is = targets[row.connector]?.state
      return state === 'posting' && !deleted_at && networks.includes(row.connector) && (is === 'waiting' || is === undefined)
    })
    for (const { id } of fresh) await setTarget(tx, id, row.connector, { state: 'rehearsed', sentence: null })
    await addLog(tx, row, now, [{ verb: 'rehearsed', count: fresh.length }])
    const next_at = new Date(now.getTime() + REST_MS)
    await updateConnection(tx, row.id, { status: 'connected', sentence: null, failures: 0, last_success_at: null, next_at })
  })

/** What would be posted there, word for word, the newest first; undefined: it is no network. @throws forbidden */
export async function rehearsedPosts(tx: PracticeTx, actor: Actor, id: string): Promise<RehearsedEntry[] | undefined> {
  const connector = POSTERS[id]
  if (!connector) return undefined
  requireMine(connector.manifest, actor)
  const row = await findConnection(tx, id, null)
  if (!row?.enabled) return []
  const posts = (await listOpenPosts(tx)).filter(
    ({ state, deleted_at, networks }) => state === 'posting' && !deleted_at && networks.includes(id),
  )
  return posts
    .toReversed()
    .slice(0, MOST_SHOWN)
    .map(({ id: uid, text, alt_text, pressed_at }) => ({
      ...{ uid, title: text, place: alt_text, day: dayOf(pressed_at ?? currentTime(), actor.zone), start: null, end: null },
    }))
}
