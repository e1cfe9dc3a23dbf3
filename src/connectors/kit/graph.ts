import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type GraphName, graphRefusal } from '#connectors/kit/graph-errors.ts'
import { readJson } from '#connectors/kit/read-json.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'

/* Meta's Graph API, by which a Facebook page and an Instagram account are posted to. */

/** Meta keeps a version for two years at least; this one is of February 2026. */
const VERSION = 'v25.0'
export const GRAPH = 'https://graph.facebook.com'
/** Where one signs in, and where the code is exchanged. */
export const SIGN_IN = {
  by: 'oauth',
  vendor: 'Facebook',
  env: 'FACEBOOK',
  signInAt: 'https://www.facebook.com',
  authorizePath: `/${VERSION}/dialog/oauth`,
  tokenPath: `${GRAPH}/${VERSION}/oauth/access_token`,
  // It has no tokens to renew by.
  exchange: 'fb_exchange_token',
  // Who said no to a permission before is asked again.
  more: { auth_type: 'rerequest' },
} as const

/** Under these it says what is wrong. */
const READS = [400, 401, 403, 404]

type Ask = { method?: 'POST' | 'DELETE'; form?: Readonly<Record<string, string>>; picture?: Uint8Array<ArrayBuffer> }

/** Its ids, which are put into addresses. */
export const GraphId = z.string().regex(/^\d{1,40}$/)
export const Made = z.object({ id: GraphId })

/** Requests something of the Graph API; the path with its query. @throws Refusal `gone`: it isn't there, or this sign-in can't see it */
export async function graph<S extends z.ZodType>(wire: Wire, name: GraphName, path: string, shape: S, ask: Ask = {}): Promise<z.output<S>> {
  const answer = await wire.fetch(`${wire.credentials.address ?? GRAPH}/${VERSION}${path}`, {
    ...{ method: ask.method ?? 'GET', reads: READS },
    ...(ask.method === 'POST' && sent(ask)),
  })
  if (!answer.ok) throw await graphRefusal(answer, name)
  return readJson(answer, shape, name)
}

function sent({ form = {}, picture }: Ask): RequestInit {
  if (picture) return withPicture(form, picture)
  return { body: new URLSearchParams(form).toString(), headers: { 'content-type': 'application/x-www-form-urlencoded' } }
}

/** A form with a file. `FormData` would write each line's end anew, and the words have to arrive as they are. */
function withPicture(form: Readonly<Record<string, string>>, picture: Uint8Array): RequestInit {
  const boundary = `pritchel-${randomUUID()}`
  const begin = (name: string, more = '') => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`
  const fields = Object.entries(form).map(([name, value]) => `${begin(name)}${value}\r\n`)
  const file = begin('source', '; filename="picture.jpg"\r\ncontent-type: image/jpeg')
  const body = Buffer.concat([Buffer.from(`${fields.join('')}${file}`), picture, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { body: Uint8Array.from(body), headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

/** The page or account that posts go to. @throws Refusal `refused` while none is chosen */
export function accountOf({ credentials }: Wire, name: GraphName): string {
  if (credentials.account) return credentials.account
  const what = name === 'Facebook' ? 'page' : 'account'
  throw new Refusal('refused', { sentence: `Choose the ${what} that posts go to: under Integrations, in the settings of ${name}.` })
}

/**
 * Takes something down. What is not there is down, but what can't be seen any more may still be up: then the account itself can't be seen either.
 * @throws Refusal `refused`: only a person can
 */
export async function takeDown(wire: Wire, name: GraphName, id: string): Promise<void> {
  try {
    await graph(wire, name, `/${id}`, z.object({ success: z.literal(true) }), { method: 'DELETE' })
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind === 'later' || error.kind === 'sign_in') throw error
    if (error.kind !== 'gone' || (await isSeen(wire, name, id))) throw yourself(name)
    if (!(await isSeen(wire, name, accountOf(wire, name)))) throw yourself(name)
  }
}

const isSeen = (wire: Wire, name: GraphName, id: string): Promise<boolean> =>
  graph(wire, name, `/${id}?fields=id`, z.object({})).then(
    () => true,
    (error) => {
      if (error instanceof Refusal && error.kind === 'gone') return false
      throw error
    },
  )

const yourself = (name: GraphName) =>
  new Refusal('refused', { sentence: `${name} wouldn't let us take it down. Delete it yourself, in ${name}'s app.` })
