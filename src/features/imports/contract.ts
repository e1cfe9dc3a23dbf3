import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'

const file = z.object({
  name: z.string().max(255),
  /** The file's bytes, base64. */
  content: z.string().max(14_000_000),
})

export const ImportedClient = z
  .object({
    /** Position in the file; what `skip` and `join` name. */
    index: z.int(),
    name: z.string(),
    businessName: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    phoneE164: z.string().nullable(),
    address: z.string().nullable(),
    postcode: z.string().nullable(),
    notes: z.string().nullable(),
    /** A client already here, or one earlier in the file, who looks the same. */
    duplicateOf: z.object({ id: z.string().nullable(), name: z.string(), because: z.enum(['phone', 'email', 'name']) }).nullable(),
    /** Sentences: what could not be read of this entry. */
    warnings: z.array(z.string()),
  })
  .meta({ id: 'ImportedClient' })
export type ImportedClient = z.output<typeof ImportedClient>

export const ImportedVisit = z
  .object({
    index: z.int(),
    title: z.string(),
    onDay: z.iso.date(),
    localStart: z.string(),
    localEnd: z.string(),
    isAllDay: z.boolean(),
    location: z.string().nullable(),
    notes: z.string().nullable(),
    /** The client the title or attendee points to; null: kept as an own entry. */
    client: z.object({ id: z.string(), name: z.string() }).nullable(),
    /** True when the same entry was brought in before. */
    isAlreadyHere: z.boolean(),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'ImportedVisit' })
export type ImportedVisit = z.output<typeof ImportedVisit>

const done = z.object({ added: z.int(), joined: z.int(), skipped: z.int() })

export const importEndpoints = {
  previewClients: endpoint({
    method: 'POST',
    path: '/api/imports/clients/preview',
    audience: 'member',
    summary: 'Read a vCard file and say what it would add; changes nothing',
    body: file,
    response: z.object({ clients: z.array(ImportedClient), unreadable: z.array(z.string()) }),
    perMinute: 30,
  }),
  importClients: endpoint({
    method: 'POST',
    path: '/api/imports/clients',
    audience: 'member',
    summary: 'Add the clients of a vCard file, all or none',
    body: file.extend({
      /** Entries to leave out, and entries to fill an existing client's empty fields with. */
      skip: z.array(z.int()).max(20_000).default([]),
      join: z.array(z.int()).max(20_000).default([]),
    }),
    response: done,
    perMinute: 30,
  }),
  previewVisits: endpoint({
    method: 'POST',
    path: '/api/imports/visits/preview',
    audience: 'member',
    summary: 'Read a calendar file (ICS) and say what it would add to the diary; changes nothing',
    body: file,
    response: z.object({
      visits: z.array(ImportedVisit),
      fromDay: z.iso.date(),
      toDay: z.iso.date(),
      outsideWindow: z.int(),
      cancelled: z.int(),
      unreadable: z.array(z.string()),
    }),
    perMinute: 30,
  }),
  importVisits: endpoint({
    method: 'POST',
    path: '/api/imports/visits',
    audience: 'member',
    summary: 'Add the entries of a calendar file to the diary, all or none; nobody is texted',
    body: file.extend({ skip: z.array(z.int()).max(20_000).default([]) }),
    response: done,
    perMinute: 30,
  }),
}
