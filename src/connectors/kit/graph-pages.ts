import { z } from 'zod'
import type { Settled } from '#connectors/kit/connector.ts'
import { GraphId, graph } from '#connectors/kit/graph.ts'
import type { GraphName } from '#connectors/kit/graph-errors.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'

/* Of all that a person signed in for, the one that posts go to. Its page has a token of its own, which doesn't end as theirs does. */

/** A page a person looks after, as far as they allowed it. */
const Page = z.object({
  id: GraphId,
  name: z.string().max(500),
  access_token: z.string().min(1).max(2000),
  tasks: z.array(z.string().max(80)).max(50).default([]),
  instagram_business_account: z.object({ id: GraphId, username: z.string().max(100) }).optional(),
})
export type Page = z.output<typeof Page>
const MOST_PAGES = 100
const Pages = z.object({ data: z.array(Page).max(MOST_PAGES) })
const Permissions = z.object({ data: z.array(z.object({ permission: z.string().max(100), status: z.string().max(40) })).max(200) })

/** What can be chosen: its id, its name, and the token of its page. */
type Choice = { id: string; name: string; token: string }
type Kind = { name: GraphName; scopes: readonly string[]; choicesIn: (page: Page) => Choice[]; none: string }

/** What a fresh sign-in is for: the one there is, else all there are to choose from. @throws Refusal `not_allowed`, `gone`: nothing of its kind */
export async function settled(wire: Wire, kind: Kind): Promise<Settled> {
  await requireAll(wire, kind)
  const choices = await choicesOf(wire, kind)
  const [only, ...more] = choices
  if (!only) throw new Refusal('gone', { sentence: kind.none })
  if (more.length === 0) return settledOn(only)
  const { name } = await graph(wire, kind.name, '/me?fields=name', z.object({ name: z.string().max(500) }))
  return { account: name, choices: choices.map((each) => ({ id: each.id, name: each.name })) }
}

/** The one that was chosen. @throws Refusal `gone`: it isn't among them */
export async function chosen(wire: Wire, kind: Kind, id: string): Promise<Settled> {
  const found = (await choicesOf(wire, kind)).find((each) => each.id === id)
  if (!found) throw new Refusal('gone', { sentence: kind.none })
  return settledOn(found)
}

const settledOn = ({ id, name, token }: Choice): Settled => ({ account: name, company: id, token })

async function choicesOf(wire: Wire, { name, choicesIn }: Kind): Promise<Choice[]> {
  const fields = 'id,name,access_token,tasks,instagram_business_account{id,username}'
  const query = new URLSearchParams({ fields, limit: String(MOST_PAGES) })
  const { data } = await graph(wire, name, `/me/accounts?${query}`, Pages)
  return data.filter(({ tasks }) => tasks.includes('CREATE_CONTENT')).flatMap(choicesIn)
}

/** Meta's answer to a sign-in doesn't say what was ticked. */
async function requireAll(wire: Wire, { name, scopes }: Kind): Promise<void> {
  const { data } = await graph(wire, name, '/me/permissions', Permissions)
  const given = data.filter(({ status }) => status === 'granted').map(({ permission }) => permission)
  if (scopes.some((scope) => !given.includes(scope)))
    throw new Refusal('not_allowed', { sentence: `${name} didn't allow everything that's needed. Sign in again, and allow all of it.` })
}
