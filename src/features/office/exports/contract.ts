import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'

/** A ZIP of what is on record: of one client (`client`, their pack) or of the whole practice. */
export const Export = z
  .object({
    id: z.string(),
    kind: z.enum(['client', 'practice', 'report']),
    clientId: z.string().nullable(),
    /** The request it is made for. */
    requestId: z.string().nullable(),
    /** `gone`: its file has expired. */
    state: z.enum(['queued', 'running', 'done', 'failed', 'gone']),
    /** Number of steps, and how many are done, for a meter. */
    handled: z.int(),
    total: z.int(),
    fileName: z.string(),
    bytes: z.int().nullable(),
    /** Why it failed, in a sentence. */
    problem: z.string().nullable(),
    createdAt: z.iso.datetime(),
    stateAt: z.iso.datetime(),
    /** When the file is deleted. */
    diesAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Export' })
export type Export = z.output<typeof Export>

const byId = z.object({ id: z.string().max(60) })

export const exportEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/exports',
    audience: 'member',
    summary: 'The last packs and exports, newest first; of one client or for one request where asked',
    query: z.object({ clientId: z.string().max(60).optional(), requestId: z.string().max(60).optional() }),
    response: z.array(Export),
  }),
  startAll: endpoint({
    method: 'POST',
    path: '/api/exports',
    audience: 'member',
    summary: 'Have everything of the practice made into a ZIP of CSVs, JSON and files; on every plan, paid or not',
    whileLapsed: true,
    response: Export,
    status: 201,
    perMinute: 10,
  }),
  startPack: endpoint({
    method: 'POST',
    path: '/api/clients/:id/pack',
    audience: 'member',
    summary: "Have everything about a client made into a ZIP that can be handed to them: nobody else's data is in it",
    whileLapsed: true,
    params: byId,
    body: z.object({ requestId: z.string().max(60).optional() }),
    response: Export,
    status: 201,
    perMinute: 30,
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/exports/:id',
    audience: 'member',
    summary: 'One pack or export: how far it is',
    params: byId,
    response: Export,
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/exports/:id/file',
    audience: 'member',
    summary: 'The ZIP, for a day',
    params: byId,
    response: z.unknown(),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/exports/:id',
    audience: 'member',
    summary: 'Remove a pack or an export before its time',
    whileLapsed: true,
    params: byId,
    response: z.undefined(),
    status: 204,
  }),
}
