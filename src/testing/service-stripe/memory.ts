import { currentMs } from '#lib/clock.ts'
import { actsOn } from '#testing/service-stripe/acts.ts'
import { type Books, openBooks, Refused } from '#testing/service-stripe/books.ts'
import { catchUp } from '#testing/service-stripe/clock.ts'
import { type Answer, type ApiRequest, rememberKeys } from '#testing/service-stripe/keys.ts'
import { expand, ROUTES } from '#testing/service-stripe/routes.ts'

/**
 * What goes wrong with a request: `silence`: nothing is done, and the line is dead; `hang`: nothing is done, and no answer comes; `cut`: it is done, and
 * the answer is lost; `busy`: 429; `broken`: 500, and nothing is done; `lost`: it is done, and answered 500.
 */
export type Fault = 'silence' | 'hang' | 'cut' | 'busy' | 'broken' | 'lost'

type Options = { prices: Books['prices']; now?: () => number; retryDays?: readonly number[] }

/**
 * A Stripe kept in memory: what it sells is billed each month, as its clock goes on. It looks at the clock before each request and each act of a test,
 * and first does all that was due until then. `now`: milliseconds.
 */
export function stripeInMemory({ prices, now = currentMs, retryDays }: Options) {
  const seconds = () => Math.floor(now() / 1000)
  const books = openBooks(seconds(), prices, retryDays)
  const remembered = rememberKeys(books)
  const asked: (ApiRequest & { status: number | null })[] = []
  const faults: { fault: Fault; on: (what: string) => boolean; times: number }[] = []

  const act = <T>(work: () => T): T => {
    catchUp(books, seconds())
    return work()
  }
  let deadly: { left: number; isDone: boolean; kill: () => void } | undefined
  const faultOf = (what: string): Fault | undefined => {
    const one = faults.find(({ on, times }) => times > 0 && on(what))
    if (one) one.times--
    return one?.fault
  }
  const through = (one: ApiRequest, fault: Fault | undefined): Answer | 'silence' | 'hang' => {
    if (fault === 'silence' || fault === 'hang') return fault
    if (fault === 'busy') return BUSY
    if (fault === 'broken') return BROKEN
    const answer = remembered(one, () => {
      const done = answerTo(books, one)
      return fault === 'lost' && done.status < 400 ? BROKEN : done
    })
    return fault === 'cut' ? 'silence' : answer
  }
  return {
    books,
    /** Every request, and its status; null: no answer came. */
    asked,
    /** Handles a request as the API does. */
    ask: (one: ApiRequest): Answer | 'silence' | 'hang' =>
      act(() => {
        const dies = deadly && deadly.left-- === 0 ? deadly : undefined
        if (dies && !dies.isDone) {
          dies.kill()
          return 'silence'
        }
        const answer = through(one, faultOf(`${one.method} ${one.path}`))
        if (dies) {
          dies.kill()
          return 'silence'
        }
        asked.push({ ...one, status: typeof answer === 'string' ? null : answer.status })
        return answer
      }),
    /** The next requests go wrong; `on`: which of them, as `POST /v1/refunds`. */
    failNext: (fault: Fault, { on = () => true, times = 1 }: { on?: (what: string) => boolean; times?: number } = {}) =>
      void faults.push({ fault, on, times }),
    /** Kills the caller of the nth request from now: before it is handled, or before its answer comes. Undefined: no caller any more. */
    killAt: (nth: number | undefined, how?: { isDone: boolean; kill: () => void }) => {
      deadly = nth !== undefined && how ? { left: nth, ...how } : undefined
    },
    /** All goes well again. */
    mendAll: () => void faults.splice(0),
    ...actsOn(books, act),
  }
}
export type StripeInMemory = ReturnType<typeof stripeInMemory>

const BUSY: Answer = { status: 429, body: { error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' } } }
const BROKEN: Answer = { status: 500, body: { error: { type: 'api_error', message: 'Something went wrong on our end.' } } }

function answerTo(books: Books, { method, path, fields }: ApiRequest): Answer {
  const [kind = '', ...rest] = path.replace('/v1/', '').split('/')
  const parts = kind === 'checkout' || kind === 'billing_portal' ? [`${kind}/${rest.shift() ?? ''}`, ...rest] : [kind, ...rest]
  const [what = '', id = '', verb = ''] = parts
  const route =
    ROUTES[`${method} ${[what, id].filter(Boolean).join('/')}`] ?? ROUTES[`${method} ${[what, ':id', verb].filter(Boolean).join('/')}`]
  if (!route)
    return { status: 404, body: { error: { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path})` } } }
  try {
    const { expand: wanted = [], ...others } = fields
    const body = structuredClone(route(books, others, decodeURIComponent(id)))
    for (const one of wanted as string[]) expand(books, body, one.split('.'))
    return { status: 200, body }
  } catch (error) {
    if (error instanceof Refused) return { status: error.status, body: error.body }
    throw error
  }
}
