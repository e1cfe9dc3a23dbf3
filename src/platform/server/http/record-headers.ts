import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#lib/endpoint.ts'
import { AppError } from '#lib/errors.ts'
import { canon, isUuid } from '#lib/ids.ts'
import type { SyncedName } from '#lib/synced.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { writtenRow } from '#platform/server/database/followers.ts'
import { holdWriters } from '#platform/server/database/rows.ts'
import type { SyncedRow } from '#platform/server/sync/columns.ts'
import type { SyncRegistry } from '#platform/server/sync/sync.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Every synced entity, as pushes and pulls know it. */
    synced: SyncRegistry
  }
}

type RecordEndpoint = Endpoint & { record: SyncedName }
type Call = { params: unknown; body: unknown; request: FastifyRequest; reply: FastifyReply; tx: PracticeTx; actor: Actor }
type Handler = (call: Call) => Promise<unknown>

/** The options of a record's route, in addition to its handler. */
export type RecordOptions<C> = {
  /** Reads the answer of a repeated write; needed only when the answer is neither the record itself nor nothing. */
  again?: (call: C, id: string) => Promise<unknown>
  /** The record that the request names by other means than `:id`. */
  recordId?: (call: C) => string
}

/** For the description: the headers that reads and writes of one record take. Loose, because it describes all of the request's headers. */
export const headersOf = ({ method, record }: Endpoint) =>
  method === 'GET' || !record
    ? undefined
    : z.looseObject({
        'idempotency-key': z.uuid().optional().describe('Names the change: sent again with the same request, it is not done again'),
        'if-match': z
          .string()
          .max(400)
          .optional()
          .describe('The ETag of the record as last seen; when it has changed since, nothing is done: 412 with the record as it stands'),
      })

/**
 * Wraps the handler of one record's endpoint: answers carry the record's revision as `ETag`; `If-Match` lets a write through only on the
 * revision its author saw; `Idempotency-Key` is the write's opId, done at most once by the same dedupe as a push (I1).
 */
export function withRecordHeaders(app: FastifyInstance, endpoint: RecordEndpoint, handler: Handler, options: RecordOptions<Call>): Handler {
  if (endpoint.method !== 'GET') return withWriteHeaders(app, endpoint, handler, options)
  if (isOfOne(endpoint)) readersOf(app).set(endpoint.record, { response: endpoint.response, read: handler })
  return async (call) => {
    const answer = await handler(call)
    await tag(call, endpoint, recordIn(call, answer))
    return answer
  }
}

function withWriteHeaders(app: FastifyInstance, endpoint: RecordEndpoint, handler: Handler, options: RecordOptions<Call>): Handler {
  return async (call) => {
    const { 'idempotency-key': key, 'if-match': ifMatch } = call.request.headers as { 'idempotency-key'?: string; 'if-match'?: string }
    // Two requests with one key, or on one revision, go one after the other.
    if (key || ifMatch) await holdWriters(call.tx)
    const done = key ? await findOp(call, endpoint, key) : undefined
    const named = key ? { ...call, actor: { ...call.actor, opId: key } } : call
    if (done) return answerAgain(app, endpoint, named, done, options)
    if (ifMatch) await requireMatch(app, endpoint, call, { ifMatch, id: options.recordId?.(call) })
    const answer = await handler(named).catch((error: unknown) => refuse(app, endpoint, error))
    const id = recordIn(call, answer)
    const rev = await tag(call, endpoint, Array.isArray(answer) ? undefined : id)
    if (key) await rememberOp(call, endpoint, { key, id, rev })
    return answer
  }
}

type Reader = { response: Endpoint['response']; read: Handler }
const readers = new WeakMap<FastifyInstance, Map<SyncedName, Reader>>()

function readersOf(app: FastifyInstance) {
  const known = readers.get(app) ?? new Map<SyncedName, Reader>()
  readers.set(app, known)
  return known
}

const isOfOne = ({ path }: Endpoint) => path.endsWith('/:id')

/** The record an answer is about: by its own id, by that of the first of many, else by the id in the path. */
function recordIn({ params }: Call, answer: unknown): string | undefined {
  const one: unknown = Array.isArray(answer) ? answer[0] : answer
  const idInAnswer = typeof one === 'object' && one !== null && 'id' in one ? one.id : (params as { id?: string } | undefined)?.id
  return typeof idInAnswer === 'string' && isUuid(canon(idInAnswer)) ? canon(idInAnswer) : undefined
}

async function tag({ tx, reply }: Call, { record, status }: RecordEndpoint, id: string | undefined): Promise<number> {
  const rev = id ? ((writtenRow(tx, record, id) ?? (await findRow(tx, record, id)))?.rev ?? 0) : 0
  if (id && status !== 204) reply.header('etag', `"${rev}"`)
  return rev
}

/** A missing or removed record is left to the service, which reports it with its own error. */
async function requireMatch(
  app: FastifyInstance,
  { record }: RecordEndpoint,
  call: Call,
  asked: { ifMatch: string; id: string | undefined },
) {
  const id = asked.id ?? recordIn(call, undefined)
  const row = id ? await findRow(call.tx, record, id) : undefined
  const isKnown = row ? !row.deleted_at : asked.id !== undefined
  const entity = app.synced[record]
  if (!isKnown || entity.isSeenBy?.(call.actor.role) === false) return
  const rev = row?.rev ?? 0
  // Weak where we, or a proxy, have sent the record packed.
  const tags = asked.ifMatch.split(',').map((each) => each.trim().replace(/^W\//, ''))
  if (tags.includes(`"${rev}"`) || (row && tags.includes('*'))) return
  call.reply.header('etag', `"${rev}"`)
  throw new AppError('conflict', { rev, ...(row ? { row: entity.toWire(row as never) } : {}) })
}

/** A service reports a record in its own columns; to a plain request a removed one does not exist. */
function refuse(app: FastifyInstance, { record }: RecordEndpoint, error: unknown): never {
  const row = error instanceof AppError && error.code === 'conflict' ? (error.details.row as SyncedRow | undefined) : undefined
  if (!row) throw error
  if (row.deleted_at) throw new AppError('not_found')
  throw new AppError('conflict', { fields: (error as AppError).details.fields, rev: row.rev, row: app.synced[record].toWire(row as never) })
}

async function findRow(tx: PracticeTx, entity: SyncedName, id: string): Promise<SyncedRow | undefined> {
  return tx
    .selectFrom(entity as 'clients')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
}

/** @throws key_reuse when the key was used for another request */
async function findOp(call: Call, endpoint: RecordEndpoint, key: string): Promise<{ entity_id: string } | undefined> {
  const before = await call.tx.selectFrom('sync_ops').select(['fingerprint', 'entity_id']).where('op_id', '=', key).executeTakeFirst()
  if (before && before.fingerprint !== fingerprintOf(call, endpoint)) throw new AppError('key_reuse')
  return before
}

/** The answer as it would be now: no bodies are stored, so that no erased data survives in one. */
async function answerAgain(
  app: FastifyInstance,
  endpoint: RecordEndpoint,
  call: Call,
  { entity_id: id }: { entity_id: string },
  { again }: RecordOptions<Call>,
): Promise<unknown> {
  if (endpoint.status === 204) return undefined
  const answer = await (again ? again(call, id) : readAgain(app, endpoint, call, id))
  await tag(call, endpoint, Array.isArray(answer) ? undefined : id)
  return answer
}

async function readAgain(app: FastifyInstance, endpoint: RecordEndpoint, call: Call, id: string): Promise<unknown> {
  const reader = readersOf(app).get(endpoint.record)
  if (reader?.response === endpoint.response) return reader.read({ ...call, params: { id } })
  const row = await findRow(call.tx, endpoint.record, id)
  if (!row || row.deleted_at) throw new AppError('not_found')
  return app.synced[endpoint.record].toWire(row as never)
}

/** A plain request comes from no device, and a change of several records names none. */
const NOTHING = '00000000-0000-0000-0000-000000000000'

async function rememberOp(call: Call, endpoint: RecordEndpoint, { key, id, rev }: { key: string; id: string | undefined; rev: number }) {
  const { practiceId, deviceId } = call.actor
  const what = { entity: endpoint.record, entity_id: id ?? NOTHING, rev }
  await call.tx
    .insertInto('sync_ops')
    .values({ practice_id: practiceId, op_id: key, device_id: deviceId ?? NOTHING, fingerprint: fingerprintOf(call, endpoint), ...what })
    .execute()
}

/** Equal for the same request, regardless of the order of its keys and the form of its ids. */
const fingerprintOf = ({ params, body }: Call, { method, path }: Endpoint): string =>
  createHash('sha256')
    .update(JSON.stringify([method, path, params, body], (_, value: unknown) => ordered(value)))
    .digest('base64url')

const ordered = (value: unknown) => {
  if (typeof value === 'string') return canon(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
