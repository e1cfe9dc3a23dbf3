import { RECORDS, THINGS, type Thing } from '#features/office/webhooks/rules.ts'
import { currentTime, realTime } from '#lib/clock.ts'
import type { SyncedName } from '#lib/sync.ts'
import { type Ending, type PracticeTx, type Prepared, readIn } from '#platform/server/database/db.ts'
import { type Written, writtenOf } from '#platform/server/database/followers.ts'
import { holdCounter } from '#platform/server/database/places.ts'

/** A visit's horses are part of it. */
const LINES = 'visit_horses'
const TABLES: readonly SyncedName[] = [...Object.values(RECORDS), LINES]

/** A record that was written: its revision before (null: none), and whether it was on record. `gone`: it is about to be erased. */
export type Candidate = { thing: Thing | 'line'; id: string; rev: number | null; there: boolean; gone: boolean }

/**
 * Messages of what a transaction wrote, born in it: one statement, and none where no webhook is on. The rows are read again by that statement,
 * because what was written may have been undone since.
 */
export const webhooksBorn: Ending = async (tx) => {
  const written = writtenOf(tx, TABLES)
  const practiceId = written[0]?.after.practice_id
  if (typeof practiceId === 'string') await bear(tx, practiceId, written.map(candidateOf))
}

const THING_OF = new Map<SyncedName, Thing>(THINGS.map((thing) => [RECORDS[thing], thing]))

const candidateOf = ({ table, before, after }: Written): Candidate => ({
  thing: THING_OF.get(table) ?? 'line',
  id: after.id,
  rev: before?.rev ?? null,
  there: before !== undefined && before.deleted_at === null,
  gone: false,
})

/** The messages of candidates, where a webhook is on. The caller holds the practice's writers. */
export async function bear(tx: PracticeTx, practiceId: string, candidates: readonly Candidate[]): Promise<void> {
  if (candidates.length === 0 || !(await holdCounter(tx)).has_webhooks) return
  await readIn(tx)(BORN, [practiceId, JSON.stringify(candidates), currentTime(), realTime()])
}

const seenIn = (thing: Thing): string => `
  select '${thing}' as thing, r.id, r.rev + w.gone::int as rev, r.deleted_at is null and not w.gone as there,
    case when w.gone then r.deleted_at is null else w.there end as was_there
  from written w join ${RECORDS[thing]} r on r.practice_id = $1 and r.id = w.id
  where w.thing = '${thing}' and r.rev is distinct from w.rev`

const BORN: Prepared = {
  name: 'webhooks_born',
  text: `with written as (select * from json_to_recordset($2::json) as w (thing text, id uuid, rev integer, there boolean, gone boolean)),
  seen as (${THINGS.map(seenIn).join(' union all ')}
    union all select distinct 'visit', a.id, a.rev, a.deleted_at is null, a.deleted_at is null
    from written w join ${LINES} l on l.practice_id = $1 and l.id = w.id join appointments a on a.practice_id = $1 and a.id = l.appointment_id
    where w.thing = 'line' and l.rev is distinct from w.rev and not exists (select from written v where v.thing = 'visit' and v.id = a.id)),
  born as (
    insert into webhook_deliveries (practice_id, id, webhook_id, type, subject_id, rev, at, next_at)
    select $1, gen_random_uuid(), k.id, s.thing || case when not s.there then '.removed' when s.was_there then '.changed' else '.created' end,
      s.id, s.rev, $3, $4
    from seen s join webhooks k on k.practice_id = $1 and k.off_at is null and s.thing = any (k.things)
    where s.there or s.was_there
    returning 1)
  select wake_webhooks($4) where exists (select from born)`,
}
