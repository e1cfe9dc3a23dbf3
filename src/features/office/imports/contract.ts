import { z } from 'zod'
import { FIELD_NAMES, TABLE_KINDS } from '#features/office/imports/columns.ts'
import { endpoint } from '#lib/endpoint.ts'

const Kind = z.enum([...TABLE_KINDS, 'visits'])
/**
 * `draft` uploaded · `queued`, `running` being imported · `done` · `failed`, `cancelled`: nothing was changed · `undoing`, `undone` reverted.
 */
const ImportState = z.enum(['draft', 'queued', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone'])

const Tally = z.object({ added: z.int(), joined: z.int() })
/** What an import did, by kind of record. */
export const ImportCounts = z
  .object({ clients: Tally, yards: Tally, horses: Tally, visits: Tally, work: z.int(), prices: z.int(), leftOut: z.int() })
  .meta({ id: 'ImportCounts' })
export type ImportCounts = z.output<typeof ImportCounts>

/** One uploaded or imported file. */
export const Import = z
  .object({
    id: z.string(),
    fileName: z.string(),
    source: z.enum(['csv', 'vcard', 'ics']),
    kind: Kind,
    state: ImportState,
    /** Number of records, and how many are done. */
    total: z.int(),
    handled: z.int(),
    counts: ImportCounts.nullable(),
    /** Why it failed, in a sentence. */
    problem: z.string().nullable(),
    /** After undo: the records that stayed, and why. */
    kept: z.array(z.object({ name: z.string(), why: z.string() })).nullable(),
    hasLeftOut: z.boolean(),
    memberName: z.string(),
    createdAt: z.iso.datetime(),
    stateAt: z.iso.datetime(),
  })
  .meta({ id: 'Import' })
export type Import = z.output<typeof Import>

const Field = z.enum(FIELD_NAMES)
const mapping = z.array(Field.nullable()).max(200)

/** A table as found in the file: its headings, its first rows, and the likely fields of its columns. */
export const ImportTable = z
  .object({
    header: z.array(z.string()),
    /** Some cells of each column. */
    samples: z.array(z.array(z.string())),
    /** The first rows, for the live preview. */
    first: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
    rowCount: z.int(),
    order: z.enum(['dmy', 'mdy']),
    mappings: z.object({ horses: mapping, clients: mapping, yards: mapping }),
  })
  .meta({ id: 'ImportTable' })
export type ImportTable = z.output<typeof ImportTable>

/** How to read a table: absent for address books and diaries. */
export const ImportPlan = z
  .object({
    kind: z.enum(TABLE_KINDS),
    /** The field of each column, in their order; null: left out. */
    mapping,
    /** The work that the last visit and the price are for, if no column names it. */
    usualWork: z.string().trim().min(1).max(120),
  })
  .meta({ id: 'ImportPlan' })
export type ImportPlan = z.output<typeof ImportPlan>

/** `add` as a new record, `join` to the record it matches (fills its empty fields; a visit: becomes that client's), `skip`: leave out. */
export const ImportChoice = z.enum(['add', 'join', 'skip'])
export type ImportChoice = z.output<typeof ImportChoice>

/** One record a file would make; an owner with several horses is one, and so is an entry that repeats. */
export const ImportItem = z
  .object({
    /** Its key in `choices`; the same file read the same way gives the same. */
    key: z.string(),
    entity: z.enum(['clients', 'yards', 'horses', 'visits']),
    /** Its row in the file, from 1. */
    row: z.int(),
    title: z.string(),
    details: z.array(z.string()),
    /** Sentences: what is odd about it. */
    warnings: z.array(z.string()),
    /** A record here, or one earlier in the file (`id` null), that looks the same; of a visit the client, horse or yard it is for. */
    match: z
      .object({ id: z.string().nullable(), name: z.string(), because: z.enum(['phone', 'email', 'name', 'chip', 'title']) })
      .nullable(),
    proposed: ImportChoice,
    /** How often an entry of a diary repeats; 1 otherwise. */
    count: z.int(),
    /** The same entry was imported before; it is skipped. */
    isAlreadyHere: z.boolean(),
  })
  .meta({ id: 'ImportItem' })
export type ImportItem = z.output<typeof ImportItem>

/** A row that can't be imported, with its cells, and a sentence why. */
export const BadRow = z.object({ row: z.int(), cells: z.array(z.string()), why: z.string() }).meta({ id: 'BadRow' })
export type BadRow = z.output<typeof BadRow>

/** What importing the file would do. */
export const ImportCheck = z
  .object({
    items: z.array(ImportItem),
    bad: z.array(BadRow),
    header: z.array(z.string()),
    /** Sentences about the file as a whole. */
    notes: z.array(z.string()),
  })
  .meta({ id: 'ImportCheck' })
export type ImportCheck = z.output<typeof ImportCheck>

const byId = z.object({ id: z.string().max(60) })
const upload = z.object({
  name: z.string().trim().min(1).max(255),
  /** The file's bytes, base64. */
  content: z.string().max(14_000_000),
})
const plan = ImportPlan.nullable()

export const importEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/imports',
    audience: 'member',
    summary: 'The last files brought in, newest first',
    response: z.array(Import),
  }),
  upload: endpoint({
    method: 'POST',
    path: '/api/imports',
    audience: 'member',
    summary: 'Look into a file (CSV, vCard or ICS) and keep it for bringing in; changes nothing else',
    body: upload,
    response: Import.extend({ table: ImportTable.nullable() }),
    status: 201,
    perMinute: 30,
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/imports/:id',
    audience: 'member',
    summary: 'One import: how far it is, and while it is a draft the table in it',
    params: byId,
    response: Import.extend({ table: ImportTable.nullable() }),
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/imports/:id/check',
    audience: 'member',
    summary: 'Dry run: what bringing the file in would add, join and leave out; changes nothing',
    params: byId,
    body: z.object({ plan }),
    response: ImportCheck,
    perMinute: 60,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/imports/:id/start',
    audience: 'member',
    summary: 'Bring the file in, all or none; nobody is texted',
    params: byId,
    body: z.object({
      plan,
      /** Choices that differ from the proposal. */
      choices: z.record(z.string().max(40), ImportChoice).refine((choices) => Object.keys(choices).length <= 60_000, 'too many choices'),
    }),
    response: Import,
    perMinute: 30,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/imports/:id/cancel',
    audience: 'member',
    summary: 'Stop an import that is not finished; nothing of it stays',
    params: byId,
    response: Import,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/imports/:id/undo',
    audience: 'member',
    summary: 'Take an import back: what it added and filled in, where that is untouched since',
    params: byId,
    response: Import,
  }),
  leftOut: endpoint({
    method: 'GET',
    path: '/api/imports/:id/left-out',
    audience: 'member',
    summary: 'The rows an import left out, and why',
    params: byId,
    response: z.object({ header: z.array(z.string()), rows: z.array(BadRow) }),
  }),
}
