import type { z } from 'zod'
import type { Feature } from '#lib/plan.ts'
import type { Scope } from '#lib/scopes.ts'
import type { SyncedName } from '#lib/synced.ts'

/** Who may call: anyone; a signed-in member of the practice; anyone with a link's token in the path; or a guest signed in to the portal. */
type Audience =
  | { readonly audience: 'public' | 'member' | 'link'; readonly act?: undefined }
  /** `act`: what a guest does here, as `GUEST_MAY` names it. */
  | { readonly audience: 'guest'; readonly act: string }

/** One HTTP endpoint, shared by client and server. `response` of a 204 is `z.undefined()`. */
export type Endpoint = Audience & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:name` for path parameters. */
  readonly path: `/api/${string}`
  /** One sentence for the API's reader. */
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Instead of a body: the fields of a multipart form with a file, which the server processes as it arrives. */
  readonly form?: z.ZodType
  readonly response: z.ZodType
  /** The status of success; 200 by default. */
  readonly status?: 200 | 201 | 204 | 302
  /** The response is a stream of this kind instead of JSON; `response` is its text. */
  readonly stream?: 'text/event-stream'
  /**
   * The synced record it reads or writes, named by `:id` or by the `id` of the response. Its revision is sent as the ETag; a write accepts
   * `If-Match` and `Idempotency-Key`.
   */
  readonly record?: SyncedName
  /** Requests a minute from one address; the server's common limit by default. */
  readonly perMinute?: number
  /** Only for a practice whose plan has this feature; refused before anything of the request is read. */
  readonly feature?: Feature
  /** What an API key must be for to be let in, as its member. Without a scope none is: `keys.test.ts` lists those. */
  readonly scope?: Scope
  /**
   * A write that is still allowed when the practice's plan has ended, so that it can leave or come back. All others are refused then
   * (`plan_lapsed`).
   */
  readonly whileLapsed?: true
}

/** Keeps literal types of method and path, so that `call<typeof x>('GET /api/x')` is checked. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition
