import { z } from 'zod'
import { LIST_TAGS } from '#features/office/integrations/audience-rules.ts'
import { CalendarLevel } from '#features/visits/calendars/contract.ts'
import { dayShape } from '#lib/day-shape.ts'
import { endpoint } from '#lib/endpoint.ts'

/** What happens with a visit that was moved in the calendar there: a person decides, it is moved here as well, or it is put back. */
export const OnMoved = z.enum(['ask', 'apply', 'back'])
export type OnMoved = z.output<typeof OnMoved>

/** What goes to accounting: invoices and credit notes, or payments as well. */
export const Books = z.enum(['invoices', 'payments'])
export type Books = z.output<typeof Books>

/** What is set of a connection; which of it a connector has, its card shows. */
export const IntegrationSettings = z.object({
  level: CalendarLevel.optional(),
  onMoved: OnMoved.optional(),
  /** Calendars there by which its member is busy, by their ids. */
  busyCalendars: z.array(z.string().min(1).max(2000)).max(20).optional(),
  /** The calendar there that is written to; null or none: one of our own, made there. */
  calendarId: z.string().min(1).max(2000).nullable().optional(),
  /** Of accounting: what goes, and from which day of issue on. */
  books: Books.optional(),
  booksFrom: dayShape.optional(),
  /** The newsletter list people go to, and the tags they have there. */
  listId: z.string().min(1).max(100).optional(),
  tags: z.array(z.enum(LIST_TAGS)).max(LIST_TAGS.length).optional(),
  /** The page or account that posts go to, where one of `choices` has to be chosen. */
  pageId: z.string().min(1).max(100).optional(),
  /** Its address and account: for those whose manifest needs them. */
  address: z.string().trim().max(500).optional(),
  account: z.string().trim().max(200).optional(),
})
export type IntegrationSettings = z.output<typeof IntegrationSettings>

/** As they are sent: with the key, of which only the end ever comes back. The same end sent again, or none, leaves it. */
const GivenSettings = IntegrationSettings.extend({ apiKey: z.string().trim().max(2000).optional() })
export type GivenSettings = z.output<typeof GivenSettings>

const AskedField = z.object({
  id: z.enum(['address', 'account']),
  label: z.string(),
  placeholder: z.string().optional(),
  help: z.string().optional(),
  /** It may stay empty. */
  isOptional: z.boolean().optional(),
})

const Asks = z.union([
  /** `isLink`: the address is a link for people, and must be given. */
  z.object({ by: z.literal('nothing'), fields: z.array(AskedField).optional(), isLink: z.boolean().optional() }),
  z.object({
    by: z.literal('key'),
    /** What the key is called there, and where it is found. */
    label: z.string(),
    where: z.string(),
    /** The key or an address is enough. */
    isEither: z.boolean().optional(),
    fields: z.array(AskedField),
  }),
  /** Signing in there; `isReady`: this server is registered there. */
  z.object({ by: z.literal('oauth'), vendor: z.string(), isReady: z.boolean() }),
])

/** Spec §3 Integration, as its card shows it to the member. */
export const Integration = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    category: z.enum(['calendar', 'accounting', 'marketing', 'mapping', 'social']),
    /** Whose it is: the owner alone connects the practice's. */
    of: z.enum(['member', 'practice']),
    enabled: z.boolean(),
    /** Spec §4. */
    status: z.enum(['connected', 'error', 'disconnected']),
    /** Of the key its end: `••••3f9a`. */
    settings: IntegrationSettings.extend({ apiKey: z.string().optional() }),
    asks: Asks,
    /** One of these has to be chosen before anything is posted (`pageId`); missing: nothing has. */
    choices: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
    /** The name of the account there; null: not tried, as in the test version. */
    account: z.string().nullable(),
    /** Why it is in error, or what it waits for. */
    sentence: z.string().nullable(),
    /** Very many entries were changed there at once, so nothing was done: a person decides. */
    isVeryMany: z.boolean(),
    /** What we put there is being taken out. */
    isEnding: z.boolean(),
    /** Entries of ours that are there. */
    entries: z.number().int(),
    /** Test version: nothing is sent, and what would be is kept to be read. */
    isRehearsed: z.boolean(),
    /** The last exchange that went well; null: none yet. */
    lastSuccessAt: z.iso.datetime().nullable(),
    /** The practice's plan has it. */
    isInPlan: z.boolean(),
    /** What leaves, what comes in, and what stays there once it is disconnected. */
    sends: z.array(z.string()),
    brings: z.array(z.string()),
    leaves: z.array(z.string()),
    /** Another practice has connected the same account there: it may be the wrong one. */
    isShared: z.boolean().optional(),
    /** Whose data it is, in the words its licence requires. */
    credit: z.string().optional(),
    /** The diary goes to a calendar made for it: another one there can't be chosen. */
    isOwnOnly: z.boolean(),
  })
  .meta({ id: 'Integration' })
export type Integration = z.output<typeof Integration>

const byId = z.object({ id: z.string().max(60) })
/** An entry, a paper or a person, as it would be there; `place` of a paper: its lines, of a person: their tags. Without instants: all day. */
const RehearsedEntry = z
  .object({
    uid: z.string(),
    title: z.string(),
    place: z.string().nullable(),
    day: dayShape,
    start: z.iso.datetime().nullable(),
    end: z.iso.datetime().nullable(),
  })
  .meta({ id: 'RehearsedEntry' })
export type RehearsedEntry = z.output<typeof RehearsedEntry>

/** What was exchanged at a time; `words`: why it failed. */
const Exchanged = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    verb: z.enum(['added', 'changed', 'removed', 'moved_there', 'deleted_there', 'added_there', 'read', 'failed', 'rehearsed']),
    count: z.number().int(),
    words: z.string().nullable(),
  })
  .meta({ id: 'Exchanged' })
export type Exchanged = z.output<typeof Exchanged>

/** The calendars of the account there, without the one we made; `sentence`: why none could be fetched. */
const FarCalendars = z
  .object({ calendars: z.array(z.object({ id: z.string(), name: z.string() })), sentence: z.string().nullable() })
  .meta({ id: 'FarCalendars' })
export type FarCalendars = z.output<typeof FarCalendars>

/** What goes to accounting from a day on: how many, and what the invoices come to. */
const PapersFrom = z.object({ invoices: z.int(), credits: z.int(), pence: z.number() }).meta({ id: 'PapersFrom' })
export type PapersFrom = z.output<typeof PapersFrom>

/** Something of accounting that waits for a person. */
export const HeldItem = z
  .object({
    id: z.string(),
    kind: z.enum(['payer', 'bill', 'credit', 'receipt']),
    /** `parked`: it was refused, or differs there; `doubt`: nothing tells whether it arrived; `changed`: it was changed there afterwards. */
    state: z.enum(['parked', 'doubt', 'changed']),
    /** Of a paper its number, INV-0042; of a payment that of its invoice, as far as it is known; of a payer their name. */
    title: z.string(),
    words: z.string(),
    /** It can be sent again; a payment that is there already can't. */
    canRepeat: z.boolean(),
  })
  .meta({ id: 'HeldItem' })
export type HeldItem = z.output<typeof HeldItem>

/** The newsletter lists of the account there, and how many people would be on one; `sentence`: why none could be fetched. */
const FarLists = z
  .object({ lists: z.array(z.object({ id: z.string(), name: z.string() })), people: z.int(), sentence: z.string().nullable() })
  .meta({ id: 'FarLists' })
export type FarLists = z.output<typeof FarLists>

const FeedAddress = z.object({ url: z.string() })

export const integrationEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/integrations',
    audience: 'member',
    summary: 'What can be connected, and how it stands for the calling member',
    response: z.array(Integration),
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/integrations/:id',
    audience: 'member',
    summary: 'Switch a connection on or off, or change its settings',
    params: byId,
    body: z.object({ enabled: z.boolean(), settings: GivenSettings.optional() }),
    response: Integration,
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/integrations/:id/sign-in',
    audience: 'member',
    summary: 'Begin signing in to a service, with the settings it is connected with; the browser goes to the address of the answer',
    params: byId,
    body: z.object({ settings: IntegrationSettings.pick({ level: true, onMoved: true, books: true, booksFrom: true }).optional() }),
    response: z.object({ url: z.string() }),
    perMinute: 30,
  }),
  disconnect: endpoint({
    method: 'DELETE',
    path: '/api/integrations/:id',
    audience: 'member',
    summary: 'End a connection and forget its secrets; what we put there is left, or taken out first',
    params: byId,
    query: z.object({ there: z.enum(['leave', 'remove']).default('leave') }),
    response: Integration,
    whileLapsed: true,
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/integrations/:id/check',
    audience: 'member',
    summary: 'Exchange now; after very many changes there, `many` tells what is done about them',
    params: byId,
    body: z.object({ many: z.enum(['ask', 'back']).optional() }),
    response: Integration,
  }),
  log: endpoint({
    method: 'GET',
    path: '/api/integrations/:id/log',
    audience: 'member',
    summary: 'What was exchanged in the last 90 days, newest first',
    params: byId,
    query: z.object({ after: z.string().max(60).optional(), limit: z.coerce.number().int().min(1).max(200).default(50) }),
    response: z.array(Exchanged),
  }),
  calendars: endpoint({
    method: 'GET',
    path: '/api/integrations/:id/calendars',
    audience: 'member',
    summary: 'The calendars there, to choose the one that is written to and those that count as busy',
    params: byId,
    response: FarCalendars,
  }),
  lists: endpoint({
    method: 'GET',
    path: '/api/integrations/:id/lists',
    audience: 'member',
    summary: 'The newsletter lists there, to choose the one that people go to, and how many would be on it',
    params: byId,
    response: FarLists,
  }),
  rehearsal: endpoint({
    method: 'GET',
    path: '/api/integrations/:id/rehearsal',
    audience: 'member',
    summary:
      'Test version: the next entries that would be in the calendar there, the papers that would go to accounting, the people on the list, or the posts, word for word',
    params: byId,
    response: z.array(RehearsedEntry),
  }),
  papersFrom: endpoint({
    method: 'GET',
    path: '/api/integrations/:id/papers',
    audience: 'member',
    summary: 'How many invoices and credit notes go to accounting from a day on',
    params: byId,
    query: z.object({ from: dayShape }),
    response: PapersFrom,
  }),
  held: endpoint({
    method: 'GET',
    path: '/api/integrations/:id/held',
    audience: 'member',
    summary: 'What did not go to accounting, or was changed there, and waits for a person',
    params: byId,
    response: z.array(HeldItem),
  }),
  release: endpoint({
    method: 'POST',
    path: '/api/integrations/:id/held/:itemId',
    audience: 'member',
    summary: 'Send what was held back again, or leave it out',
    params: byId.extend({ itemId: z.string().max(60) }),
    body: z.object({ answer: z.enum(['again', 'leave']) }),
    response: z.array(HeldItem),
  }),
  feedAddress: endpoint({
    method: 'GET',
    path: '/api/integrations/feed/address',
    audience: 'member',
    summary: "The secret address of the calling member's calendar feed",
    response: FeedAddress,
    feature: 'calendar-integration',
  }),
  renewFeed: endpoint({
    method: 'POST',
    path: '/api/integrations/feed/address',
    audience: 'member',
    summary: "Replace the address of the calling member's calendar feed; the old one opens nothing from then on",
    response: FeedAddress,
    feature: 'calendar-integration',
  }),
}
