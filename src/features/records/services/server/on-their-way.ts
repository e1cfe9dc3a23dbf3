import type { Database, Prepared } from '#platform/server/database/db.ts'

const OWN: Prepared = {
  name: 'seats_of_person',
  text: 'select s.id, s.rev from directory.seats s where s.person_id = $1 and s.practice_id = any ($2::uuid[]) and (s.ends_on is null or s.ends_on >= clock_now()::date)',
}

/** Whether something that a person began or ended has not reached its practice; `known`: what the practices have, by id. */
export async function onTheirWay(
  db: Database,
  personId: string,
  practiceIds: readonly string[],
  known: ReadonlyMap<string, number>,
): Promise<boolean> {
  const own = await db.readDirectory<{ id: string; rev: number }>(OWN, [personId, practiceIds])
  return own.some(({ id, rev }) => (known.get(id) ?? 0) < rev)
}
