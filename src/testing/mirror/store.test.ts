import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { MirrorBatch, MirrorRow } from '#platform/web/sync/mirror-port.ts'
import { mirrorFolder, noSqlite, openDesktop } from '#testing/mirror/desktop.ts'
import type { DesktopStore } from '../../../shells/desktop/core/store.ts'

const OF = { practiceId: '0190aaaa-0000-7000-8000-000000000001', personId: '0190aaaa-0000-7000-8000-000000000002' }
const FILE = `${OF.practiceId}_${OF.personId}.db`
const NONE = { rec: [], queue: [], done: [], meta: [], blob: [] }
const LINE = 'line device'

const batch = (puts: Partial<Record<keyof typeof NONE, MirrorRow[]>>, more: Partial<MirrorBatch> = {}): MirrorBatch => ({
  line: LINE,
  clears: [],
  drops: NONE,
  puts: { ...NONE, ...puts },
  highest: 0,
  ...more,
})
const BEGINNING = batch({ meta: [['line', 0, JSON.stringify({ k: 'line', value: LINE })]] }, { fill: 'first' })
const client = (id: string, name: string): MirrorRow => [`clients ${id}`, 1, JSON.stringify({ entity: 'clients', id, base: { name } })]

let folder: string
let remove: () => void
const stores: DesktopStore[] = []
const open = async (options?: Parameters<typeof openDesktop>[1]) => {
  const store = await openDesktop(folder, options)
  stores.push(store)
  return store
}

beforeEach(() => {
  ;({ folder, remove } = mirrorFolder())
})
afterEach(() => {
  for (const store of stores.splice(0)) store.close()
  remove()
})

describe.skipIf(noSqlite)(`the desktop's store (${noSqlite ?? 'node:sqlite'})`, () => {
  test('a batch is there for whoever opens the file next, page by page in the order of its keys', async () => {
    const first = await open()
    const file = await first.open(OF)
    await file.take(BEGINNING)
    await file.take(batch({ rec: [client('b', 'Bea'), client('a', 'Ann'), client('c', 'Cai')], queue: [['op1', 4, '{}']] }, { highest: 4 }))
    first.close()
    const again = await (await open()).open(OF)
    expect((await again.read('rec', null, 2)).map(([key]) => key)).toEqual(['clients a', 'clients b'])
    expect((await again.read('rec', 'clients b', 2)).map(([key]) => key)).toEqual(['clients c'])
    expect(await again.read('queue', null, 9)).toEqual([['op1', 4, '{}']])
    expect(await again.marks()).toEqual({ line: LINE, stamp: 0, highest: 4, done: 0 })
  })

  test('the highest number never falls', async () => {
    const file = await (await open()).open(OF)
    await file.take(BEGINNING)
    await file.take(batch({}, { highest: 12 }))
    await file.take(batch({}, { highest: 3 }))
    expect((await file.marks()).highest).toBe(12)
  })

  test('a change gives its number to another that takes its place', async () => {
    const file = await (await open()).open(OF)
    await file.take(BEGINNING)
    await file.take(
      batch({
        queue: [
          ['old', 1, '{}'],
          ['other', 2, '{}'],
        ],
      }),
    )
    await file.take(batch({ queue: [['new', 1, '{"n":1}']] }))
    expect(await file.read('queue', null, 9)).toEqual([
      ['new', 1, '{"n":1}'],
      ['other', 2, '{}'],
    ])
    await file.take(batch({}, { drops: { ...NONE, queue: ['1'] } }))
    expect(await file.read('queue', null, 9)).toEqual([['other', 2, '{}']])
  })

  test('a batch of another line is refused, and an empty mirror takes none but its beginning', async () => {
    const file = await (await open()).open(OF)
    await expect(file.take(batch({ rec: [client('a', 'Ann')] }))).rejects.toThrow('another line')
    await file.take(BEGINNING)
    await expect(file.take(batch({}, { line: 'else device' }))).rejects.toThrow('another line')
  })

  test('only this user can read what it writes', async () => {
    const store = await open()
    await (await store.open(OF)).take(BEGINNING)
    await store.keepNotes({ theme: 'dark' })
    const modes = readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)])
    expect(modes.length).toBeGreaterThan(3)
    expect(modes.filter(([, mode]) => mode !== '600')).toEqual([])
  })

  test('no name leads out of the folder', async () => {
    const store = await open()
    await expect(store.open({ ...OF, personId: '../../else' })).rejects.toThrow(TypeError)
  })

  test.each([
    ['cut short', (path: string) => truncateSync(path, 5000)],
    ['overwritten', (path: string) => writeFileSync(path, Buffer.alloc(20_000, 7))],
    ['scratched in the middle', (path: string) => writeFileSync(path, scratched(readFileSync(path)))],
  ])('a file that was %s is put aside, kept, and made anew', async (_, damage) => {
    const store = await open()
    const file = await store.open(OF)
    await file.take(BEGINNING)
    await file.take(batch({ rec: Array.from({ length: 500 }, (_, n) => client(`c${n}`, 'Ann'.repeat(40))) }, { scrubs: 'log' }))
    store.close()
    damage(join(folder, FILE))
    const damaged = readFileSync(join(folder, FILE))
    const told: string[] = []
    const anew = await (await open({ onDamaged: (name) => told.push(name) })).open(OF)
    expect((await anew.marks()).line).toBeNull()
    expect(told).toEqual([join(folder, `${FILE}.damaged-1`)])
    expect(readFileSync(told[0] ?? '').equals(damaged)).toBe(true)
    await anew.take(BEGINNING)
    expect((await anew.marks()).line).toBe(LINE)
  })

  test('a file of a later build is left as it is', async () => {
    const store = await open()
    await (await store.open(OF)).take(BEGINNING)
    store.close()
    const { DatabaseSync } = await import('node:sqlite')
    const db = new DatabaseSync(join(folder, FILE))
    db.exec('pragma user_version = 99')
    db.close()
    const later = await open()
    await expect(later.open(OF)).rejects.toThrow('version 99')
    expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([])
  })

  test('what is archived out of the queue can be found again, until its record is erased', async () => {
    const file = await (await open()).open(OF)
    await file.take(BEGINNING)
    const change = (id: string) => JSON.stringify({ entity: 'clients', id })
    await file.take(
      batch({
        rec: [client('a', 'Ann'), client('b', 'Bea')],
        queue: [
          ['op1', 1, change('a')],
          ['op2', 2, change('b')],
        ],
      }),
    )
    await file.archiveQueue(1000, ['op1'])
    expect((await file.read('queue', null, 9)).map(([key]) => key)).toEqual(['op2'])
    await file.archiveQueue(2000)
    expect(await archived()).toEqual(['op1', 'op2'])
    await file.take(batch({}, { drops: { ...NONE, rec: ['clients a'] }, scrubs: 'all' }))
    expect(await archived()).toEqual(['op2'])
  })

  test('what a scrubbing batch takes out is in no byte that is left', async () => {
    const file = await (await open()).open(OF)
    await file.take(BEGINNING)
    await file.take(
      batch({ rec: [client('a', 'Gwendolen Prosser'), client('b', 'Bea')], queue: [['op1', 1, '{"name":"Gwendolen Prosser"}']] }),
    )
    expect(bytesOf(folder).includes('Gwendolen')).toBe(true)
    await file.take(batch({}, { drops: { ...NONE, rec: ['clients a'], queue: ['1'] }, scrubs: 'all' }))
    expect(bytesOf(folder).includes('Gwendolen')).toBe(false)
    expect(bytesOf(folder).includes('Bea')).toBe(true)
  })

  test('forgotten, nothing of it is left, what was put aside with it either', async () => {
    const store = await open()
    const file = await store.open(OF)
    await file.take(BEGINNING)
    writeFileSync(join(folder, `${FILE}.damaged-1`), 'old')
    await store.keepNotes({ theme: 'dark' })
    await file.forget()
    expect(readdirSync(folder).filter((name) => !name.startsWith('device.db'))).toEqual([])
    expect(await store.readNotes()).toEqual({ theme: 'dark' })
  })
})

/* Behind the first page, or SQLite would know it for no database at all. */
const scratched = (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at > 8192 && at % 3 ? byte ^ 0x5a : byte)))

const bytesOf = (path: string) =>
  readdirSync(path)
    .map((name) => readFileSync(join(path, name)).toString('latin1'))
    .join('')

async function archived(): Promise<unknown[]> {
  const { DatabaseSync } = await import('node:sqlite')
  const db = new DatabaseSync(join(folder, FILE))
  const rows = db.prepare('select op_id from q_archive order by op_id').all()
  db.close()
  return rows.map(({ op_id }) => op_id)
}
