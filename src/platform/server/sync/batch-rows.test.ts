import { type CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { SyncedName } from '#lib/sync.ts'
import { syncedNames } from '#lib/synced.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { Batch, batchFor, batchOf } from '#platform/server/sync/batch.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

class Undone extends Error {}
type Opened = { batch: Batch; actor: Actor; said: string[]; real: PracticeTx; hold: { until: Promise<unknown> } }

/** A batch on a practice's transaction, undone at the end. `said` lists its queries to the database, if they name a table. */
async function withBatch(work: (opened: Opened) => Promise<void>) {
  const undone = server.gareth.inPractice(async (real, actor) => {
    const said: string[] = []
    const hold = { until: Promise.resolve() as Promise<unknown> }
    const told = async (query: CompiledQuery) => {
      said.push(inShort(query))
      await hold.until
      return real.executeQuery(query)
    }
    const batch = await Batch.open({ executeQuery: told } as unknown as PracticeTx, { practiceId: actor.practiceId, seq: 40 })
    said.length = 0
    await work({ batch, actor, said, real, hold })
    throw new Undone()
  })
  await expect(undone).rejects.toThrow(Undone)
}

const inShort = ({ sql: text }: CompiledQuery) => {
  const all = (typeof text === 'string' ? text : (text as { text: string }).text).replaceAll('"', '')
  return all.replace(/^\s*(select|insert into|update|delete from)\b.*?\b(?:from )?(\w+)\b.*$/s, (whole, verb: string) => {
    const table = verb === 'select' ? /from (\w+)/.exec(whole)?.[1] : whole.trim().split(/\s+/)[verb.split(' ').length]
    return `${verb.split(' ')[0]} ${table}`
  })
}

const blank = (actor: Actor, name: string, id = uuidv7()) => ({ practice_id: actor.practiceId, id, name, rev: 1, seq: 41, fw: {} })
const named = async (tx: PracticeTx, table: 'clients' | 'yards') =>
  (await sql<{ name: string }>`select name from ${sql.table(table)} where seq = 41 order by name`.execute(tx)).rows.map(({ name }) => name)
const line = (actor: Actor, entityId: string) => ({
  practice_id: actor.practiceId,
  id: uuidv7(),
  at: currentTime(),
  entity: 'yards',
  entity_id: entityId,
  verb: 'added',
  after: { name: 'Told' },
})
const horse = (actor: Actor, clientId: string, id = uuidv7()) => ({ ...blank(actor, 'Bramble', id), client_id: clientId })
const owner = (actor: Actor, horseId: string, clientId: string, from: string) => ({
  practice_id: actor.practiceId,
  horse_id: horseId,
  client_id: clientId,
  from_on: from,
})
const owned = (id: string) => ({ table: 'horse_owners', column: 'horse_id', id })

test('it keeps rows of all synced tables but the settings, and is found behind its transaction alone', () =>
  withBatch(async ({ batch, real }) => {
    expect(batch.holds('clients')).toBe(true)
    expect(batch.holds('settings')).toBe(false)
    expect(batch.holds('activity' as SyncedName)).toBe(false)
    expect([batchOf(batch.tx), batchFor(batch.tx, 'yards'), batchFor(batch.tx, 'settings')]).toEqual([batch, batch, undefined])
    expect([batchOf(real), batchFor(real, 'yards')]).toEqual([undefined, undefined])
  }))

test('a row is read once, and a missing row is queried once', () =>
  withBatch(async ({ batch, actor, said, real }) => {
    const [there, not] = [uuidv7(), uuidv7()]
    await sql`insert into yards (practice_id, id, name, rev, seq, fw) values (${actor.practiceId}, ${there}, 'Lower Barn', 1, 41, '{}')`.execute(
      real,
    )
    for (const _ of [1, 2]) {
      expect(await batch.find('yards', there)).toMatchObject({ id: there, name: 'Lower Barn' })
      expect(await batch.find('yards', not)).toBeUndefined()
    }
    expect(said).toEqual(['select yards', 'select yards'])
  }))

test('a row that was read ahead is not queried, and yields to what is known better', () =>
  withBatch(async ({ batch, actor, said }) => {
    const [a, b] = [uuidv7(), uuidv7()]
    batch.know('yards', [blank(actor, 'Known', a) as never], [a, b])
    batch.know('yards', [blank(actor, 'Late', a) as never, blank(actor, 'Late', b) as never])
    expect(await batch.find('yards', a)).toMatchObject({ name: 'Known' })
    expect(await batch.find('yards', b)).toBeUndefined()
    expect(said).toEqual([])
  }))

test('all rows of a parent are read once, with those that wait; a row of a parent read whole is not queried', () =>
  withBatch(async ({ batch, actor, said }) => {
    const [ann, bob, bramble, clover] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()]
    for (const id of [ann, bob]) await batch.insert('clients', blank(actor, 'Owner', id))
    await batch.insert('horses', horse(actor, ann, bramble))
    await batch.insert('horses', horse(actor, bob, clover))
    await batch.flush()
    said.length = 0
    const under = async (id: string) => (await batch.under('horses', 'client_id', id)).map((row) => row.id)
    expect([await under(ann), await under(ann), await under(bob)]).toEqual([[bramble], [bramble], [clover]])
    expect(said).toEqual(['select horses', 'select horses'])
    await batch.change('horses', bramble, { client_id: bob })
    expect([await under(ann), await under(bob)]).toEqual([[], [bramble, clover]])
    batch.knowWhole('horses', 'yard_id', [ann])
    expect(await batch.under('horses', 'yard_id', ann)).toEqual([])
    expect(said).toEqual(['select horses', 'select horses'])
  }))

test('rows are written with one statement per table: added ones first, parents before children, then changes, the journal and the last', () =>
  withBatch(async ({ batch, actor, said, real }) => {
    const [ann, yard, bramble] = [uuidv7(), uuidv7(), uuidv7()]
    await batch.insert('yards', { ...blank(actor, 'Old', yard), address: undefined } as never)
    await batch.flush()
    said.length = 0
    await batch.change('yards', yard, { name: 'New', gate_code: undefined })
    await batch.insert('horses', horse(actor, ann, bramble))
    await batch.insert('clients', blank(actor, 'Ann', ann))
    await batch.insert('clients', blank(actor, 'Bob'))
    await batch.change('clients', ann, { name: 'Anna' })
    batch.replaceUnder(owned(bramble), [owner(actor, bramble, ann, '2025-01-01')])
    batch.log(line(actor, yard))
    expect(said).toEqual(['select horses', 'select clients', 'select clients'])
    said.length = 0
    await batch.flush([sql`select 1 from sync_counters`.compile(real)])
    expect(said).toEqual([
      'insert clients',
      'insert horses',
      'update yards',
      'insert horse_owners',
      'insert activity',
      'select sync_counters',
    ])
    expect(await named(real, 'clients')).toEqual(['Anna', 'Bob'])
    expect(await named(real, 'yards')).toEqual(['New'])
    said.length = 0
    await batch.flush()
    expect(said).toEqual([])
    expect(await batch.find('yards', yard)).toMatchObject({ name: 'New', gate_code: null, rev: 1 })
  }))

test('an id is taken by what is in the database and by what waits', () =>
  withBatch(async ({ batch, actor }) => {
    const id = uuidv7()
    await batch.insert('yards', blank(actor, 'First', id))
    await expect(batch.insert('yards', blank(actor, 'Second', id))).rejects.toMatchObject({ code: 'id_taken' })
    expect(await batch.find('yards', id)).toMatchObject({ name: 'First' })
  }))

test('an id drawn for a new record is not looked up first; after a revert it is, and the database refuses one that is there', () =>
  withBatch(async ({ batch, actor, said }) => {
    const [ann, bob] = [uuidv7(), uuidv7()]
    batch.knowDrawn('clients', [ann, bob])
    batch.begin()
    await batch.insert('clients', blank(actor, 'Ann', ann))
    expect(await batch.under('horses', 'client_id', ann)).toEqual([])
    await expect(batch.insert('clients', blank(actor, 'Ann again', ann))).rejects.toMatchObject({ code: 'id_taken' })
    expect([batch.takeBack(), said]).toEqual([true, []])
    expect(await batch.find('clients', ann)).toBeUndefined()
    expect(said).toEqual(['select clients'])
    await batch.insert('clients', blank(actor, 'Ann', ann))
    await batch.insert('clients', blank(actor, 'Bob', bob))
    await batch.flush()
    const later = await Batch.open(batch.tx, { practiceId: actor.practiceId, seq: 50 })
    later.knowDrawn('clients', [bob])
    await later.insert('clients', blank(actor, 'Another', bob))
    await expect(later.flush()).rejects.toMatchObject({ code: '23505' })
  }))

test('what belongs to a row takes the place of what stood, and of what waited', () =>
  withBatch(async ({ batch, actor, said, real }) => {
    const [ann, bramble, clover] = [uuidv7(), uuidv7(), uuidv7()]
    await batch.insert('clients', blank(actor, 'Ann', ann))
    await batch.insert('horses', horse(actor, ann, bramble))
    await batch.insert('horses', horse(actor, ann, clover))
    batch.replaceUnder(owned(bramble), [owner(actor, bramble, ann, '2025-01-01'), owner(actor, bramble, ann, '2025-02-01')])
    batch.replaceUnder(owned(clover), [owner(actor, clover, ann, '2025-03-01')])
    batch.replaceUnder(owned(clover), [owner(actor, clover, ann, '2025-04-01')])
    await batch.flush()
    const owners = async () =>
      (
        await sql<{ from: string }>`select from_on::text as from from horse_owners where client_id = ${ann} order by 1`.execute(real)
      ).rows.map(({ from }) => from)
    expect(await owners()).toEqual(['2025-01-01', '2025-02-01', '2025-04-01'])
    said.length = 0
    batch.replaceUnder(owned(bramble), [owner(actor, bramble, ann, '2025-05-01')])
    batch.replaceUnder(owned(clover), [])
    await batch.flush()
    expect(said).toEqual(['delete horse_owners', 'insert horse_owners'])
    expect(await owners()).toEqual(['2025-05-01'])
    batch.replaceUnder(owned(bramble), [])
    await batch.flush()
    expect(said.slice(2)).toEqual(['delete horse_owners'])
    expect(await owners()).toEqual([])
  }))

test('one change is undone without the database: rows, places, journal and what belongs to them', () =>
  withBatch(async ({ batch, actor, said, real }) => {
    const [yard, fresh, ann, bramble] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()]
    await batch.insert('clients', blank(actor, 'Ann', ann))
    await batch.insert('horses', horse(actor, ann, bramble))
    await batch.insert('yards', blank(actor, 'Before', yard))
    batch.replaceUnder(owned(bramble), [owner(actor, bramble, ann, '2025-01-01')])
    batch.log(line(actor, yard))
    expect(batch.nextSeq()).toBe(41)
    batch.begin()
    await batch.change('yards', yard, { name: 'After' })
    await batch.change('yards', yard, { name: 'Long after' })
    await batch.insert('yards', blank(actor, 'Fresh', fresh))
    batch.replaceUnder(owned(bramble), [owner(actor, bramble, ann, '2025-02-01')])
    batch.replaceUnder(owned(ann), [owner(actor, bramble, ann, '2025-03-01')])
    batch.log(line(actor, fresh))
    batch.log(line(actor, fresh))
    expect([batch.nextSeq(), batch.nextSeq()]).toEqual([42, 43])
    expect(batch.takeBack()).toBe(true)
    expect(batch.seq).toBe(41)
    expect(await batch.find('yards', yard)).toMatchObject({ name: 'Before' })
    expect(await batch.find('yards', fresh)).toBeUndefined()
    await batch.change('yards', yard, { name: 'Kept' })
    // A revert reverts its own step alone: what came before it stays.
    batch.begin()
    expect(batch.takeBack()).toBe(true)
    await batch.flush()
    expect(await named(real, 'yards')).toEqual(['Kept'])
    const { rows } = await sql`select 1 from activity where entity_id in (${yard}, ${fresh})`.execute(real)
    expect(rows).toHaveLength(1)
    const owners = await sql<{ from: string }>`select from_on::text as from from horse_owners where client_id = ${ann}`.execute(real)
    expect(owners.rows).toEqual([{ from: '2025-01-01' }])
    expect(said).toContain('insert yards')
    expect(said).not.toContain('update yards')
  }))

test('a change that is in the database already is not undone here; one that comes after it is', () =>
  withBatch(async ({ batch, actor }) => {
    batch.begin()
    await batch.insert('yards', blank(actor, 'Written'))
    await batch.flush()
    expect(batch.takeBack()).toBe(false)
    await batch.insert('yards', blank(actor, 'Waiting'))
    batch.begin()
    await batch.flush()
    expect(batch.takeBack()).toBe(true)
    batch.begin()
    await sql`update yards set name = 'Past us' where seq = 41`.execute(batch.tx)
    expect(batch.takeBack()).toBe(false)
    batch.begin()
    await sql`select 1 from yards`.execute(batch.tx)
    expect(batch.takeBack()).toBe(true)
  }))

test('a statement finds in the database what waits for it, and one about something else leaves it waiting', () =>
  withBatch(async ({ batch, actor, said }) => {
    const [ann, bramble] = [uuidv7(), uuidv7()]
    await batch.insert('clients', blank(actor, 'Ann', ann))
    await sql`select 1 from yards`.execute(batch.tx)
    await sql`select 1 from activity`.execute(batch.tx)
    expect(said).toEqual(['select clients', 'select yards', 'select activity'])
    expect(await named(batch.tx, 'clients')).toEqual(['Ann'])
    await batch.insert('horses', horse(actor, ann, bramble))
    await batch.flush()
    said.length = 0
    batch.replaceUnder(owned(bramble), [owner(actor, bramble, ann, '2025-01-01')])
    await sql`select 1 from clients`.execute(batch.tx)
    expect(said).toEqual(['select clients'])
    await sql` SELECT 1 from horse_owners`.execute(batch.tx)
    expect(said).toEqual(['select clients', 'delete horse_owners', 'insert horse_owners', expect.stringContaining('horse_owners')])
    said.length = 0
    batch.log(line(actor, ann))
    await sql`select 1 from activity`.execute(batch.tx)
    expect(said).toEqual(['insert activity', 'select activity'])
    await batch.change('clients', ann, { name: 'Anna' })
    await sql`update yards set name = 'selected'`.execute(batch.tx)
    expect(said.slice(2)).toEqual(['update clients', 'update yards'])
  }))

test('a table written outside the batch is read again, and the other tables are not', () =>
  withBatch(async ({ batch, actor, said }) => {
    const [ann, yard, bramble] = [uuidv7(), uuidv7(), uuidv7()]
    await batch.insert('clients', blank(actor, 'Ann', ann))
    await batch.insert('yards', blank(actor, 'Lower Barn', yard))
    await batch.insert('horses', horse(actor, ann, bramble))
    batch.knowWhole('horses', 'client_id', [ann])
    batch.knowWhole('clients', 'yard_id', [yard])
    await sql`update clients set name = 'Past us' where id = ${ann}`.execute(batch.tx)
    said.length = 0
    expect(await batch.find('clients', ann)).toMatchObject({ name: 'Past us' })
    expect(await batch.find('yards', yard)).toMatchObject({ name: 'Lower Barn' })
    expect(await batch.under('horses', 'client_id', ann)).toHaveLength(1)
    expect(said).toEqual(['select clients'])
    await sql`update horses set name = 'Past us' where id = ${bramble}`.execute(batch.tx)
    expect(await batch.under('horses', 'client_id', ann)).toMatchObject([{ name: 'Past us' }])
  }))

test('a read during its writes waits until all is written, and only then receives a failure', () =>
  withBatch(async ({ batch, actor, said, hold, real }) => {
    await batch.insert('yards', blank(actor, 'Slow'))
    let letGo = () => {}
    hold.until = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const written = batch.flush()
    const read = sql`select 1 from clients`.execute(batch.tx)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(said.at(-1)).toBe('insert yards')
    letGo()
    await Promise.all([written, read])
    expect(said.at(-1)).toBe('select clients')
    await sql`savepoint here`.execute(real)
    let isSlowOver = false
    hold.until = new Promise<void>((resolve) => setTimeout(resolve, 20)).then(() => {
      isSlowOver = true
    })
    const last = [sql`select 1 / 0 from sync_counters`, sql`select 2 from sync_counters`].map((query) => query.compile(real))
    await expect(batch.flush(last)).rejects.toMatchObject({ code: '22012' })
    expect(isSlowOver).toBe(true)
    await sql`rollback to here`.execute(real)
  }))

test('it writes a transaction whole and never row by row', () =>
  withBatch(async ({ batch }) => {
    const rows = batch.tx.selectFrom('clients').selectAll().stream()
    await expect(rows[Symbol.asyncIterator]().next()).rejects.toThrow('a batch does not stream')
  }))

test('a table’s defaults are queried once, and again after a failure', async () => {
  vi.resetModules()
  const { nameSynced } = await import('#lib/synced.ts')
  nameSynced(syncedNames())
  const { readBlanks } = await import('#platform/server/sync/blanks.ts')
  await server.gareth.inPractice(async (tx) => {
    const executeQuery = vi.fn().mockRejectedValueOnce(new Error('gone'))
    const asked = { executeQuery } as unknown as PracticeTx
    await expect(readBlanks(asked)).rejects.toThrow('gone')
    executeQuery.mockImplementation((query: CompiledQuery) => tx.executeQuery(query))
    const blanks = await readBlanks(asked)
    expect(await readBlanks(asked)).toBe(blanks)
    expect(executeQuery).toHaveBeenCalledTimes(3)
    expect([...blanks.keys()].toSorted()).toEqual([...syncedNames()].toSorted())
    expect(blanks.get('horses')).toMatchObject({ practice_id: null, name: null, flags: [], deleted_at: null })
    expect(blanks.get('yards')).not.toHaveProperty('flags')
  })
})
