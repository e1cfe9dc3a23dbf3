import type { Manifest } from '#connectors/kit/manifest.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import { waitAskedBy } from '#connectors/kit/retry-after.ts'
import type { Credentials, Wire } from '#connectors/kit/wire.ts'
import { realMs } from '#lib/clock.ts'
import { OutOfReach, type OutOfReachKind, type Reach } from '#platform/server/reach.ts'

type Options = {
  /** The guarded way out. */
  fetch: Reach
  manifest: Pick<Manifest, 'pace'>
  credentials: Credentials
  /** Sent with each request that brings none itself. */
  authorization?: string
  wait?: (ms: number) => Promise<void>
}

const MINUTE_MS = 60_000
/** For a far side whose limits we don't know. */
const PACE = { atOnce: 2, perMinute: 120 }

/** The way to one far side at its pace, which is counted from here on. What fails is a Refusal, as `Wire` says. */
export function openWire({ fetch, manifest, credentials, authorization, wait = waitMs }: Options): Wire {
  const inTurn = turnsOf(manifest.pace ?? PACE, wait)
  return {
    credentials,
    async fetch(url, { reads = [], ...init } = {}) {
      const headers = new Headers(init.headers)
      if (authorization && !headers.has('authorization')) headers.set('authorization', authorization)
      const answer = await inTurn(() => fetch(url, { ...init, headers })).catch((error: unknown) => {
        throw refusalOf(error)
      })
      const [asked, came] = [new URL(url).host, new URL(answer.url).host]
      if (asked !== came) throw new Refusal('refused', { sentence: `${asked} leads on to ${came}: put that address in.` })
      const refusal = reads.includes(answer.status) ? undefined : refusalIn(answer)
      if (refusal) throw refusal
      return answer
    },
  }
}

const waitMs = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** Does as much at once, and begins as much in a minute, as a pace allows; the rest waits, first come first. */
function turnsOf({ atOnce, perMinute }: NonNullable<Manifest['pace']>, wait: (ms: number) => Promise<void>) {
  let free = atOnce
  const queue: (() => void)[] = []
  /** When the last ones begin, as many as a minute has. */
  const begun: number[] = []
  const minute = async () => {
    const now = realMs()
    const at = begun.length < perMinute ? now : Math.max(now, (begun.shift() ?? now) + MINUTE_MS)
    begun.push(at)
    if (at > now) await wait(at - now)
  }
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>((go) => queue.push(go))
    try {
      await minute()
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else free += 1
    }
  }
}

const SENTENCES: Readonly<Record<OutOfReachKind, string | undefined>> = {
  address: "This address can't be reached from here: it must begin with https:// and lead to the internet.",
  too_large: 'What it answered is too large to read.',
  silent: undefined,
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof OutOfReach)) return error
  const sentence = SENTENCES[error.kind]
  return sentence ? new Refusal('refused', { sentence, cause: error }) : new Refusal('later', { cause: error })
}

function refusalIn(answer: Response): Refusal | undefined {
  const { status } = answer
  if (status === 401) return new Refusal('sign_in')
  if (status === 403) return new Refusal('not_allowed')
  if (status !== 429 && (status < 500 || status === 507)) return undefined
  const afterMs = waitAskedBy(answer.headers.get('retry-after'))
  return new Refusal('later', { isAnswered: status === 429, ...(afterMs !== undefined && { afterMs }) })
}
