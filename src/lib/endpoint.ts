import type { z } from 'zod'
import type { Feature } from '#lib/plan.ts'
import type { SyncedName } from '#lib/synced.ts'

/** Who may call: anyone; a signed-in member of the practice; or anyone holding a link's token in the path. */
type Audience = 'public' | 'member' | 'link'

/** One HTTP endpoint as both sides see it. `response` of a 204 is `z.undefined()`. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:name` for path parameters. */
  readonly path: `/api/${string}`
  readonly audience: Audience
  /** One sentence for the API's reader. */
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** In place of a body: the fields of a multipart form, a file among them, which the server takes in as it comes. */
  readonly form?: z.ZodType
  readonly response: z.ZodType
  /** The status of success; 200 unless said. */
  readonly status?: 200 | 201 | 204 | 302
  /** The answer is a stream of this kind instead of JSON; `response` is its text. */
  readonly stream?: 'text/event-stream'
  /**
   * The synced record it reads or writes, named by `:id` or told by the `id` of the answer. Its revision comes as the ETag; a write takes
   * `If-Match` and `Idempotency-Key`.
   */
  readonly record?: SyncedName
  /** Requests a minute from one address; the server's common limit unless said. */
  readonly perMinute?: number
  /** Only for a practice whose plan has it; refused before anything of the request is looked at. */
  readonly feature?: Feature
  /** A write that a practice whose plan has ended still may: its own way out, and back. All others are refused then (`plan_lapsed`). */
  readonly whileLapsed?: true
}

/** Keeps literal types of method and path, so that `call<typeof x>('GET /api/x')` is checked. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition
