import type { CompiledQuery } from 'kysely'
import { AppError } from '#lib/errors.ts'
import { atCommit, noteChanged, type PracticeTx } from '#platform/server/database/db.ts'
import { prepared } from '#platform/server/sync/batch.ts'

/* The counter's row is held until commit, so the order of `seq` is the order of commits and no pull skips a row. */
type Holding = { ready: Promise<Counter>; counter?: Counter }
/**
 * A practice's counter: the last place of its order that is taken, which is written down as the transaction ends; its epoch, what signs its
 * cursors, and whether one of its webhooks is on.
 */
type Counter = { seq: number; epoch: string; cursor_key: string; has_webhooks: boolean }
const holding = new WeakMap<PracticeTx, Holding>()

/** Makes this transaction the practice's one writer, and reads its counter. @throws practice_not_found */
export function holdCounter(tx: PracticeTx): Promise<Readonly<Counter>> {
  return held(tx)
}

function held(tx: PracticeTx): Promise<Counter> {
  const known = holding.get(tx)
  if (known) return known.ready
  const ready = readCounter(tx).then((counter) => {
    now.counter = counter
    return counter
  })
  const now: Holding = { ready }
  ready.catch(() => {})
  holding.set(tx, now)
  return ready
}

async function readCounter(tx: PracticeTx): Promise<Counter> {
  const { rows } = await tx.executeQuery<Counter>(COUNTER)
  if (!rows[0]) throw new AppError('practice_not_found')
  return rows[0]
}

/** The last place taken in the practice's order; no one else takes one until this transaction ends. */
export const lastPlace = async (tx: PracticeTx): Promise<number> => (await held(tx)).seq

/** Takes the next place of the practice's order. */
export const takePlace = async (tx: PracticeTx): Promise<number> => take(tx, await held(tx), 1)

/** Takes all places up to `seq`, for a batch that counted them itself from `lastPlace` on. */
export async function takePlacesTo(tx: PracticeTx, seq: number): Promise<void> {
  const counter = await held(tx)
  if (seq > counter.seq) take(tx, counter, seq - counter.seq)
}

function take(tx: PracticeTx, counter: Counter, places: number): number {
  counter.seq += places
  noteChanged(tx)
  atCommit(tx, 'places', async () => {
    const last = holding.get(tx)?.counter
    if (last) await tx.executeQuery(counterAt(last.seq))
  })
  return counter.seq
}

/** Marks which places are taken now. Returns how to give back those taken since, when what took them is undone; a hold taken since goes too. */
export async function markPlaces(tx: PracticeTx): Promise<() => void> {
  const counter = await holding.get(tx)?.ready
  const seq = counter?.seq ?? 0
  return () => {
    if (counter) counter.seq = seq
    else holding.delete(tx)
  }
}

const COUNTER = prepared('counter', 'select seq, epoch, cursor_key, has_webhooks from sync_counters for update')
const counterAt = (seq: number): CompiledQuery => ({ ...prepared('counter_at', 'update sync_counters set seq = $1'), parameters: [seq] })
