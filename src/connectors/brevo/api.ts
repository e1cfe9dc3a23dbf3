import { z } from 'zod'
import { readJson } from '#connectors/kit/read-json.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import { waitAskedBy } from '#connectors/kit/retry-after.ts'
import type { Wire } from '#connectors/kit/wire.ts'

const NAME = 'Brevo'
const READS = [400, 401, 402, 403, 404, 405, 429]
const Fault = z.object({ code: z.string().max(100).catch(''), message: z.string().max(2000).catch('') })

type Ask = { method?: 'POST' | 'PUT' | 'DELETE'; body?: object }

async function send({ credentials, fetch }: Wire, path: string, { method, body }: Ask): Promise<Response> {
  // A header holds nothing else.
  if (!/^[\x21-\x7e]+$/.test(credentials.key)) throw wrongKey()
  const headers = { 'api-key': credentials.key, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) }
  const answer = await fetch(`${credentials.address}/v3${path}`, {
    ...{ method: method ?? 'GET', headers, reads: READS },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (answer.ok || answer.status === 404) return answer
  throw await refusalOf(answer)
}

/** What is there; undefined: it isn't. */
export async function read<S extends z.ZodType>(wire: Wire, path: string, shape: S): Promise<z.output<S> | undefined> {
  const answer = await send(wire, path, {})
  return answer.status === 404 ? undefined : readJson(answer, shape, NAME)
}

/** Does something; false: what it is done to isn't there. */
export const act = async (wire: Wire, path: string, ask: Ask): Promise<boolean> => (await send(wire, path, ask)).status !== 404

export const listGone = () => new Refusal('gone', { sentence: 'That list is no longer in Brevo. Choose another.' })
const wrongKey = () => new Refusal('sign_in', { sentence: 'Brevo refused the key: it is wrong, or was deleted. Enter it again.' })

async function refusalOf(answer: Response): Promise<Refusal> {
  const { message = '' } = Fault.safeParse(await answer.json().catch(() => undefined)).data ?? {}
  if (answer.status === 429) {
    // It has a header of its own: seconds until there are more.
    const afterMs = waitAskedBy(answer.headers.get('retry-after') ?? answer.headers.get('x-sib-ratelimit-reset'))
    return new Refusal('later', afterMs === undefined ? {} : { afterMs })
  }
  if (answer.status === 401) return /\bIP\b/.test(message) ? new Refusal('not_allowed', { sentence: UNKNOWN_PLACE }) : wrongKey()
  if (answer.status === 402 || answer.status === 403)
    return new Refusal('not_allowed', { sentence: "Brevo doesn't let this key do that. Look at your account there." })
  return new Refusal('refused', { sentence: `Brevo won't have this address${message ? `: ${message.slice(0, 200)}` : '.'}` })
}

const UNKNOWN_PLACE =
  'Brevo takes this key only from addresses it knows. There, under Security, Authorised IPs, switch that off for API keys.'
