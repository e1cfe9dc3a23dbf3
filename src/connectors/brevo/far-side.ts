import { Answer, type ListPerson, type ListRequest, startListServer } from '#connectors/kit/far-list-server.ts'
import { currentTime } from '#lib/clock.ts'

/*
 * For tests only: a double of Brevo's API, version 3, as its reference describes the calls we make, and those whose inbox it is. It takes nothing
 * that is not described there. It was never held against the real one.
 */

const KEY = 'xkeysib-0123456789abcdef-3f9a'

type Contact = {
  id: number
  email: string
  attributes: Record<string, string>
  listIds: number[]
  listUnsubscribed: number[]
  emailBlacklisted: boolean
  modifiedAt: Date
}
type Account = { contacts: Map<number, Contact>; lists: Map<number, string>; attributes: Set<string>; next: number }

const fault = (status: number, code: string, message: string) => new Answer(status, { code, message })
const notFound = () => fault(404, 'document_not_found', 'Contact does not exist')
const invalid = (message: string) => fault(400, 'invalid_parameter', message)

export const brevoDouble = { missing: null, start: startBrevo }

export async function startBrevo() {
  const account: Account = {
    ...{ contacts: new Map(), lists: new Map(), attributes: new Set(['FIRSTNAME', 'LASTNAME']), next: 41 },
  }
  const clear = () => {
    account.contacts.clear()
    account.lists.set(7, 'Newsletter').set(9, 'Yard news')
  }
  clear()
  const server = await startListServer((asked) => answer(account, asked), fault(401, 'unauthorized', 'Key not found').answered)
  const found = (email: string) => [...account.contacts.values()].find((one) => one.email.toLowerCase() === email.toLowerCase())
  const personOf = (contact: Contact, listId: number): ListPerson => ({
    ...{ email: contact.email, firstName: contact.attributes.FIRSTNAME ?? '' },
    tags: (contact.attributes.PRITCHEL_TAGS ?? '').split(', ').filter(Boolean).sort(),
    status: hasLeft(contact, listId) ? 'left' : contact.listIds.includes(listId) ? 'on' : 'off',
  })
  return {
    ...server,
    credentials: { key: KEY, address: server.address },
    lists: ['7', '9'] as [string, string],
    people: (listId: string) =>
      [...account.contacts.values()]
        .filter(({ listIds, listUnsubscribed }) => [...listIds, ...listUnsubscribed].includes(Number(listId)))
        .map((contact) => personOf(contact, Number(listId))),
    everything: () => JSON.stringify([...account.contacts.values()]),
    clear,
    leave(_listId: string, email: string) {
      Object.assign(found(email) ?? {}, { emailBlacklisted: true, modifiedAt: currentTime() })
    },
    add(listId: string, email: string) {
      const id = account.next++
      const at = { listIds: [Number(listId)], listUnsubscribed: [], emailBlacklisted: false, modifiedAt: currentTime() }
      account.contacts.set(id, { id, email, attributes: { FIRSTNAME: 'Theirs', LASTNAME: 'Own' }, ...at })
    },
    removeList: (listId: string) => void account.lists.delete(Number(listId)),
  }
}

const hasLeft = ({ emailBlacklisted, listUnsubscribed }: Contact, listId: number) => emailBlacklisted || listUnsubscribed.includes(listId)

function answer(account: Account, { method, url, headers, body }: ListRequest): unknown {
  if (headers['api-key'] !== KEY) throw fault(401, 'unauthorized', 'Key not found')
  const [version, root, one = '', two = '', three = ''] = url.pathname.split('/').slice(1).map(decodeURIComponent)
  const at = `${method} ${[one, two && one === 'lists' ? '#' : two].filter(Boolean).join('/')}`
  if (version !== 'v3') throw notFound()
  if (root === 'account') return { email: 'gareth@probert.example', companyName: 'Gareth Probert Farriery', plan: [] }
  if (root !== 'contacts') throw notFound()
  if (at === 'GET lists')
    return page(
      [...account.lists].map(([id, name]) => ({ id, name, totalSubscribers: 0, folderId: 1 })),
      url,
      50,
      'lists',
    )
  if (at === 'GET lists/#') {
    const name = account.lists.get(Number(two))
    if (!name) throw fault(404, 'document_not_found', 'List ID does not exist')
    return { id: Number(two), name }
  }
  if (at === 'GET attributes') return { attributes: [...account.attributes].map((name) => ({ name, category: 'normal', type: 'text' })) }
  if (one === 'attributes' && method === 'POST') return addAttribute(account, two, three, body)
  if (!one) return method === 'POST' ? create(account, body) : listed(account, url)
  const contact = contactBy(account, one, url)
  if (method === 'GET') return shown(contact)
  if (method === 'DELETE') account.contacts.delete(contact.id)
  else change(account, contact, body)
  throw new Answer(204)
}

function addAttribute(account: Account, category: string, name: string, body: unknown): never {
  if (category !== 'normal' || (body as { type: string }).type !== 'text') throw invalid('Invalid type')
  if (account.attributes.has(name)) throw fault(400, 'duplicate_parameter', 'Attribute name must be unique')
  account.attributes.add(name)
  throw new Answer(201)
}

function page<T>(all: T[], url: URL, most: number, name: string) {
  const [offset, limit] = [Number(url.searchParams.get('offset') ?? 0), Number(url.searchParams.get('limit') ?? 10)]
  if (limit > most) throw fault(400, 'out_of_range', `Limit exceeds max value of ${most}`)
  return { [name]: all.slice(offset, offset + limit), count: all.length }
}

const LISTED = ['limit', 'offset', 'sort', 'modifiedSince', 'filter']

function listed({ contacts, attributes }: Account, url: URL) {
  for (const name of url.searchParams.keys()) if (!LISTED.includes(name)) throw invalid(`${name} is not allowed`)
  const [since, filter] = [url.searchParams.get('modifiedSince'), url.searchParams.get('filter')]
  const equals = filter === null ? null : /^equals\((\w+),"([^"]*)"\)$/.exec(filter)
  if (filter !== null && !attributes.has(equals?.[1] ?? '')) throw invalid('Invalid filter')
  const all = [...contacts.values()].filter(
    (one) => (!since || one.modifiedAt > new Date(since)) && (!equals || one.attributes[equals[1] ?? ''] === equals[2]),
  )
  return page(all.map(shown), url, 1000, 'contacts')
}

function contactBy({ contacts }: Account, identifier: string, url: URL): Contact {
  const by = url.searchParams.get('identifierType')
  const all = [...contacts.values()]
  const contact =
    by === 'contact_id'
      ? contacts.get(Number(identifier))
      : by === 'email_id'
        ? all.find(({ email }) => email.toLowerCase() === identifier.toLowerCase())
        : undefined
  if (!contact) throw notFound()
  return contact
}

const shown = ({ modifiedAt, ...contact }: Contact) => ({
  ...contact,
  ...{ smsBlacklisted: false, createdAt: '2026-01-01T00:00:00.000Z', modifiedAt: modifiedAt.toISOString() },
})

type Sent = { email?: string; attributes?: Record<string, string>; listIds?: number[]; unlinkListIds?: number[]; updateEnabled?: boolean }

function create(account: Account, body: unknown) {
  const { email = '', updateEnabled, ...sent } = body as Sent
  if (!/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email) || /@(fake|example)\.com$/i.test(email)) throw invalid('Invalid email address')
  const known = [...account.contacts.values()].find((one) => one.email.toLowerCase() === email.toLowerCase())
  if (known && !updateEnabled) throw fault(400, 'duplicate_parameter', 'Contact already exist')
  const contact: Contact = known ?? {
    ...{ id: account.next++, email: email.toLowerCase(), attributes: {}, listIds: [], listUnsubscribed: [] },
    ...{ emailBlacklisted: false, modifiedAt: currentTime() },
  }
  change(account, contact, sent)
  account.contacts.set(contact.id, contact)
  throw known ? new Answer(204) : new Answer(201, { id: contact.id })
}

function change({ attributes: there, lists }: Account, contact: Contact, body: unknown) {
  const { attributes = {}, listIds = [], unlinkListIds = [], ...others } = body as Sent
  if (Object.keys(others).length > 0) throw invalid(`${Object.keys(others)} is not allowed`)
  if (listIds.some((id) => !lists.has(id))) throw invalid('Invalid list id')
  const { EMAIL, ...more } = attributes
  if (EMAIL) contact.email = EMAIL.toLowerCase()
  // Values of attributes that are not there are left out.
  for (const [name, value] of Object.entries(more)) if (there.has(name)) contact.attributes[name] = value
  contact.listIds = [...new Set([...contact.listIds, ...listIds])].filter((id) => !unlinkListIds.includes(id))
  contact.modifiedAt = currentTime()
}
