import { z } from 'zod'
import { Refusal, type RefusalKind } from '#connectors/kit/refusal.ts'

/** Whose words the Graph API answers in. */
export type GraphName = 'Facebook' | 'Instagram'

const Problem = z.object({
  error: z.object({
    code: z.number(),
    error_subcode: z.number().optional().catch(undefined),
    error_user_msg: z.string().max(1000).optional().catch(undefined),
  }),
})

type Why = { kind: RefusalKind; sentence?: string; afterMs?: number; isAnswered?: true }
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const refused = (sentence: string): Why => ({ kind: 'refused', sentence })
/** They call these faults of their own; whether it was done is not known. */
const FAULT: Why = { kind: 'later' }
const EXPIRED: Why = { kind: 'gone', sentence: "Instagram keeps a photo for a day, and this one wasn't published in time." }

/** By subcode: those of Instagram's list that a post can meet. */
const SUBCODES: Readonly<Record<number, Why>> = {
  2207001: FAULT,
  2207003: FAULT,
  2207032: FAULT,
  2207053: FAULT,
  2207006: EXPIRED,
  2207008: EXPIRED,
  2207020: EXPIRED,
  2207027: { kind: 'later', isAnswered: true, afterMs: MINUTE_MS, sentence: 'Instagram is still looking at the photo.' },
  2207042: {
    ...{ kind: 'later', isAnswered: true, afterMs: HOUR_MS },
    sentence: 'Instagram takes no more posts from this account today. This one goes as soon as it does.',
  },
  2207004: refused('The photo is too large for Instagram: it takes 8 MB.'),
  2207005: refused("Instagram can't read this photo: it takes JPEGs."),
  2207009: refused('Instagram takes no photo that is this narrow or this wide.'),
  2207010: refused('The text is too long for Instagram: it takes 2,200 characters and 30 hashtags.'),
  2207050: refused('Instagram has restricted this account. Open its app and do what it asks there, then post again.'),
  2207051: refused('Instagram took this for spam. Look into its app, then post again or leave it.'),
  2207052: refused("Instagram couldn't fetch the photo from this server. Whoever runs it has to make it reachable from the internet."),
  2207073: refused("Instagram doesn't do that with this kind of post."),
  2207085: refused("Instagram wouldn't do that."),
}

/** Too many requests: of the app, a person, a page, and as businesses are counted. */
const TOO_MANY = [4, 17, 32, 341, 613, 80001, 80002]
const SIGN_IN_AGAIN: Why = { kind: 'sign_in', sentence: 'Sign in to Facebook again.' }

/** By code. */
const CODES: Readonly<Record<number, (name: GraphName) => Why>> = {
  [-2]: () => FAULT,
  [-1]: () => FAULT,
  1: () => FAULT,
  2: () => FAULT,
  3: (name) => notAllowed(name),
  10: (name) => notAllowed(name),
  102: () => SIGN_IN_AGAIN,
  104: () => SIGN_IN_AGAIN,
  190: () => SIGN_IN_AGAIN,
  324: (name) => refused(`${name} can't read this photo.`),
  368: (name) => refused(`${name} has blocked posting for now. Look there why, and post again once it's over.`),
  2500: () => SIGN_IN_AGAIN,
  506: (name) => refused(`${name} has just had the very same post. Look whether it's there; else change a word.`),
}

const notAllowed = (name: GraphName): Why => ({
  kind: 'not_allowed',
  sentence: `${name} doesn't let Pritchel do this. Sign in again, and allow everything it asks for.`,
})

/** What the Graph API says by an answer that is no success. */
export async function graphRefusal(answer: Response, name: GraphName): Promise<Refusal> {
  const { error } = Problem.safeParse(await answer.json().catch(() => undefined)).data ?? {}
  const { kind, ...more } = error ? whyOf(error, answer.headers, name) : byStatus(answer.status, name)
  return new Refusal(kind, more)
}

function whyOf(
  { code, error_subcode: sub = 0, error_user_msg: said }: z.output<typeof Problem>['error'],
  headers: Headers,
  name: GraphName,
): Why {
  // It isn't there, or this sign-in can't see it: they don't say which.
  if (code === 100 && sub === 33)
    return { kind: 'gone', sentence: `${name} doesn't show this to Pritchel any more. Sign in again, and allow it there.` }
  const known = SUBCODES[sub]
  if (known) return known
  if (TOO_MANY.includes(code))
    return { kind: 'later', isAnswered: true, afterMs: waitIn(headers), sentence: `${name} takes no more requests for now. We try again.` }
  if (code >= 200 && code < 300) return notAllowed(name)
  return CODES[code]?.(name) ?? refused(`${name} won't have this post${said ? `: ${said.slice(0, 200)}` : '.'}`)
}

/** Something in between answered: they always say why. */
function byStatus(status: number, name: GraphName): Why {
  if (status === 401) return SIGN_IN_AGAIN
  return status === 403 ? notAllowed(name) : { kind: 'later', sentence: `What ${name} answered can't be read.` }
}

const Usage = z.record(z.string(), z.array(z.object({ estimated_time_to_regain_access: z.number().min(0).optional() })))
/** Calls are counted over the last hour. */
const USUAL_WAIT_MS = 15 * MINUTE_MS
const LONGEST_WAIT_MS = 24 * HOUR_MS

/** How long until it takes more; it says so in minutes, where it does. */
function waitIn(headers: Headers): number {
  const usage = Usage.safeParse(jsonIn(headers.get('x-business-use-case-usage'))).data ?? {}
  const minutes = Math.max(
    0,
    ...Object.values(usage)
      .flat()
      .map((each) => each.estimated_time_to_regain_access ?? 0),
  )
  return minutes > 0 ? Math.min(minutes * MINUTE_MS, LONGEST_WAIT_MS) : USUAL_WAIT_MS
}

function jsonIn(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
