import { setImmediate } from 'node:timers/promises'
import { currentMs } from '#lib/clock.ts'
import { dayOf, shortDay } from '#lib/dates.ts'
import { deviceNoun, onDevice } from '#lib/device-name.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { SyncResult } from '#lib/sync.ts'
import { SYNC_SCHEMA } from '#lib/synced.ts'
import type { Actor } from '#platform/server/actor.ts'
import { allEnded, type PracticeTx } from '#platform/server/database/db.ts'
import { holdCounter } from '#platform/server/database/places.ts'
import { type Answer, type Answers, applyOps, readShapes } from '#platform/server/sync/apply.ts'
import { isHandedOut, type Signing } from '#platform/server/sync/cursor-proof.ts'
import { meetDevice, requireOwner, whoWrote } from '#platform/server/sync/devices.ts'
import { inOrder, knownOps, namesOf, type ReadOp, readOps } from '#platform/server/sync/ops.ts'
import { prefetch } from '#platform/server/sync/prefetch.ts'
import type { SyncRegistry } from '#platform/server/sync/sync.ts'

/** What one push may bring; a device that has more sends it in several. */
const MOST_OPS = 100

type Push = {
  deviceId: string
  personId?: string | undefined
  practiceId?: string | undefined
  schema: number
  epoch?: string | undefined
  since?: number | undefined
  proof?: string | undefined
  ops: readonly unknown[]
  userAgent?: string | undefined
  /** Receives the answer as soon as it is known, while the database still writes the rows it reports. */
  prepare?: (answer: PushAnswer) => void
}
export type PushAnswer = { epoch: string; view: string; lastK: number; results: SyncResult[] }

/**
 * Applies a device's ops, each at most once and independently: a refused op does not affect the others.
 * @throws wrong_person, too_large; resync when the copy is of another epoch or further on than we are
 */
export async function push(tx: PracticeTx, actor: Actor, registry: SyncRegistry, request: Push): Promise<PushAnswer> {
  requireOwner(actor, request)
  if (request.ops.length > MOST_OPS) throw new AppError('too_large', { most: MOST_OPS })
  const read = readOps(request.ops, request.schema)
  const ops = read.filter((each) => 'fingerprint' in each)
  const name = deviceNoun(request.userAgent ?? '')
  // Locks the counter first, so that what is read after it stays true until the end.
  const locking = holdCounter(tx)
  const meeting = meetDevice(tx, actor, { deviceId: request.deviceId, lastK: Math.max(0, ...ops.map(({ k }) => k)), name })
  const knowing = knownOps(tx, actor.practiceId, ops)
  const reading = allEnded([locking, meeting, knowing, prefetch(tx, actor.practiceId, ops, knowing)])
  reading.catch(() => {})
  // By the next turn the queries have been sent, and the database answers them while the ops are parsed.
  await setImmediate()
  const shapes = readShapes(registry, ops)
  const [counter, device, known, tell] = await reading
  refuseLaterCopy(counter, request, device.view)
  const answer = { epoch: counter.epoch, view: device.view, lastK: device.lastK }
  // This build does not know what a newer build's ops mean: they wait on the device until the server is upgraded.
  if (request.schema > SYNC_SCHEMA) {
    await device.keep()
    return { ...answer, results: request.ops.map((raw) => ({ ...namesOf(raw), status: 'upgrade' })) }
  }
  const markOf = ({ createdAt }: ReadOp) => {
    const writtenAt = Math.min(Date.parse(createdAt), currentMs())
    return `— ${firstWord(device.memberName)}, ${onDevice(name)}, ${shortDay(dayOf(writtenAt, actor.zone))}:`
  }
  const pushing = { actor: { ...actor, deviceId: request.deviceId }, registry, schema: request.schema, known, shapes, markOf }
  const resultsOf = (answers: Answers) =>
    read.map((each) => ('error' in each ? refused(each, each.error) : (answers.get(each) ?? refused(each, WAITING_IN_A_RING))))
  const ready = new WeakMap<Answers, PushAnswer>()
  const meanwhile = (answers: Answers) => {
    const results = resultsOf(answers)
    if (results.some(({ writer }) => writer)) return
    const whole = { ...answer, results: results.map(({ writer: _, ...result }) => result) }
    ready.set(answers, whole)
    request.prepare?.(whole)
  }
  // Sent with the first query that the ops need.
  const kept = device.keep()
  kept.catch(() => {})
  const answers = await applyOps(tx, pushing, inOrder(ops), { seq: counter.seq, tell, meanwhile })
  await kept
  return ready.get(answers) ?? { ...answer, results: await withNames(tx, resultsOf(answers)) }
}

const WAITING_IN_A_RING = new AppError(
  'bad_request',
  { fields: ['deps'] },
  'These changes are waiting for each other, so none can be made.',
)

function refused({ opId, id }: Pick<SyncResult, 'opId' | 'id'>, { code, message, details }: AppError): Answer {
  return { opId, id, status: 'rejected', code, message, fields: (details.fields as string[] | undefined) ?? [] }
}

type Counter = Signing & { seq: number }

/**
 * A local copy of another epoch, or with a cursor ahead of ours, means that this server has lost time (a backup was restored). Nothing of the
 * batch is applied: the records it changes may come from ops that we acknowledged since, which the device sends again once its next pull has
 * notified it. Only an issued cursor proves the loss; a device that sends any other only has to fetch its own copy again.
 */
function refuseLaterCopy(counter: Counter, { epoch, since = 0, proof }: Pick<Push, 'epoch' | 'since' | 'proof'>, view: string) {
  if (epoch === undefined || (epoch === counter.epoch && since <= counter.seq)) return
  const lostTime = epoch === counter.epoch && isHandedOut(counter, since, proof)
  throw new AppError('resync', { resync: true, epoch: counter.epoch, view, ...(lostTime ? { lostTime } : {}) })
}

/**
 * Starts a new epoch, unless the epoch `since` has ended already: every device fetches its local copy again and resends what was acknowledged
 * before. Returns the current epoch.
 */
export async function remint(tx: PracticeTx, since?: string): Promise<string> {
  const { epoch } = await holdCounter(tx)
  if (since && epoch !== since) return epoch
  const minted = uuidv7()
  await tx.updateTable('sync_counters').set({ epoch: minted }).execute()
  return minted
}

/** Adds to each conflict who wrote the current value, as a member sees it. */
async function withNames(tx: PracticeTx, answers: readonly Answer[]): Promise<SyncResult[]> {
  const names = await whoWrote(
    tx,
    answers.flatMap(({ writer }) => writer ?? []),
  )
  return answers.map(({ writer, ...result }) => {
    const by = writer ? names.get(writer) : undefined
    return by ? { ...result, by } : result
  })
}

const firstWord = (text: string) => text.split(' ')[0]
