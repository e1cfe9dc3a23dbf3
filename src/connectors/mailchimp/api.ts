import { z } from 'zod'
import { readJson } from '#connectors/kit/read-json.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'

const NAME = 'Mailchimp'
/** Of what its documentation has for 4xx, these are read here. */
const READS = [400, 401, 403, 404, 405]
const Problem = z.object({ title: z.string().max(200), detail: z.string().max(1000).catch('') })

/** Where an account is stands at the end of its key. */
function originOf({ key, address }: Wire['credentials']): string {
  if (address) return address
  const place = /^[0-9a-z]+-([a-z]{2,3}\d{1,3})$/i.exec(key)?.[1]
  if (!place) throw new Refusal('sign_in', { sentence: 'A Mailchimp key ends with a dash and a place, such as -us21. Enter all of it.' })
  return `https://${place.toLowerCase()}.api.mailchimp.com`
}

type Ask = { method?: 'POST' | 'PUT' | 'DELETE'; body?: object }

async function send({ credentials, fetch }: Wire, path: string, { method, body }: Ask): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`pritchel:${credentials.key}`).toString('base64')}`
  const headers = { authorization, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) }
  const answer = await fetch(`${originOf(credentials)}/3.0${path}`, {
    ...{ method: method ?? 'GET', headers, reads: READS },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (answer.ok || answer.status === 404) return answer
  throw await refusalOf(answer)
}

/** What is there; undefined: it isn't. */
export async function read<S extends z.ZodType>(wire: Wire, path: string, shape: S, ask: Ask = {}): Promise<z.output<S> | undefined> {
  const answer = await send(wire, path, ask)
  return answer.status === 404 ? undefined : readJson(answer, shape, NAME)
}

/** Does something that is answered with nothing; what isn't there needs nothing done. */
export async function act(wire: Wire, path: string, ask: Ask): Promise<void> {
  await send(wire, path, ask)
}

export const listGone = () => new Refusal('gone', { sentence: 'That list is no longer in Mailchimp. Choose another.' })

async function refusalOf(answer: Response): Promise<Refusal> {
  const { title = '', detail = '' } = Problem.safeParse(await answer.json().catch(() => undefined)).data ?? {}
  if (answer.status === 401)
    return new Refusal('sign_in', { sentence: 'Mailchimp refused the key: it is wrong, or was revoked. Enter it again.' })
  if (answer.status === 403)
    return new Refusal('not_allowed', { sentence: "Mailchimp doesn't let this key in. Look at your account there, or make another key." })
  return new Refusal('refused', {
    sentence: WHY[title] ?? `Mailchimp won't have this address${detail ? `: ${detail.slice(0, 200)}` : '.'}`,
  })
}

/** Of its titles those that a farrier meets. */
const WHY: Readonly<Record<string, string>> = {
  'Forgotten Email Not Subscribed': 'Their address was deleted there for good. They sign up again with your Mailchimp form.',
  'Member In Compliance State': 'They unsubscribed there. They sign up again with your Mailchimp form.',
  'Invalid Resource': "Mailchimp doesn't take it for a real address.",
}
