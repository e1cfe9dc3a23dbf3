import type { Book, Written } from './bad-week-book.ts'
import { type Device, until } from './bad-week-device.ts'

/** Queries the database without row-level security; `$1` is the practice. */
export type QueryDatabase = <T extends object>(text: string) => Promise<T[]>
type Line = { device: string; entity: string; issued: number; applied: number; asked: number; resolved: number }
type Act = { device: string; entity: string; id: string; kind: string }
type Text = { kind: string; visit: string; client: string | null }
type Row = Record<string, unknown> & { id: string; deleted_at: string | null }

/** The journal's verbs for adding and removing a record; it has many for a change. */
const KINDS: Record<string, string> = { added: 'CREATE', removed: 'DELETE' }
const NAMED_OTHERWISE: Record<string, string> = { startTime: 'starts_at', endTime: 'ends_at', phone: 'phone_as_typed' }

/** Waits until no device has unsent changes and each has fetched everything. @throws Error naming what still waits */
export async function quiet(devices: Device[], ask: QueryDatabase) {
  let standing: string[] = []
  await until('everything is sent and fetched', async () => {
    const [counter] = await ask<{ seq: string }>('select seq from sync_counters where practice_id = $1')
    standing = (await Promise.all(devices.map((device) => queueStateOf(device, Number(counter?.seq))))).flat()
    return standing.length === 0
  }).catch((error: Error) => {
    throw new Error(`${error.message}\n${standing.join('\n')}`)
  })
}

async function queueStateOf(device: Device, seq: number): Promise<string[]> {
  const { queue, cursor } = await device.copy()
  const waiting = queue.map(({ state, action, entity, id }) => `${state} ${action} ${entity} ${id}`)
  const behind = seq - (cursor?.cursor ?? 0)
  return [...waiting, ...(behind ? [`has ${behind} to fetch`] : [])].map((line) => `${device.name}: ${line}`)
}

/** Prints the changes made next to the contents of PostgreSQL and the devices, and returns whether all of it is equal. */
export async function compare(book: Book, devices: Device[], ask: QueryDatabase): Promise<boolean> {
  const issued = book.changes.map(({ device, change }): Act => ({ device, entity: change.entity, id: change.id, kind: change.action }))
  const journal = await journalOf(book, ask)
  const lines = linesOf(book, issued, journal)
  print(lines)
  const records = [...book.records.values()]
  const live = records.filter(({ isGone }) => !isGone)
  const texts = await ask<Text>(`select kind, subject_id as visit, client_id as client from notices where practice_id = $1`)
  const notices = texts.filter(({ kind }) => kind !== 'reminder')
  // What waits for the day before a visit follows from the visits there are, no matter who was notified (decision 027).
  const reminders = texts.filter(({ kind }) => kind === 'reminder')
  const isLive = (visit: string) => book.records.get(visit)?.isGone === false
  const apart = new Set(reminders.filter(({ visit }) => isLive(visit)).map(({ visit, client }) => `${visit} ${client}`))
  const checks: [string, number, number][] = [
    ['changes issued, and lines of the journal', issued.length, journal.length],
    ['records written, and in PostgreSQL value for value', records.length, await countInDatabase(records, ask)],
    ['visits to be told of, and texts in the outbox', book.told.length, notices.length],
    [
      'texts in the outbox, and visits they are of',
      notices.length,
      book.told.filter((id) => notices.some(({ visit }) => visit === id)).length,
    ],
    ['reminders that wait, and pairs of a visit there is and its owner', reminders.length, apart.size],
  ]
  for (const device of devices) {
    checks.push([`records there are, and on the ${device.name} value for value`, live.length, await countOnDevice(live, device)])
  }
  for (const [what, one, other] of checks) console.log(`${one === other ? '=' : '≠'} ${what}: ${one}, ${other}`)
  return lines.every(isEqual) && checks.every(([, one, other]) => one === other)
}

/* The server's journal of each device's changes. A device is identified by the first record it made. */
async function journalOf(book: Book, ask: QueryDatabase): Promise<Act[]> {
  const lines = await ask<{ device: string; entity: string; id: string; verb: string }>(
    `select device_id as device, entity, entity_id as id, verb from activity
     where practice_id = $1 and entity in ('clients', 'horses', 'appointments', 'visit_horses', 'work_entries')`,
  )
  const made = lines.filter(({ verb }) => verb === 'added')
  const nameOf = new Map(made.map(({ device, id }) => [device, book.records.get(id)?.by ?? 'unknown']))
  return lines.map(({ device, entity, id, verb }) => ({
    device: nameOf.get(device) ?? 'unknown',
    entity,
    id,
    kind: KINDS[verb] ?? 'UPDATE',
  }))
}

/* Matches each change with its one line of the journal. */
function linesOf(book: Book, issued: Act[], journal: Act[]): Line[] {
  const unclaimed = new Map<string, number>()
  for (const act of journal) unclaimed.set(nameOf(act), (unclaimed.get(nameOf(act)) ?? 0) + 1)
  const isApplied = (act: Act) => {
    const left = unclaimed.get(nameOf(act)) ?? 0
    unclaimed.set(nameOf(act), left - 1)
    return left > 0
  }
  const keys = [...new Set(issued.map(keyOf))].sort()
  return keys.map((key) => {
    const mine = issued.filter((act) => keyOf(act) === key)
    const [device = '', entity = ''] = key.split(' ')
    const [asked, resolved] = [book.asked, book.resolved].map((list) => list.filter((one) => one === key).length) as [number, number]
    return { device, entity, issued: mine.length, applied: mine.filter(isApplied).length, asked, resolved }
  })
}

const keyOf = ({ device, entity }: Act) => `${device} ${entity}`
const nameOf = ({ device, entity, id, kind }: Act) => `${device} ${entity} ${id} ${kind}`
const isEqual = ({ issued, applied, asked, resolved }: Line) => issued === applied && asked === resolved

async function countInDatabase(records: Written[], ask: QueryDatabase): Promise<number> {
  let right = 0
  for (const entity of new Set(records.map((record) => record.entity))) {
    const rows = await ask<{ row: Row }>(`select to_jsonb(${entity}) as row from ${entity} where practice_id = $1`)
    const byId = new Map(rows.map(({ row }) => [row.id, row]))
    right += records.filter((record) => {
      const row = record.entity === entity && byId.get(record.id)
      return row && (row.deleted_at !== null) === record.isGone && (record.isGone || holds(row, record.values, columnOf))
    }).length
  }
  return right
}

/* Also counts records that are not in the book, so that duplicates are found. */
async function countOnDevice(live: Written[], device: Device): Promise<number> {
  const shown = (await device.copy()).rec.filter(({ deleted, entity }) => !deleted && live.some((one) => one.entity === entity))
  const byId = new Map(shown.map((rec) => [rec.id, rec]))
  const right = live.filter(({ id, values }) => {
    const rec = byId.get(id)
    return rec && !rec.pending && !rec.isOffline && holds(rec.data as Record<string, unknown>, values, (field) => field)
  })
  return right.length + (shown.length - byId.size) + shown.filter(({ id }) => !live.some((one) => one.id === id)).length
}

const holds = (row: Record<string, unknown>, values: object, named: (field: string) => string) =>
  Object.entries(values).every(([field, value]) => plain(field, row[named(field)]) === plain(field, value))

/* An instant has more than one notation. */
const plain = (field: string, value: unknown) => (field.endsWith('Time') ? Date.parse(String(value)) : String(value))
const columnOf = (field: string) => NAMED_OTHERWISE[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function print(lines: Line[]) {
  const columns = ['issued', 'applied', 'asked', 'resolved'] as const
  const sums = columns.map((column) => lines.reduce((sum, line) => sum + line[column], 0))
  const rows = lines.map((line) => [...Object.values(line), isEqual(line) ? '=' : '≠'])
  for (const row of [['device', 'entity', ...columns, ''], ...rows, ['', 'in all', ...sums, '']]) {
    console.log(row.map((cell, at) => (at < 2 ? String(cell).padEnd(15) : String(cell).padStart(9))).join(''))
  }
}
