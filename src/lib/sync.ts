import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'
import { type SyncedName, syncedNames } from '#lib/synced.ts'

export type { SyncedName }

/** Lazy: the records are declared after this module has loaded. */
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
    /** The server acknowledged this op before it lost time (a backup was restored), so its recipients may have been notified already. */
    again: z.boolean().optional(),
  })
  .meta({ id: 'SyncOp' })
export type SyncOp = z.output<typeof SyncOp>

export const SyncResult = z
  .object({
    /** The opId as sent; empty for an entry that was not an op at all. */
    opId: z.string(),
    status: z.enum(['applied', 'conflict', 'rejected', 'blocked', 'retry', 'upgrade']),
    code: z.string().optional(),
    message: z.string().optional(),
    /** Wire names of the fields in conflict. */
    fields: z.array(z.string()).optional(),
    id: z.string(),
    rev: z.int().optional(),
    /** The server's row after the op, or the row the op collided with. */
    row: z.record(z.string(), z.unknown()).optional(),
    /**
     * Of a conflict: the member whose value is current, and the place where it was written, worded for a sentence: "on the iPad". Absent for a
     * value that no device wrote.
     */
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

/** The highest queue number the server has for the device. If it is higher than the device remembers, the device's memory was cleared. */
const lastK = z.int().min(0)

/** Proves the cursor: without it, the server does not believe a cursor that is ahead of its own. */
const proof = z.string().max(100).optional()

/**
 * How far a first copy is. It is fetched kind by kind, each newest first, after what the first screen requested: `whole`, the kinds that
 * are all here; `before`, the place each other one is fetched down to; `want`, the kinds a screen waits for, which come next.
 */
export const FirstCopy = z.object({
  whole: z.array(z.string().max(60)).max(100).default([]),
  before: z.record(z.string().max(60), z.int().min(0)).default({}),
  want: z.array(z.string().max(60)).max(100).default([]),
})
export type FirstCopy = z.output<typeof FirstCopy>

/** Some records of one kind that a screen shows before the copy is whole: by one field, or the lines of the visits of some days. */
export const Part = z.object({
  entity: z.string().max(60),
  id: z.array(z.uuid()).max(200).optional(),
  clientId: z.array(z.uuid()).max(200).optional(),
  horseId: z.array(z.uuid()).max(200).optional(),
  appointmentId: z.array(z.uuid()).max(200).optional(),
  days: z.tuple([z.iso.date(), z.iso.date()]).optional(),
  visitDays: z.tuple([z.iso.date(), z.iso.date()]).optional(),
})
export type Part = z.output<typeof Part>

export const syncEndpoints = {
  push: endpoint({
    method: 'POST',
    path: '/api/sync/push',
    audience: 'member',
    summary: 'Apply a batch of changes made on a device, each at most once',
    body: z.object({
      deviceId: z.uuid(),
      /** The member who owns the local copy; if the session's member is another, the whole push is refused with `wrong_person`. */
      personId: z.uuid().optional(),
      /** The practice the local copy belongs to; checked the same way. */
      practiceId: z.uuid().optional(),
      /** Version of the ops' shapes (`SYNC_SCHEMA` of the build that made them). */
      schema: z.int().min(1),
      /** The cursor of the device's local copy: a server that has lost time finds that out here. */
      epoch: z.uuid().optional(),
      since: z.int().min(0).optional(),
      proof,
      /** At most 100. An entry that is not an op is answered separately. */
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
      /** The member and practice the local copy belongs to; if the session's are others, the request is refused with `wrong_person`. */
      personId: z.uuid().optional(),
      practiceId: z.uuid().optional(),
      since: z.coerce.number().int().min(0).default(0),
      proof,
      /** Epoch and view the cursor belongs to; absent on the first pull. */
      epoch: z.uuid().optional(),
      view: z.uuid().optional(),
      /** The local copy is still being fetched for the first time: it does not need forgotten tombstones, however old its cursor is. */
      isNew: z.literal('true').optional(),
      limit: z.coerce.number().int().min(1).max(2000).default(1000),
      /** JSON of a `FirstCopy`: in place of what is new, the next page of what was there at the cursor; at 0, of what is there now. */
      first: z.string().max(8000).optional(),
    }),
    response: z.object({
      epoch: z.uuid(),
      view: z.uuid(),
      lastK,
      since: z.int(),
      cursor: z.int(),
      /** Sent back with the cursor. */
      proof: z.string(),
      more: z.boolean(),
      rows: z.array(SyncRow),
      /** Of a first copy: how far it is with this page, and on its first page how many rows it will have. */
      first: z.object({ whole: z.array(z.string()), before: z.record(z.string(), z.int()), total: z.int().optional() }).optional(),
    }),
    perMinute: 600,
  }),
  parts: endpoint({
    method: 'GET',
    path: '/api/sync/parts',
    audience: 'member',
    summary: 'What a screen shows of a copy that is still being fetched for the first time',
    query: z.object({
      deviceId: z.uuid(),
      personId: z.uuid().optional(),
      practiceId: z.uuid().optional(),
      /** JSON of at most 20 `Part`s. */
      parts: z.string().max(12_000),
    }),
    response: z.object({
      epoch: z.uuid(),
      view: z.uuid(),
      lastK,
      /** Of each part, whether it is answered in full; else the device waits for the copy. */
      isFound: z.array(z.boolean()),
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
      /** The longest time the stream lasts; it also ends with the session. */
      seconds: z.coerce.number().int().min(0).max(600).default(240),
    }),
    response: z.string(),
    stream: 'text/event-stream',
  }),
}
