import type { Seat } from '#features/records/services/server/seats.ts'
import type { Database } from '#platform/server/database/db.ts'

/** A seat with its names: the horse's, the practice's and, where its practice keeps one, the recipient's. */
export type SpokenSeat = Seat & { horse: string; practice: string; clientId: string | null; clientName: string; email: string | null }

/** An erased horse has no name. */
const NO_NAME = 'your horse'

/** The seats of a person, with the names that their practices have for the horses; those of `ids` alone, else all that go on. */
export async function aboutSeats(db: Database, personId: string, ids?: readonly string[]): Promise<SpokenSeat[]> {
  const seats = await db.withDirectory((tx) => {
    const own = tx
      .selectFrom('directory.seats as s')
      .innerJoin('directory.practices as p', 'p.id', 's.practice_id')
      .selectAll('s')
      .select('p.name as practice')
      .where('s.person_id', '=', personId)
      .orderBy('s.from_on')
      .orderBy('s.id')
    return ids ? own.where('s.id', 'in', ids).execute() : own.where('s.ends_on', 'is', null).execute()
  })
  const spoken: SpokenSeat[] = []
  for (const [practiceId, some] of Map.groupBy(seats, ({ practice_id }) => practice_id)) {
    const { named, client } = await inPractice(db, practiceId, { personId, horseIds: some.map(({ horse_id }) => horse_id) })
    const known = { clientId: client?.id ?? null, clientName: client?.name ?? '', email: client?.email ?? null }
    for (const seat of some) spoken.push({ ...seat, ...known, horse: named.get(seat.horse_id) ?? NO_NAME })
  }
  return spoken.sort((a, b) => order(a.horse, b.horse) || order(a.id, b.id))
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const inPractice = (db: Database, practiceId: string, { personId, horseIds }: { personId: string; horseIds: readonly string[] }) =>
  db.withPractice(practiceId, async (tx) => {
    const horses = await tx.selectFrom('horses').select(['id', 'name']).where('id', 'in', horseIds).execute()
    const client = await tx
      .selectFrom('client_access as a')
      .innerJoin('clients as c', 'c.id', 'a.client_id')
      .select(['c.id', 'c.name', 'c.email'])
      .where('a.person_id', '=', personId)
      .where('a.role', '=', 'holder')
      .where('c.deleted_at', 'is', null)
      .orderBy('a.since', 'desc')
      .limit(1)
      .executeTakeFirst()
    return { client, named: new Map(horses.map(({ id, name }) => [id, name])) }
  })
