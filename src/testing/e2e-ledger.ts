import { expect } from 'vitest'
import { type Copy, type Device, type OnDisk, type Practice, readCopy, waiting } from '#testing/e2e-practice.ts'

type ServedRow = { entity: string; id: string; rev: number; deleted: boolean; data: object }
type Expected = {
  /** Changes that wait for the farrier, by device, in order. */
  stuck?: OnDisk[]
  /** Texts and e-mails all this caused, by kind. */
  notices?: Record<string, number>
}

/**
 * Compares what the devices recorded with what the server did, once nothing is on its way any more: every op issued is applied, given up
 * by the person or waiting for them (I3); each took effect exactly once (I1, I2); every device shows what the server has (I4, I9).
 */
export async function expectLedgersAgree(practice: Practice, devices: Device[], { stuck = [], notices = {} }: Expected = {}) {
  const waitingIds = stuck.map((item) => item.opId)
  const { copies, rows } = await atRest(practice, devices, waitingIds)
  await expectEachOnce(practice, copies)
  expect(await noticesOf(practice), 'texts and e-mails').toEqual(notices)
  for (const copy of copies) expectSameRows(copy, rows, waitingIds)
}

/** The devices' copies once nothing but `stuck` is in any queue and each has fetched everything the server has. */
export async function calm(practice: Practice, devices: Device[], stuck: string[] = []): Promise<Copy[]> {
  let copies: (Copy | undefined)[] = []
  const standing = async () => {
    copies = await Promise.all(devices.map(({ page }) => readCopy(page)))
    const seq = await lastSeq(practice)
    return copies.map((copy) => ({
      queue: copy?.queue.filter(({ opId }) => !stuck.includes(opId)),
      behind: seq - (copy?.cursor?.cursor ?? 0),
    }))
  }
  await expect.poll(standing, waiting('everything is sent and fetched')).toEqual(devices.map(() => ({ queue: [], behind: 0 })))
  return copies.filter((copy) => copy !== undefined)
}

/* The copies and what the server has at one moment: a job of the server may change a row after the devices were read. */
async function atRest(practice: Practice, devices: Device[], stuck: string[]): Promise<{ copies: Copy[]; rows: ServedRow[] }> {
  for (;;) {
    const copies = await calm(practice, devices, stuck)
    const rows = await servedRows(devices[0])
    const seq = await lastSeq(practice)
    if (copies.every(({ cursor }) => cursor?.cursor === seq)) return { copies, rows }
  }
}

async function lastSeq(practice: Practice): Promise<number> {
  const [counter] = await practice.ask<{ seq: string }>('select seq from sync_counters where practice_id = $1')
  return Number(counter?.seq)
}

/* The server's list of ops, and the journal's lines by op, against what the devices say was applied. */
async function expectEachOnce(practice: Practice, copies: Copy[]) {
  const applied = copies.flatMap(({ done }) => done.filter(({ outcome }) => outcome === 'applied')).map(opOf)
  const ops = await practice.ask<{ op: string; entity: string; id: string; rev: number }>(
    'select op_id as op, entity, entity_id as id, rev from sync_ops where practice_id = $1 order by applied_at, op_id',
  )
  expect(sorted(ops.map(({ op, entity, id }) => `${op} ${entity} ${id}`)), 'ops the server knows').toEqual(sorted(applied))
  const lines = await practice.ask<{ act: string }>('select act_id as act from activity where practice_id = $1')
  const effects = lines.map(({ act }) => act).filter((act) => ops.some(({ op }) => op === act))
  // An op that found the row as it wished it to be, and only requested a text, left the revision and wrote no line.
  const revisions = new Set(ops.map(({ entity, id, rev }) => `${entity} ${id} ${rev}`))
  expect(new Set(effects).size, 'an op has one line in the journal').toBe(effects.length)
  expect(effects.length, 'a revision has one line in the journal').toBe(revisions.size)
}

const opOf = ({ opId, entity, id }: OnDisk) => `${opId} ${entity} ${id}`
const sorted = (texts: string[]) => texts.toSorted()

async function noticesOf(practice: Practice): Promise<Record<string, number>> {
  const rows = await practice.ask<{ kind: string; count: number }>(
    `select kind, count(*)::int as count from notices where practice_id = $1 and kind <> 'reminder' group by kind`,
  )
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

/** Everything the server has, fetched as a device that has never been here. */
async function servedRows(device: Device | undefined): Promise<ServedRow[]> {
  const asked = `deviceId=${crypto.randomUUID()}&limit=2000`
  const page = await device?.api.get<{ more: boolean; rows: ServedRow[] }>(`/api/sync/pull?${asked}`)
  expect(page?.more, 'one page holds it all').toBe(false)
  return page?.rows ?? []
}

function expectSameRows({ rec, queue }: Copy, rows: ServedRow[], stuck: string[]) {
  const isHeld = (id: string) => queue.some((item) => item.id === id && stuck.includes(item.opId))
  const shown = rec.filter(({ deleted, id }) => !deleted && !isHeld(id))
  const served = rows.filter(({ deleted, id }) => !deleted && !isHeld(id))
  const named = (list: { entity: string; id: string; rev: number; data: object }[]) =>
    Object.fromEntries(list.map(({ entity, id, rev, data }) => [`${entity} ${id}`, { rev, data }]))
  expect(named(shown), 'what the device shows').toEqual(named(served))
  expect(shown.filter(({ isOffline, pending }) => isOffline || pending)).toEqual([])
}
