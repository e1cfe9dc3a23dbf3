import type { GuestRole } from '#features/records/guests/rules.ts'
import { type PracticeTx, type Prepared, readIn } from '#platform/server/database/db.ts'
import { type ActivityRow, declarations, type Journal } from '#platform/server/entity.ts'

// Left out: lines that only follow from another line in the list (a removal, an undo, one big action), places in a round, and positions that were
// found automatically, which an import has by the hundred. `undone_*` is the action that a line of the kind `activity` undid.
const ACTIVITY: Prepared = {
  name: 'activity_page',
  text: `
  select a.id, a.at, a.member_id, a.entity, a.entity_id, a.verb, a.before, a.after, a.act_id,
    to_jsonb(of) as undone,
    (
      select jsonb_build_object('clientId', k.client_id, 'role', k.role) from (
        select c.client_id, c.role, c.since from client_access c where c.practice_id = $1 and c.person_id = a.by_person
        union all
        select g.client_id, 'sharer', g.from_at from horse_grants g where g.practice_id = $1 and g.person_id = a.by_person) k
      order by k.since desc, k.client_id limit 1
    ) as guest, a.by_person,
    (select k.name from api_keys k where k.practice_id = $1 and k.id = a.by_key) as key_name,
    exists (select from activity u where u.practice_id = $1 and u.entity = 'activity' and u.entity_id = a.id) as is_undone,
    coalesce((
      select n.verb = 'removed' from activity n
      where n.practice_id = $1 and n.entity = a.entity and n.entity_id = a.entity_id and n.verb in ('removed', 'restored')
        and (n.at, n.id) > (a.at, a.id)
      order by n.at desc, n.id desc limit 1
    ), false) as is_gone
  from activity a
  left join activity of on a.entity = 'activity' and of.practice_id = $1 and of.id = a.entity_id
  where a.practice_id = $1
    and coalesce(of.entity, a.entity) = any(coalesce($4::text[], array[coalesce(of.entity, a.entity)]))
    and ($5::uuid is null or a.member_id = $5)
    and ($3::uuid is null or (a.at, a.id) < (select l.at, l.id from activity l where l.practice_id = $1 and l.id = $3))
    and a.entity <> 'devices'
    and not (a.entity = 'visit_horses' and a.verb <> 'not_done')
    and not (a.entity = 'appointments' and a.verb = 'changed' and a.after - 'round_rank' = '{}'::jsonb)
    and a.verb <> 'found'
    and not (a.entity = 'notices' and a.verb <> 'handed_over')
    and not exists (
      select from activity big where big.practice_id = $1 and big.act_id = a.act_id and big.id <> a.id
        and (big.verb in ('undone', 'merged') or big.entity in ('imports', 'days') or (big.verb = 'removed' and a.verb = 'changed' and big.entity in ('clients', 'yards', 'horses')))
    )
  order by a.at desc, a.id desc
  limit $2`,
}

/**
 * A line of the journal as the list needs it; `undone` is the action it undid, when it is an undo; `is_gone`: its record was removed since.
 * `by_person`: a guest did it; `guest`: for which client they are there, as far as that is known. `key_name`: a program did it by this API key.
 */
export type ListedActivity = ActivityRow & {
  undone: ActivityRow | null
  is_undone: boolean
  is_gone: boolean
  by_person: string | null
  key_name: string | null
  guest: { clientId: string; role: GuestRole } | null
}

type ActivityPage = {
  limit: number
  after?: string | undefined
  entities?: readonly string[] | undefined
  memberId?: string | undefined
}

/** What was done, newest first. */
export const listActivity = (tx: PracticeTx, practiceId: string, page: ActivityPage): Promise<ListedActivity[]> =>
  readIn(tx)<ListedActivity>(ACTIVITY, [practiceId, page.limit, page.after ?? null, page.entities ?? null, page.memberId ?? null])

/** A statement that names records by their ids, each as its feature declares. */
function namesStatement(): Prepared {
  const parts = Object.entries(declarations().synced).flatMap(([table, { journal }]) => partOf(table, journal.named) ?? [])
  return { name: 'activity_names', text: parts.join('\n  union all ') }
}

function partOf(table: string, named: Journal['named']): string | undefined {
  if (!named) return undefined
  if ('after' in named)
    return `select r.id, o.name, o.id as of from ${table} r join ${named.after} o on o.practice_id = r.practice_id and o.id = r.${named.column}
    where r.practice_id = $1 and r.id = any($2::uuid[])`
  return named.sql ?? `select id, ${named.by} as name, null::uuid as of from ${table} where practice_id = $1 and id = any($2::uuid[])`
}

let names: Prepared | undefined

/** How a record is called; `of`: the other record whose name that is. */
type Named = { name: string; of: string | null }

/** What people call the records behind these ids, removed ones too; one without a name is left out. */
export async function namesOf(tx: PracticeTx, practiceId: string, ids: readonly string[]): Promise<Map<string, Named>> {
  names ??= namesStatement()
  const rows = await readIn(tx)<{ id: string; name: string | null; of: string | null }>(names, [practiceId, ids])
  return new Map(rows.flatMap(({ id, name, of }) => (name ? [[id, { name, of }] as const] : [])))
}
