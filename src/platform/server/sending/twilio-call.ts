import type { FastifyRequest } from 'fastify'
import { AppError } from '#lib/errors.ts'
import type { FormBody } from '#platform/server/http/forms.ts'
import type { App } from '#platform/server/http/http.ts'
import { isSignedByTwilio } from '#platform/server/sending/twilio.ts'

/** The first value of a name in a form or a header; empty when there is none. */
export const one = (value: string | string[] | undefined): string => [value ?? ''].flat()[0] ?? ''

/** Reads a call of the provider of texts. @throws not_found without a provider, wrong_signature */
export function requireSignedForm(app: App, request: FastifyRequest): FormBody {
  const { textsSecret, origin } = app.setup
  if (!textsSecret) throw new AppError('not_found')
  const form = (request.body ?? {}) as FormBody
  const signature = one(request.headers['x-twilio-signature'])
  if (!isSignedByTwilio(textsSecret, { url: `${origin}${request.url}`, form, signature })) throw new AppError('wrong_signature')
  return form
}
