import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { ZodSafeParseResult } from 'zod'
import { AppError, type ErrorCode, explain } from '#lib/errors.ts'
import type { SyncedName, SyncResult } from '#lib/sync.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { markWishes } from '#platform/server/database/followers.ts'
import { takePlacesTo } from '#platform/server/database/places.ts'
import { findRow } from '#platform/server/database/rows.ts'
import { inSavepoint } from '#platform/server/database/savepoint.ts'
import { Batch, insertMany } from '#platform/server/sync/batch.ts'
import type { SyncedRow } from '#platform/server/sync/columns.ts'
import { type KnownOp, type ReadOp, refuseReuse } from '#platform/server/sync/ops.ts'
import { isSeen, type SyncRegistry } from '#platform/server/sync/sync.ts'

type Shapes = ReadonlyMap<ReadOp, ZodSafeParseResult<unknown>>

/** Parses each op by its entity's contract; a removal, or an op on an entity that may not be written, has nothing to parse. */
export function readShapes(registry: SyncRegistry, ops: readonly ReadOp[]): Shapes {
  const shapes = new Map<ReadOp, ZodSafeParseResult<unknown>>()
  for (const op of ops) {
    const write = registry[op.entity]?.write
    if (write && op.action !== 'DELETE') shapes.set(op, (op.action === 'CREATE' ? write.newShape : write.changeShape).safeParse(op.data))
  }
  return shapes
}

/** The common input for applying the ops of a push. */
export type Pushing = {
  actor: Actor
  registry: SyncRegistry
  schema: number
  /** Ops of this push that were applied before. */
  known: ReadonlyMap<string, KnownOp>
  /** The data of each op as its entity's contract parsed it. */
  shapes: Shapes
  /** Marks a text of an op that is kept next to another's. */
  markOf: (op: ReadOp) => string
}
/** A result with the device whose value a conflict is about. */
export type Answer = SyncResult & { writer?: string | null }
export type Answers = Map<ReadOp, Answer>
/**
 * The start of a batch: the counter as read from its locked row, and what was read ahead. `meanwhile` receives the results while the rows are
 * being written.
 */
type Start = { seq: number; tell: (batch: Batch) => void; meanwhile: (answers: Answers) => void }

/**
 * Applies ops in their order; an op's row in `sync_ops` is written in the transaction of its effect. All are written together, with few
 * statements; when the database refuses any of it, all is undone and applied again op by op, so that each gets its own result.
 */
export const applyOps = async (tx: PracticeTx, pushing: Pushing, ops: readonly ReadOp[], start: Start): Promise<Answers> =>
  (await allTogether(tx, pushing, ops, start)) ?? (await oneByOne(tx, pushing, ops))

/** Undefined when the ops must be applied one by one; then nothing of the batch is left. */
async function allTogether(tx: PracticeTx, pushing: Pushing, ops: readonly ReadOp[], start: Start): Promise<Answers | undefined> {
  // Not awaited: it goes out with what the batch writes.
  const begun = sql`savepoint batch`.execute(tx)
  begun.catch(() => {})
  const forgetSince = markWishes(tx)
  try {
    const batch = await Batch.open(tx, { practiceId: pushing.actor.practiceId, seq: start.seq })
    start.tell(batch)
    const remembered: Record<string, unknown>[] = []
    const answers = await answerEach(batch.tx, pushing, ops, async (op, actor) => {
      batch.begin()
      const row = await apply(batch.tx, actor, pushing, op).catch((error) => {
        throw error instanceof AppError && batch.takeBack() ? error : new Untogether(error)
      })
      remembered.push(rememberedOf(pushing, op, row.rev))
      return row
    })
    const writing = batch.flush(remembered.length > 0 ? [insertMany('sync_ops', remembered)] : [])
    writing.catch(() => {})
    await setImmediate()
    start.meanwhile(answers)
    await writing
    await begun
    await takePlacesTo(tx, batch.seq)
    return answers
  } catch (error) {
    const reason = error instanceof Untogether ? error.cause : error
    await begun
    if (!(reason instanceof AppError) && !isRefusal(reason)) throw reason
    await sql`rollback to savepoint batch; release savepoint batch`.execute(tx)
    forgetSince()
    return undefined
  }
}

const oneByOne = (tx: PracticeTx, pushing: Pushing, ops: readonly ReadOp[]): Promise<Answers> =>
  answerEach(tx, pushing, ops, (op, actor) =>
    inSavepoint(tx, async () => {
      const row = await apply(tx, actor, pushing, op)
      await tx.executeQuery(insertMany('sync_ops', [rememberedOf(pushing, op, row.rev)]))
      return row
    }),
  )

type Step = (op: ReadOp, actor: Actor) => Promise<SyncedRow>

async function answerEach(tx: PracticeTx, pushing: Pushing, ops: readonly ReadOp[], step: Step): Promise<Answers> {
  const answers: Answers = new Map()
  const known = new Map(pushing.known)
  const unapplied = new Set<string>()
  for (const op of ops) {
    const answer = await answerOp(tx, { ...pushing, known }, op, { unapplied, step })
    if (answer.status === 'applied') known.set(op.opId, { fingerprint: op.fingerprint, schema: pushing.schema })
    else unapplied.add(op.opId)
    answers.set(op, answer)
  }
  return answers
}

type Stepping = { unapplied: ReadonlySet<string>; step: Step }

async function answerOp(tx: PracticeTx, pushing: Pushing, op: ReadOp, { unapplied, step }: Stepping): Promise<Answer> {
  const { actor, registry, known, schema } = pushing
  const { entity, opId, id } = op
  try {
    if (!isSeen(registry, entity, actor)) throw new AppError('forbidden')
    const before = known.get(opId)
    if (before) {
      refuseReuse(op, before, schema)
      return { opId, id, status: 'applied', ...shownOf(registry, entity, (await findRow(tx, entity, id)) as SyncedRow | undefined) }
    }
    if (op.deps.some((dep) => unapplied.has(dep))) return { opId, id, status: 'blocked' }
    const row = await step(op, actorOf(pushing, op))
    return { opId, id, status: 'applied', ...shownOf(registry, entity, row) }
  } catch (error) {
    return { opId, id, ...refusalOf(error, registry, entity) }
  }
}

/** Few changes keep a text next to another, and only they need the mark. */
const actorOf = ({ actor, markOf }: Pushing, op: ReadOp): Actor => ({
  ...actor,
  opId: op.opId,
  isAgain: op.again ?? false,
  get mark() {
    return markOf(op)
  },
})

async function apply(tx: PracticeTx, actor: Actor, { registry, shapes }: Pushing, op: ReadOp): Promise<SyncedRow> {
  const { write } = registry[op.entity]
  if (!write) throw new AppError('forbidden')
  if (op.action === 'DELETE') return (await write.remove(tx, actor, op.id, op.baseRev, op.data)) as SyncedRow
  const parsed = shapes.get(op)
  if (!parsed?.success) {
    throw new AppError('bad_request', { fields: parsed?.error.issues.map((issue) => issue.path.join('.')) ?? [] })
  }
  const data = parsed.data as never
  if (op.action === 'CREATE') return (await write.create(tx, actor, op.id, data)) as SyncedRow
  return (await write.update(tx, actor, op.id, data, op.baseRev)) as SyncedRow
}

/** A refusal belongs to its op; anything that might pass on another try is thrown on and fails the whole request. */
function refusalOf(error: unknown, registry: SyncRegistry, entity: SyncedName): Omit<Answer, 'opId' | 'id'> {
  if (error instanceof AppError) {
    const { code, message } = error
    const { row, fields, writer } = error.details as { row?: SyncedRow; fields?: string[]; writer?: string | null }
    if (code !== 'conflict') return { status: 'rejected', code, message, ...(fields ? { fields } : {}) }
    return { status: 'conflict', code, message, fields: fields ?? [], writer: writer ?? null, ...shownOf(registry, entity, row) }
  }
  const code = refusalOfDatabase(error)
  if (code) return { status: 'rejected', code, message: explain(code).message }
  throw error
}

const shownOf = (registry: SyncRegistry, entity: SyncedName, row: SyncedRow | undefined) =>
  row ? { rev: row.rev, row: registry[entity].toWire(row as never) } : {}

/** Class 22 (bad values) and 23 (constraints) will fail the same way each time. */
const refusalOfDatabase = (error: unknown): ErrorCode | undefined => (/^2[23]/.test(sqlState(error)) ? 'bad_request' : undefined)

/** An error of the database itself, and not of a lost connection. */
const isRefusal = (error: unknown) => sqlState(error) !== ''

const sqlState = (error: unknown): string => (error instanceof DatabaseError && error.code) || ''

/** The effect of one op cannot be undone alone while others are written with it. */
class Untogether extends Error {
  constructor(cause: unknown) {
    super('a change must be made by itself', { cause })
  }
}

const rememberedOf = ({ actor, schema }: Pushing, op: ReadOp, rev: number) => ({
  practice_id: actor.practiceId,
  op_id: op.opId,
  device_id: actor.deviceId,
  fingerprint: op.fingerprint,
  entity: op.entity,
  entity_id: op.id,
  rev,
  schema,
})
