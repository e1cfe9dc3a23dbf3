import { z } from 'zod'
import { MOST_SENT_BYTES, PICTURE_KINDS } from '#features/core/letterhead/rules.ts'
import { endpoint } from '#lib/endpoint.ts'

/** A picture as it is shown: anyone who has its address may see it. */
const Shown = z.object({ path: z.string(), width: z.int(), height: z.int() })
export type Shown = z.output<typeof Shown>

/** The pictures of a practice; null: none. */
export const Letterhead = z.object({ logo: Shown.nullable(), farrier: Shown.nullable() }).meta({ id: 'Letterhead' })
export type Letterhead = z.output<typeof Letterhead>

export const letterheadEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/practice/pictures',
    audience: 'member',
    summary: "The practice's logo and the farrier's picture",
    response: Letterhead,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/practice/pictures',
    audience: 'member',
    summary: "Set the practice's logo or the farrier's picture, or remove it; owners only",
    body: z.object({
      kind: z.enum(PICTURE_KINDS),
      /** A JPEG, PNG or WebP as base64; null removes the picture. */
      image: z
        .string()
        .min(1)
        .max(Math.ceil(MOST_SENT_BYTES / 3) * 4)
        .nullable(),
    }),
    response: Letterhead,
  }),
  picture: endpoint({
    method: 'GET',
    path: '/api/pictures/:key',
    audience: 'link',
    summary: "A practice's logo or the farrier's picture, for those who were given its address",
    params: z.object({ key: z.string().max(100) }),
    response: z.unknown(),
    perMinute: 240,
  }),
}
