import type pg from 'pg'
import type { TableEntry } from '#platform/server/backup/format.ts'

/** A table in a database: its columns in order, with their types, and the key its rows are ordered by. */
export type Table = Pick<TableEntry, 'schema' | 'name'> & { columns: { name: string; type: string }[]; key: string[] }

/**
 * A session that was ended after the backup (a lost phone) must not open again, so no one stays signed in through a restore; a withdrawn
 * invitation must not open again either. A requested code is a secret of half an hour. The index of addresses is made again, and jobs done
 * since the backup must run again. Copies of the demo belong to no one.
 */
const LEFT_OUT = [
  'sessions',
  'pushes',
  'signin_links',
  'shell_codes',
  'oauth_starts',
  'invitations',
  'known_devices',
  'tries',
  'asks',
  'challenges',
  'addresses',
  'address_index',
  'job_runs',
  'demo_copies',
].map((name) => `directory.${name}`)

const FIRST_PAGE = 16
const LARGEST_PAGE = 2000
const PAGE_CHARACTERS = 2_000_000

/** Anything that answers a statement: a connection, or a transaction. */
export type Queryable = { query: <R extends pg.QueryResultRow>(text: string) => Promise<{ rows: R[] }> }

/** Every table a backup holds, with referenced tables first. */
export async function listTables(client: Queryable): Promise<Table[]> {
  const { rows } = await client.query<Table & { needs: string[] }>(`
    select n.nspname as schema, c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
       from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select json_agg(quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end order by place)
       from pg_constraint k, unnest(k.conkey) with ordinality as part (attnum, place)
       join pg_attribute a on a.attnum = part.attnum
       where k.conrelid = c.oid and k.contype = 'p' and a.attrelid = c.oid) as key,
      (select coalesce(json_agg(distinct f.nspname || '.' || t.relname), '[]') from pg_constraint k
       join pg_class t on t.oid = k.confrelid join pg_namespace f on f.oid = t.relnamespace
       where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('directory', 'public') and c.relkind in ('r', 'p') order by 1, 2`)
  const wanted = rows.filter((table) => !LEFT_OUT.includes(nameOf(table)))
  return inOrder(wanted).map(({ needs: _, ...table }) => table)
}

/** `schema.name`, as messages write it. */
export const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>) => `${schema}.${name}`

/** Values as text that reads the same on every server of every version: set before reading or writing rows, for the transaction. */
export const setTextFormat = (client: pg.ClientBase) =>
  client.query(`set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601';
    set local bytea_output = 'hex'; set local extra_float_digits = 1; set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0`)

/**
 * The lines of a table in the order of its key, a page at a time. Tenant tables are read practice by practice, because row-level
 * security shows its owner no more either. `setTextFormat` first.
 */
export async function* readLines(
  client: pg.ClientBase,
  table: Table,
  practices: readonly string[],
  but?: LeftOut,
): AsyncGenerator<string[]> {
  let size = FIRST_PAGE
  for (const practice of table.schema === 'public' ? practices : [undefined]) {
    await client.query(
      `close all; ${practice ? `set local app.practice_id = '${practice}';` : ''} ${declare(client, table, practice, but)}`,
    )
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${size} from page`)
      if (rows.length > 0) yield rows.map((row) => row.line)
      if (rows.length < size) break
      const characters = rows.reduce((sum, row) => sum + row.line.length, 0)
      size = Math.max(1, Math.min(LARGEST_PAGE, size * 2, Math.floor((PAGE_CHARACTERS / characters) * size)))
    }
  }
}

/** Practices and people whose data no backup keeps. */
export type LeftOut = { practices: readonly string[]; people: readonly string[] }

/** The visitors' copies of the demo, with who is in them and nowhere else; none in tables of before there were any. */
export async function listDemoCopies(client: pg.ClientBase): Promise<LeftOut> {
  const { rows: there } = await client.query<{ name: string }>(
    `select name from unnest('{demo_copies,ways}'::text[]) as name where to_regclass('directory.' || name) is not null`,
  )
  const names = there.map(({ name }) => name)
  if (!names.includes('demo_copies')) return { practices: [], people: [] }
  const { rows } = await client.query<{ practice: string; people: string[] }>(`
    select c.practice_id as practice, array(
      select m.person_id from directory.memberships m where m.practice_id = c.practice_id${names.includes('ways') ? GUESTS : ''})::text[] as people
    from directory.demo_copies c`)
  return { practices: rows.map(({ practice }) => practice), people: rows.flatMap(({ people }) => people) }
}

const GUESTS = `
      union select w.person_id from directory.ways w where w.practice_id = c.practice_id
        and not exists (select from directory.ways o where o.person_id = w.person_id and o.practice_id <> c.practice_id)
        and not exists (select from directory.memberships m where m.person_id = w.person_id)`

/** Adds rows of one table, and of one practice when it is a tenant's. `setTextFormat` first. */
export async function writeLines(client: pg.ClientBase, table: Table, practice: string | undefined, lines: readonly string[]) {
  if (practice) await client.query(`select set_config('app.practice_id', $1, true)`, [practice])
  const quoted = table.columns.map(({ name }) => client.escapeIdentifier(name))
  await client.query({
    name: nameOf(table).slice(0, 60),
    text: `insert into ${quote(client, table)} (${quoted.join(', ')})
      select ${table.columns.map(({ type }, at) => `${quoted[at]}::${type}`).join(', ')}
      from json_to_recordset($1) as line (${quoted.map((name) => `${name} text`).join(', ')})`,
    values: [`[${lines.join(',')}]`],
  })
}

/** A table's name for a statement. */
export const quote = (client: pg.ClientBase, { schema, name }: Pick<Table, 'schema' | 'name'>) =>
  `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`

/** Which practices there are, in the order of their ids. */
export const listPractices = async (client: pg.ClientBase): Promise<string[]> =>
  (await client.query<{ id: string }>('select id from directory.practices order by id')).rows.map((row) => row.id)

// Every value is cast to text: json would lose the difference between SQL null and JSON null, and digits of numbers.
function declare(client: pg.ClientBase, table: Table, practice: string | undefined, but: LeftOut | undefined) {
  const names = table.columns.map(({ name }) => client.escapeLiteral(name)).join(', ')
  const values = table.columns.map(({ name }) => `${client.escapeIdentifier(name)}::text`).join(', ')
  const wanted = practice ? `practice_id = '${practice}'` : but ? isKept(client, table, but) : 'true'
  return `declare page no scroll cursor for select json_object(array[${names}], array[${values}])::text as line
    from ${quote(client, table)} where ${wanted} order by ${table.key.join(', ')}`
}

/** The condition on a table of the directory that leaves out the rows of these practices and people. */
function isKept(client: pg.ClientBase, { name, columns }: Table, { practices, people }: LeftOut): string {
  const lists = { id: name === 'practices' ? practices : name === 'people' ? people : [], practice_id: practices, person_id: people }
  const none = Object.entries(lists).flatMap(([column, ids]) =>
    ids.length > 0 && columns.some((one) => one.name === column)
      ? [`(${column} = any (${client.escapeLiteral(`{${ids.join()}}`)}::uuid[])) is not true`]
      : [],
  )
  return none.join(' and ') || 'true'
}

/** Those that need nothing, then those that need only these, and so on; a cycle keeps the order it came in. */
function inOrder<T extends Table & { needs: string[] }>(tables: T[]): T[] {
  const ordered: T[] = []
  const waiting = new Set(tables)
  while (waiting.size > 0) {
    const isMet = ({ needs }: T) => needs.every((need) => ![...waiting].some((table) => nameOf(table) === need))
    const next = [...waiting].filter(isMet)
    for (const table of next.length > 0 ? next : [...waiting]) {
      ordered.push(table)
      waiting.delete(table)
    }
  }
  return ordered
}
