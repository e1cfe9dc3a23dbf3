import { namesOf } from '#features/day/round/server/activity-queries.ts'
import { type PracticeTx, type Prepared, readIn } from '#platform/server/database/db.ts'
import { declarations } from '#platform/server/entity.ts'

/** A line's place in the journal. */
type Line = { id: string; at: Date }
type Change = Line & { entity: string; entity_id: string; before: Record<string, unknown> }

/** The columns that name records, by table; a table not listed here is named by another. */
const namedBy = (): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(declarations().synced).flatMap(
      ([
        table,
        {
          journal: { named },
        },
      ]) => (named && 'by' in named ? [[table, named.by]] : []),
    ),
  )

const CHANGES: Prepared = {
  name: 'activity_renamed',
  text: `
  select id, at, entity, entity_id, before from activity
  where practice_id = $1 and entity_id = any($2::uuid[]) and entity = any($3::text[]) and before ?| $4::text[]
  order by at, id`,
}

/** What a record was called when a line was written. */
export type NameThen = (id: string, line: Line) => string | undefined

/**
 * Names records as they were called at any line of the journal: by what the next line that changed the name found there, else as they are called
 * today. A record without a name has none.
 */
export async function namesThen(tx: PracticeTx, practiceId: string, ids: readonly string[]): Promise<NameThen> {
  const columns = namedBy()
  const naming = [...new Set([...columns.values(), 'client_id'])]
  const changesOf = (of: readonly string[]) => readIn(tx)<Change>(CHANGES, [practiceId, of, [...columns.keys()], naming])
  const own = await changesOf(ids)
  const clientsBefore = own.flatMap(({ entity, before }) =>
    entity === 'appointments' && typeof before.client_id === 'string' ? [before.client_id] : [],
  )
  const known = await namesOf(tx, practiceId, [...new Set([...ids, ...clientsBefore])])
  const seen = new Set(ids)
  const others = [...known.values(), ...clientsBefore.map((of) => ({ of }))].flatMap(({ of }) => (of && !seen.has(of) ? [of] : []))
  const changes = Map.groupBy([...own, ...(others.length > 0 ? await changesOf([...new Set(others)]) : [])], (one) => one.entity_id)
  const foundNext = (id: string, column: string, line: Line): unknown =>
    changes.get(id)?.find((one) => isAfter(one, line) && one.before[column] !== undefined)?.before[column]
  const nameThen: NameThen = (id, line) => {
    const record = known.get(id)
    const client = foundNext(id, 'client_id', line)
    const of = isVisit(changes.get(id)) && client !== undefined ? client : record?.of
    const column = columns.get(changes.get(String(of ?? id))?.[0]?.entity ?? '') ?? ''
    const name = foundNext(String(of ?? id), column, line)
    if (typeof name === 'string' && name !== '') return name
    return of && of !== record?.of ? known.get(String(of))?.name : record?.name
  }
  return nameThen
}

const isVisit = (changes: readonly Change[] = []) => changes.some(({ entity }) => entity === 'appointments')

const isAfter = (one: Line, line: Line) => one.at > line.at || (one.at.getTime() === line.at.getTime() && one.id > line.id)
