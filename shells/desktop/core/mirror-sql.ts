import type { MirrorBatch, MirrorRow, MirrorTable } from '../../../src/platform/web/sync/mirror-port.ts'

/*
 * A mirror in SQLite, the same for every shell. Pure: statements and their values, run by the shell's own SQLite. `meta` and `blob` of the
 * copy are lines of `small`, and so are the mirror's own marks.
 */

/** Each version's statements, in order; `pragma user_version` tells how many were run. Versions only ever go forward. */
export const VERSIONS: readonly (readonly string[])[] = [
  [
    'create table kept (entity text not null, id text not null, stamp integer not null, row text not null, primary key (entity, id)) without rowid',
    'create table queue (op_id text primary key, seq integer not null unique, item text not null) without rowid',
    'create table done (op_id text primary key, acked_at integer not null, item text not null) without rowid',
    'create table small (k text primary key, v text not null) without rowid',
    'create table q_archive (op_id text not null, entity text not null, id text not null, item text not null, archived_at integer not null)',
  ],
]

/** What each connection is set to: nothing that was acknowledged goes with the power, and nothing deleted stays in a free page. */
export const SETTINGS: readonly string[] = ['pragma journal_mode = wal', 'pragma synchronous = full', 'pragma secure_delete = on']

/** Empties the write-ahead log: what was deleted stands in it until then. */
export const TRUNCATE = 'pragma wal_checkpoint(truncate)'

/** A statement and its values. */
export type Statement = readonly [sql: string, ...values: (string | number)[]]

const HIGHEST = 'mark/highest'
const LINE = 'meta/line'
const STAMP = 'meta/stamp'

/** Where a mirror of `small` alone keeps its notes. */
export const NOTES = 'note/'

/** The lines of `small` that begin so. */
const span = (beginning: string) => [beginning, `${beginning.slice(0, -1)}0`] as const

/** The statements that write a batch, to be run in one transaction. */
export function statementsOf(batch: MirrorBatch): Statement[] {
  const { clears, drops, puts, highest } = batch
  const tables: readonly MirrorTable[] = ['rec', 'queue', 'done', 'meta', 'blob']
  return [
    ...(batch.fill === 'first' ? tables.map(clearing) : clears.map(clearing)),
    ...tables.flatMap((table) => drops[table].map((key) => dropping(table, key))),
    ...tables.flatMap((table) => puts[table].map((row) => putting(table, row))),
    ...(highest > 0 ? [RAISE(highest)] : []),
    ...(batch.scrubs ? [FORGOTTEN] : []),
  ]
}

const RAISE = (highest: number): Statement => [
  'insert into small (k, v) values (?, ?) on conflict (k) do update set v = max(cast(v as integer), cast(excluded.v as integer))',
  HIGHEST,
  String(highest),
]

/* What was archived of a record that is not here any more goes with it. */
const FORGOTTEN: Statement = [
  'delete from q_archive where not exists (select 1 from kept where kept.entity = q_archive.entity and kept.id = q_archive.id)',
]

function clearing(table: MirrorTable): Statement {
  if (table === 'rec') return ['delete from kept']
  if (table === 'queue' || table === 'done') return [`delete from ${table}`]
  return ['delete from small where k >= ? and k < ?', ...span(`${table}/`)]
}

function dropping(table: MirrorTable, key: string): Statement {
  if (table === 'rec') return ['delete from kept where entity = ? and id = ?', ...pairOf(key)]
  if (table === 'queue') return ['delete from queue where seq = ?', Number(key)]
  if (table === 'done') return ['delete from done where op_id = ?', key]
  return ['delete from small where k = ?', `${table}/${key}`]
}

function putting(table: MirrorTable, [key, at, json]: MirrorRow): Statement {
  if (table === 'rec') return ['insert or replace into kept (entity, id, stamp, row) values (?, ?, ?, ?)', ...pairOf(key), at, json]
  if (table === 'queue') return ['insert or replace into queue (op_id, seq, item) values (?, ?, ?)', key, at, json]
  if (table === 'done') return ['insert or replace into done (op_id, acked_at, item) values (?, ?, ?)', key, at, json]
  return ['insert or replace into small (k, v) values (?, ?)', `${table}/${key}`, json]
}

const pairOf = (key: string): [entity: string, id: string] => {
  const at = key.indexOf(' ')
  return [key.slice(0, at), key.slice(at + 1)]
}

/** Reads up to `most` rows behind `after`, each with `key`, `at` and `json`. */
export function reading(table: MirrorTable, after: string | null, most: number): Statement {
  if (table === 'rec') {
    const [entity, id] = after === null ? ['', ''] : pairOf(after)
    return [
      "select entity || ' ' || id as key, stamp as at, row as json from kept where (entity, id) > (?, ?) order by entity, id limit ?",
      entity,
      id,
      most,
    ]
  }
  if (table === 'queue')
    return ['select op_id as key, seq as at, item as json from queue where op_id > ? order by op_id limit ?', after ?? '', most]
  if (table === 'done')
    return ['select op_id as key, acked_at as at, item as json from done where op_id > ? order by op_id limit ?', after ?? '', most]
  const [from, to] = span(`${table}/`)
  const place = table.length + 2
  return [
    `select substr(k, ${place}) as key, 0 as at, v as json from small where k > ? and k < ? order by k limit ?`,
    `${from}${after ?? ''}`,
    to,
    most,
  ]
}

/** Reads the marks as one row: `line` and `stamp` as JSON of their lines in the copy's meta, or null. */
export const MARKS: Statement = [
  `select (select v from small where k = '${LINE}') as line, (select v from small where k = '${STAMP}') as stamp,
    coalesce((select cast(v as integer) from small where k = '${HIGHEST}'), 0) as highest,
    (select count(*) from done) as done`,
]

/** The line alone. */
export const LINE_OF: Statement = ['select v as line from small where k = ?', LINE]

/** The value in a line of the copy's meta. */
export const valueIn = <T>(json: unknown): T | undefined =>
  typeof json === 'string' ? ((JSON.parse(json) as { value: T }).value ?? undefined) : undefined

/** Moves changes out of the queue where they can be found again; those of `opIds`, or all. */
export function archiving(opIds: readonly string[] | undefined, now: number): Statement[] {
  const which = opIds ? `where op_id in (${opIds.map(() => '?').join(', ')})` : ''
  const values = opIds ?? []
  return [
    [
      `insert into q_archive (op_id, entity, id, item, archived_at)
        select op_id, json_extract(item, '$.entity'), json_extract(item, '$.id'), item, ? from queue ${which}`,
      now,
      ...values,
    ],
    [`delete from queue ${which}`, ...values],
  ]
}
