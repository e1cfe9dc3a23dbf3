import { sql } from 'kysely'
import { networkIds } from '#features/office/integrations/server/post-items.ts'
import { inDoubt } from '#features/office/posts/server/in-doubt.ts'
import { currentTime } from '#lib/clock.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** After a restore nothing tells whether a post that was to go has gone since the backup: it doesn't go by itself, and a person says. */
export async function doubtPosts(tx: PracticeTx, practiceId: string): Promise<void> {
  const now = currentTime()
  const doubt = JSON.stringify(inDoubt(now))
  await sql`
    update posts p set rev = rev + 1, targets = p.targets || coalesce((
      select jsonb_object_agg(network, ${doubt}::jsonb) from unnest(p.networks) network
      where coalesce(p.targets -> network ->> 'state', 'waiting') in ('waiting', 'sending')), '{}')
    where p.practice_id = ${practiceId} and p.state = 'posting' and p.deleted_at is null`.execute(tx)
  await sql`
    update connection_items i set state = 'doubt', sending_when = coalesce(i.sending_when, ${now.toISOString()})
    from connections c where c.practice_id = i.practice_id and c.id = i.connection_id and c.practice_id = ${practiceId}
      and c.connector = any(${networkIds()}::text[]) and i.state = 'sending'`.execute(tx)
}
