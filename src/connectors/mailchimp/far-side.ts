import { createHash } from 'node:crypto'
import { Answer, type ListPerson, type ListRequest, startListServer } from '#connectors/kit/far-list-server.ts'
import { currentTime } from '#lib/clock.ts'

/*
 * For tests only: a double of Mailchimp's Marketing API 3.0, as its reference describes the calls we make, and those whose inbox it is. It takes
 * nothing that is not described there. It was never held against the real one.
 */

const KEY = '0123456789abcdef0123456789abcdef-us21'

type Status = 'subscribed' | 'unsubscribed' | 'cleaned' | 'archived'
type Member = { email: string; status: Status; fields: Record<string, string>; tags: Set<string>; changed: Date }
type List = { id: string; name: string; members: Map<string, Member>; forgotten: Set<string> }

const hashOf = (email: string) => createHash('md5').update(email.toLowerCase()).digest('hex')
const problem = (status: number, title: string, detail: string) =>
  new Answer(status, { type: 'https://mailchimp.com/developer/marketing/docs/errors/', title, status, detail, instance: '1' })
const notFound = () => problem(404, 'Resource Not Found', 'The requested resource could not be found.')
const invalid = (detail: string) => problem(400, 'Invalid Resource', detail)

export const mailchimpDouble = { missing: null, start: startMailchimp }

export async function startMailchimp() {
  const lists = new Map<string, List>()
  const addList = (id: string, name: string) => lists.set(id, { id, name, members: new Map(), forgotten: new Set() })
  const clear = () => {
    addList('a1b2c3d4e5', 'Newsletter')
    addList('f6a7b8c9d0', 'Yard news')
  }
  clear()
  const server = await startListServer(
    (asked) => answer(lists, asked),
    problem(401, 'API Key Invalid', 'Your API key may be invalid.').answered,
  )
  const member = (listId: string, email: string) => lists.get(listId)?.members.get(hashOf(email))
  const personOf = ({ email, fields, tags, status }: Member): ListPerson => ({
    ...{ email, firstName: fields.FNAME ?? '', tags: [...tags].sort() },
    status: status === 'subscribed' ? 'on' : status === 'archived' ? 'off' : 'left',
  })
  return {
    ...server,
    credentials: { key: KEY, address: server.address },
    lists: [...lists.keys()] as [string, string],
    people: (listId: string) => [...(lists.get(listId)?.members.values() ?? [])].map(personOf),
    everything: () =>
      JSON.stringify([...lists.values()].map(({ name, members, forgotten }) => [name, [...members.values()], [...forgotten]])),
    /** Both lists are there, without people. */
    clear,
    /** A person unsubscribes by the link in an e-mail. */
    leave(listId: string, email: string) {
      Object.assign(member(listId, email) ?? {}, { status: 'unsubscribed', changed: currentTime() })
    },
    /** The farrier adds someone there, with a tag. */
    add(listId: string, email: string, tag = 'VIP') {
      const made = { email, status: 'subscribed' as const, fields: { FNAME: 'Theirs' }, tags: new Set([tag]), changed: currentTime() }
      lists.get(listId)?.members.set(hashOf(email), made)
    },
    removeList: (listId: string) => void lists.delete(listId),
  }
}

const READ_LISTS = ['count', 'fields', 'offset']
const READ_MEMBERS = ['count', 'fields', 'offset', 'since_last_changed', 'status']

function answer(lists: Map<string, List>, { method, url, headers, body }: ListRequest): unknown {
  const [scheme, secret = ''] = (headers.authorization ?? '').split(' ')
  const [, key] = Buffer.from(secret, 'base64').toString().split(':')
  if (scheme !== 'Basic' || key !== KEY)
    throw problem(401, 'API Key Invalid', "Your API key may be invalid, or you've attempted to access the wrong datacenter.")
  const parts = url.pathname.split('/').slice(1).map(decodeURIComponent)
  if (parts.shift() !== '3.0') throw notFound()
  const [root, listId = '', members, hash = '', ...rest] = parts
  if (root === '' && method === 'GET') return { account_name: 'Gareth Probert Farriery' }
  if (root !== 'lists') throw notFound()
  if (!listId) {
    takes(url, READ_LISTS)
    return { lists: [...lists.values()].map(({ id, name }) => ({ id, name })) }
  }
  const list = lists.get(listId)
  if (!list) throw notFound()
  if (!members) return { id: list.id }
  if (!hash) return listed(list, url)
  if (rest.join('/') === 'actions/delete-permanent' && method === 'POST') return forget(list, hash)
  if (rest.join('/') === 'tags' && method === 'POST') return setTags(list, hash, body)
  if (rest.length > 0) throw notFound()
  if (method === 'PUT') return putMember(list, hash, url, body)
  const member = list.members.get(hash)
  if (!member) throw notFound()
  if (method === 'GET') return shown(hash, member)
  if (method !== 'DELETE') throw problem(405, 'Method Not Allowed', 'The requested method and resource are not compatible.')
  if (member.status === 'archived') throw problem(405, 'Method Not Allowed', 'This list member cannot be removed. Please contact support.')
  Object.assign(member, { status: 'archived', changed: currentTime() })
  throw new Answer(204)
}

function takes(url: URL, names: readonly string[]) {
  for (const name of url.searchParams.keys()) if (!names.includes(name)) throw invalid(`${name} is no parameter of this`)
  if (Number(url.searchParams.get('count') ?? 10) > 1000) throw invalid('count must be at most 1000')
}

function listed({ members }: List, url: URL) {
  takes(url, READ_MEMBERS)
  const [status, since] = [url.searchParams.get('status'), url.searchParams.get('since_last_changed')]
  const [offset, count] = [Number(url.searchParams.get('offset') ?? 0), Number(url.searchParams.get('count') ?? 10)]
  const all = [...members].filter(([, one]) => (!status || one.status === status) && (!since || one.changed > new Date(since)))
  return { members: all.slice(offset, offset + count).map(([hash, one]) => shown(hash, one)), list_id: '', total_items: all.length }
}

const shown = (id: string, { email, status, fields, tags, changed }: Member) => ({
  ...{ id, email_address: email, status, merge_fields: fields, last_changed: `${changed.toISOString().slice(0, 19)}+00:00` },
  tags: [...tags].map((name, index) => ({ id: index + 1, name })),
})

function forget(list: List, hash: string): never {
  if (!list.members.delete(hash)) throw notFound()
  list.forgotten.add(hash)
  throw new Answer(204)
}

function setTags(list: List, hash: string, body: unknown): never {
  const member = list.members.get(hash)
  if (!member) throw notFound()
  for (const { name, status } of (body as { tags: { name: string; status: string }[] }).tags) {
    if (!name || !['active', 'inactive'].includes(status)) throw invalid('a tag has a name and a status')
    if (status === 'active') member.tags.add(name)
    else member.tags.delete(name)
  }
  member.changed = currentTime()
  throw new Answer(204)
}

const BODY = ['email_address', 'status_if_new', 'status', 'merge_fields']

function putMember(list: List, hash: string, url: URL, sent: unknown) {
  takes(url, ['skip_merge_validation'])
  const body = sent as { email_address: string; status_if_new: Status; status?: Status; merge_fields: Record<string, string> }
  for (const name of Object.keys(body)) if (!BODY.includes(name)) throw invalid(`${name} is no field of this`)
  const { email_address: email, status_if_new, status, merge_fields } = body
  if (hashOf(email) !== hash) throw invalid('The hash is not of this address')
  if (!/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email)) throw invalid('Please provide a valid email address.')
  if (/@(fake|example)\.com$/i.test(email)) throw invalid(`${email} looks fake or invalid, please enter a real email address.`)
  if (list.forgotten.has(hash))
    throw problem(
      400,
      'Forgotten Email Not Subscribed',
      `${email} was permanently deleted and cannot be re-imported. The contact must re-subscribe to get back on the list.`,
    )
  const known = list.members.get(hash)
  if (known?.status === 'unsubscribed' && status === 'subscribed')
    throw problem(
      400,
      'Member In Compliance State',
      `${email} is in a compliance state due to unsubscribe, bounce, or compliance review and cannot be subscribed.`,
    )
  const member = known ?? { email, status: status_if_new, fields: {}, tags: new Set<string>(), changed: currentTime() }
  Object.assign(member, { status: status ?? member.status, fields: { ...member.fields, ...merge_fields }, changed: currentTime() })
  list.members.set(hash, member)
  return shown(hash, member)
}
