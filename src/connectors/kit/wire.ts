/**
 * The secret key, empty where none is needed, and the typed fields. `address`: where the far side is, typed or the manifest's `at`.
 * After signing in there the wire sends the token itself, and `account` is the id of the company that was chosen.
 */
export type Credentials = { key: string; address?: string; account?: string }

/** `reads`: statuses that the connector understands itself, instead of being refused. The body is a text or bytes. */
type WireInit = RequestInit & { reads?: readonly number[] }

/**
 * The way to one far side. It goes only to addresses anyone may reach, waits its turn, and gives up on answers that are too large or too slow.
 * Redirects are followed within the same host only; `url` of an answer is where it came from.
 * @throws Refusal `later` when there is no answer, `sign_in` and `not_allowed` on 401 and 403, `later` on 429 and from 500 on (but 507)
 */
export type Wire = { fetch: (url: string, init?: WireInit) => Promise<Response>; credentials: Credentials }
