import { z } from 'zod'
import { KEY_DAYS } from '#features/core/api-keys/rules.ts'
import { Name } from '#features/core/practice/contract.ts'
import { dayShape } from '#lib/day-shape.ts'
import { endpoint } from '#lib/endpoint.ts'
import { SCOPES, type Scope } from '#lib/scopes.ts'

const KeyScope = z.enum(SCOPES as [Scope, ...Scope[]])

/** A key by which a program acts for a member. What it opens by was shown once, and is not kept. */
export const ApiKey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    scopes: z.array(KeyScope),
    /** The member for whom it acts. */
    madeBy: z.string(),
    madeAt: z.iso.datetime(),
    /** Its last day; null: it has no end. */
    expiresOn: dayShape.nullable(),
    /** Its last day has passed, so it opens nothing. */
    isExpired: z.boolean(),
    lastUsedOn: dayShape.nullable(),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.output<typeof ApiKey>

const NewApiKey = z
  .object({
    name: Name.max(60),
    scopes: z.array(KeyScope).min(1).max(SCOPES.length),
    /** For how many days it opens something; null: it has no end. */
    days: z.literal(KEY_DAYS).nullable(),
    /** Asked for a while after signing in. */
    password: z.string().min(1).max(200).optional(),
  })
  .meta({ id: 'NewApiKey' })
export type NewApiKey = z.input<typeof NewApiKey>

/** A key as it is made: `key` is what the program sends, and is never shown again. */
const MadeApiKey = z.object({ key: z.string(), apiKey: ApiKey }).meta({ id: 'MadeApiKey' })
export type MadeApiKey = z.output<typeof MadeApiKey>

export const apiKeyEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/api-keys',
    audience: 'member',
    summary: "The practice's API keys, the newest first; owners only",
    response: z.array(ApiKey),
  }),
  make: endpoint({
    method: 'POST',
    path: '/api/api-keys',
    audience: 'member',
    summary: 'Make an API key that acts for me; within a quarter of an hour of signing in, or with the password',
    body: NewApiKey,
    response: MadeApiKey,
    status: 201,
    perMinute: 30,
    feature: 'api-access',
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/api-keys/:id',
    audience: 'member',
    summary: 'Revoke an API key: it opens nothing from then on',
    params: z.object({ id: z.uuid() }),
    response: z.undefined(),
    status: 204,
    whileLapsed: true,
  }),
}
