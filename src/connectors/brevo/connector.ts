import { z } from 'zod'
import { act, listGone, read } from '#connectors/brevo/api.ts'
import { manifest } from '#connectors/brevo/manifest.ts'
import type { FarPerson, Left } from '#connectors/kit/audience.ts'
import type { AudienceConnector } from '#connectors/kit/connector.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'

const LISTS_A_PAGE = 50
const CONTACTS_A_PAGE = 1000
const MOST_PAGES = 50
/** What people have there of ours beside their first name: our id of them, and their tags in one text. */
const [OUR_ID, OUR_TAGS] = ['PRITCHEL_ID', 'PRITCHEL_TAGS']
const EVER = new Date(0).toISOString()

const Account = z.object({ email: z.string().max(400), companyName: z.string().max(200).catch('') })
const Lists = z.object({
  lists: z
    .array(z.object({ id: z.int().positive(), name: z.string().max(500) }))
    .max(1000)
    .default([]),
})
const Attributes = z.object({ attributes: z.array(z.object({ name: z.string().max(200) })).max(2000) })
const Contact = z.object({
  id: z.int().positive(),
  email: z.string().max(400).nullable().default(null),
  emailBlacklisted: z.boolean(),
  modifiedAt: z.coerce.date(),
  listUnsubscribed: z.array(z.int()).nullish(),
})
type Contact = z.output<typeof Contact>
const Contacts = z.object({ contacts: z.array(Contact).max(CONTACTS_A_PAGE) })

const listOf = (listId: string): number => {
  if (!/^\d{1,15}$/.test(listId)) throw listGone()
  return Number(listId)
}
const hasLeft = ({ emailBlacklisted, listUnsubscribed }: Contact, listId: string) =>
  emailBlacklisted || (listUnsubscribed ?? []).includes(listOf(listId))

async function lists(wire: Wire) {
  const all: { id: string; name: string }[] = []
  for (let page = 0; page < MOST_PAGES; page++) {
    const found = (await read(wire, `/contacts/lists?limit=${LISTS_A_PAGE}&offset=${page * LISTS_A_PAGE}`, Lists))?.lists ?? []
    all.push(...found.map(({ id, name }) => ({ id: String(id), name })))
    if (found.length < LISTS_A_PAGE) break
  }
  return all
}

async function prepare(wire: Wire, listId: string): Promise<void> {
  if (!(await read(wire, `/contacts/lists/${listOf(listId)}`, z.object({})))) throw listGone()
  const there = new Set((await read(wire, '/contacts/attributes', Attributes))?.attributes.map(({ name }) => name))
  for (const name of [OUR_ID, OUR_TAGS])
    if (!there.has(name)) await act(wire, `/contacts/attributes/normal/${name}`, { method: 'POST', body: { type: 'text' } })
}

async function put(wire: Wire, listId: string, { uid, email, firstName, tags }: FarPerson): Promise<void> {
  const listIds = [listOf(listId)]
  const attributes = { FIRSTNAME: firstName, [OUR_ID]: uid, [OUR_TAGS]: tags.join(', ') }
  const known = (await findByEmail(wire, email)) ?? (await findByUid(wire, uid))
  if (known && hasLeft(known, listId)) throw new Refusal('refused', { sentence: 'They unsubscribed there, or are blocked.' })
  if (!known) return void (await act(wire, '/contacts', { method: 'POST', body: { email, attributes, listIds, updateEnabled: true } }))
  const isMoved = known.email?.toLowerCase() !== email.toLowerCase()
  const body = { attributes: { ...attributes, ...(isMoved && { EMAIL: email }) }, listIds }
  await act(wire, `/contacts/${known.id}?identifierType=contact_id`, { method: 'PUT', body })
}

const findByEmail = (wire: Wire, email: string) => read(wire, `/contacts/${encodeURIComponent(email)}?identifierType=email_id`, Contact)

async function findByUid(wire: Wire, uid: string): Promise<Contact | undefined> {
  const filter = encodeURIComponent(`equals(${OUR_ID},"${uid}")`)
  return (await read(wire, `/contacts?limit=1&offset=0&filter=${filter}`, Contacts))?.contacts[0]
}

async function remove(wire: Wire, listId: string, uid: string, isForGood: boolean): Promise<void> {
  const known = await findByUid(wire, uid)
  if (!known) return
  if (isForGood) await act(wire, `/contacts/${known.id}?identifierType=contact_id`, { method: 'DELETE' })
  else await act(wire, `/contacts/${known.id}?identifierType=contact_id`, { method: 'PUT', body: { unlinkListIds: [listOf(listId)] } })
}

async function leftSince(wire: Wire, listId: string, cursor: string | null) {
  const since = cursor ?? EVER
  const changed: Contact[] = []
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = new URLSearchParams({
      ...{ limit: String(CONTACTS_A_PAGE), offset: String(page * CONTACTS_A_PAGE), sort: 'asc' },
      ...(cursor && { modifiedSince: since }),
    })
    const found = (await read(wire, `/contacts?${query}`, Contacts))?.contacts ?? []
    changed.push(...found)
    if (found.length < CONTACTS_A_PAGE) break
  }
  const left = changed.flatMap((contact): Left[] =>
    contact.email && hasLeft(contact, listId) ? [{ email: contact.email, at: contact.modifiedAt }] : [],
  )
  // Of two at the same moment the second may be listed later.
  const newest = Math.max(...changed.map(({ modifiedAt }) => modifiedAt.getTime() - 1000), new Date(since).getTime())
  return { cursor: new Date(newest).toISOString(), left }
}

export const brevo: AudienceConnector = {
  manifest,
  check: async (wire) => {
    const account = await read(wire, '/account', Account)
    if (!account) throw new Refusal('refused', { sentence: 'This is no Brevo.' })
    return { account: account.companyName || account.email }
  },
  audience: { lists, prepare, idOf: ({ uid }) => uid, put, remove, leftSince },
}
