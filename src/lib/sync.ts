import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'
import { type SyncedName, syncedNames } from '#lib/synced.ts'

export type { SyncedName }

/** Lazy: who declares the records comes after this. */
const entity = z.lazy(() => z.enum(syncedNames()))

/** One change a device made. `id` is canonical or carries the `offline_` prefix; both name the same record. */
export const SyncOp = z
  .object({
    opId: z.uuid(),
    action: z.enum(['CREATE', 'UPDATE', 'DELETE']),
    endpoint: z.string().max(200),
    entity,
    id: z.string().max(60),
    /** Revision the change was made on; absent for a CREATE. */
    baseRev: z.int().min(0).optional(),
    data: z.record(z.string(), z.unknown()),
    /** opIds that must be applied first. */
    deps: z.array(z.uuid()).max(200).default([]),
    /** The device's own queue number; the server keeps the highest as `last_k`. */
    k: z.int().min(0),
    createdAt: z.iso.datetime(),
    /** A server that has lost time since had acknowledged it: whoever it tells may have been told. */
    again: z.boolean().optional(),
  })
  .meta({ id: 'SyncOp' })
export type SyncOp = z.output<typeof SyncOp>

export const SyncResult = z
  .object({
    /** As it was sent; empty for what was no op at all. */
    opId: z.string(),
    status: z.enum(['applied', 'conflict', 'rejected', 'blocked', 'retry', 'upgrade']),
    code: z.string().optional(),
    message: z.string().optional(),
    /** Wire names of the fields in conflict. */
    fields: z.array(z.string()).optional(),
    id: z.string(),
    rev: z.int().optional(),
    /** The server's row as it stands after the op, or that the op collided with. */
    row: z.record(z.string(), z.unknown()).optional(),
    /** Of a conflict: whose value stands, and where it was written as a sentence says it, "on the iPad". Absent for what came by no device. */
    by: z.object({ member: z.string(), device: z.string() }).optional(),
  })
  .meta({ id: 'SyncResult' })
export type SyncResult = z.output<typeof SyncResult>

export const SyncRow = z
  .object({
    entity,
    id: z.uuid(),
    rev: z.int(),
    seq: z.int(),
    deleted: z.boolean(),
    /** The entity's wire shape; empty when deleted. */
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'SyncRow' })
export type SyncRow = z.output<typeof SyncRow>

/** The highest queue number the server has of the device: above what the device remembers, its memory was cleared. */
const lastK = z.int().min(0)

/** What came with the cursor: without it one that is further on than the server is not believed. */
const proof = z.string().max(100).optional()

export const syncEndpoints = {
  push: endpoint({
    method: 'POST',
    path: '/api/sync/push',
    audience: 'member',
    summary: 'Apply a batch of changes made on a device, each at most once',
    body: z.object({
      deviceId: z.uuid(),
      /** Whose copy it is; another than the session's is refused whole with `wrong_person`. */
      personId: z.uuid().optional(),
      /** Of which practice; the same. */
      practiceId: z.uuid().optional(),
      /** Version of the ops' shapes (`SYNC_SCHEMA` of the build that made them). */
      schema: z.int().min(1),
      /** Where the device's copy stands: a server that has lost time since finds it out here. */
      epoch: z.uuid().optional(),
      since: z.int().min(0).optional(),
      proof,
      /** At most 100. One that is no op is answered by itself. */
      ops: z.array(z.union([SyncOp, z.unknown()])).min(1),
    }),
    response: z.object({ epoch: z.uuid(), view: z.uuid(), lastK, results: z.array(SyncResult) }),
    perMinute: 600,
  }),
  pull: endpoint({
    method: 'GET',
    path: '/api/sync/pull',
    audience: 'member',
    summary: 'Rows changed since a cursor, in the order they were committed',
    query: z.object({
      deviceId: z.uuid(),
      /** Whose copy it is, and of which practice; another than the session's is refused with `wrong_person`. */
      personId: z.uuid().optional(),
      practiceId: z.uuid().optional(),
      since: z.coerce.number().int().min(0).default(0),
      proof,
      /** Epoch and view the cursor belongs to; absent on the first pull. */
      epoch: z.uuid().optional(),
      view: z.uuid().optional(),
      /** The copy is still being made: it has no use for forgotten tombstones, however early it stands. */
      isNew: z.literal('true').optional(),
      limit: z.coerce.number().int().min(1).max(2000).default(1000),
    }),
    response: z.object({
      epoch: z.uuid(),
      view: z.uuid(),
      lastK,
      since: z.int(),
      cursor: z.int(),
      /** Goes back with the cursor. */
      proof: z.string(),
      more: z.boolean(),
      rows: z.array(SyncRow),
    }),
    perMinute: 600,
  }),
  events: endpoint({
    method: 'GET',
    path: '/api/sync/events',
    audience: 'member',
    summary: 'Server-sent events: `changed` whenever something in the practice did, `beat` now and then; it ends after a while',
    query: z.object({
      /** How long it lasts at most; it also ends with the session. */
      seconds: z.coerce.number().int().min(0).max(600).default(240),
    }),
    response: z.string(),
    stream: 'text/event-stream',
  }),
}
