import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'

const Backups = z
  .object({
    /** The practice is alone on the server, so its owner manages the backups. On a shared server only `lastAt` is returned. */
    isMine: z.boolean(),
    /** When the last good one was begun. */
    lastAt: z.iso.datetime().nullable(),
    last: z
      .object({
        /** Where it lies on the server. */
        folder: z.string(),
        bytes: z.int(),
        rows: z.int(),
        files: z.int(),
      })
      .nullable(),
    nextAt: z.iso.datetime().nullable(),
    /** One is being made, or about to be. */
    isUnderWay: z.boolean(),
    /** Why the last attempt was no good one, as a sentence. */
    failure: z.object({ at: z.iso.datetime(), sentence: z.string() }).nullable(),
  })
  .meta({ id: 'Backups' })
export type Backups = z.output<typeof Backups>

export const backupEndpoints = {
  backups: endpoint({
    method: 'GET',
    path: '/api/backups',
    audience: 'member',
    summary: 'The last good backup of the server, and the next; owners only',
    response: Backups,
  }),
  backUp: endpoint({
    method: 'POST',
    path: '/api/backups',
    audience: 'member',
    summary: 'Back the server up now; only by the owner of the one practice on it',
    response: z.undefined(),
    status: 204,
    perMinute: 6,
  }),
}
