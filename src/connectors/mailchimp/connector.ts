import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { FarPerson, Left } from '#connectors/kit/audience.ts'
import type { AudienceConnector } from '#connectors/kit/connector.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { act, listGone, read } from '#connectors/mailchimp/api.ts'
import { manifest } from '#connectors/mailchimp/manifest.ts'

const MOST = 1000
const MOST_PAGES = 50
/** Changes are kept to the second, and may be listed a moment later. */
const AGAIN_MS = 60_000
const EVER = new Date(0).toISOString()

const Account = z.object({ account_name: z.string().max(200) })
const Lists = z.object({ lists: z.array(z.object({ id: z.string().regex(/^\w{1,40}$/), name: z.string().max(500) })).max(MOST) })
const Member = z.object({
  status: z.string().max(40),
  tags: z
    .array(z.object({ name: z.string().max(200) }))
    .max(1000)
    .default([]),
})
const Members = z.object({ members: z.array(z.object({ email_address: z.string().max(400), last_changed: z.coerce.date() })).max(MOST) })

const listPath = (listId: string) => `/lists/${encodeURIComponent(listId)}`
const memberPath = (listId: string, id: string) => `${listPath(listId)}/members/${encodeURIComponent(id)}`
/** As its documentation has it: the MD5 hash of the address in lower case. */
const idOf = ({ email }: Pick<FarPerson, 'email'>): string => createHash('md5').update(email.toLowerCase()).digest('hex')

const STAYS_OFF: Readonly<Record<string, string>> = {
  unsubscribed: 'They unsubscribed there. They sign up again with your Mailchimp form.',
  cleaned: 'E-mails to their address came back.',
}

async function put(wire: Wire, listId: string, person: FarPerson): Promise<void> {
  const path = memberPath(listId, idOf(person))
  const known = await read(wire, `${path}?fields=status,tags`, Member)
  const off = known && STAYS_OFF[known.status]
  if (off) throw new Refusal('refused', { sentence: off })
  const body = {
    email_address: person.email,
    status_if_new: 'subscribed',
    // We took them off it, and they are wanted again.
    ...(known?.status === 'archived' && { status: 'subscribed' }),
    merge_fields: { FNAME: person.firstName },
  }
  const now = await read(wire, `${path}?skip_merge_validation=true`, Member, { method: 'PUT', body })
  if (!now) throw listGone()
  const tags = tagsToSet(
    now.tags.map(({ name }) => name),
    person.tags,
  )
  if (tags.length > 0) await act(wire, `${path}/tags`, { method: 'POST', body: { tags } })
}

/** Ours begin with what they are of; others stay as they are. */
function tagsToSet(there: readonly string[], wanted: readonly string[]) {
  const ours = there.filter((name) => /^(Town|Due): /.test(name))
  return [
    ...wanted.filter((name) => !there.includes(name)).map((name) => ({ name, status: 'active' })),
    ...ours.filter((name) => !wanted.includes(name)).map((name) => ({ name, status: 'inactive' })),
  ]
}

async function leftSince(wire: Wire, listId: string, cursor: string | null) {
  const since = cursor ?? EVER
  const left: Left[] = []
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = new URLSearchParams({
      ...{ status: 'unsubscribed', since_last_changed: since, count: String(MOST), offset: String(page * MOST) },
      fields: 'members.email_address,members.last_changed',
    })
    const found = await read(wire, `${listPath(listId)}/members?${query}`, Members)
    if (!found) throw listGone()
    left.push(...found.members.map(({ email_address, last_changed }) => ({ email: email_address, at: last_changed })))
    if (found.members.length < MOST) break
  }
  const newest = Math.max(...left.map(({ at }) => at.getTime() - AGAIN_MS), new Date(since).getTime())
  return { cursor: new Date(newest).toISOString(), left }
}

export const mailchimp: AudienceConnector = {
  manifest,
  check: async (wire) => {
    const account = await read(wire, '/?fields=account_name', Account)
    if (!account) throw new Refusal('refused', { sentence: 'This is no Mailchimp.' })
    return { account: account.account_name }
  },
  audience: {
    lists: async (wire) => (await read(wire, `/lists?count=${MOST}&fields=lists.id,lists.name`, Lists))?.lists ?? [],
    prepare: async (wire, listId) => {
      if (!(await read(wire, `${listPath(listId)}?fields=id`, z.object({})))) throw listGone()
    },
    idOf,
    put,
    remove: (wire, listId, id, isForGood) =>
      isForGood
        ? act(wire, `${memberPath(listId, id)}/actions/delete-permanent`, { method: 'POST' })
        : act(wire, memberPath(listId, id), { method: 'DELETE' }),
    leftSince,
  },
}
