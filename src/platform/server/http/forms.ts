import type { FastifyError, FastifyInstance } from 'fastify'
import { AppError } from '#lib/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a page's plain form, or a provider that writes like one, may post here; everywhere else that is no body. */
    takesForm?: boolean
  }
}

/** Ours have a dozen, and a provider's some thirty. */
const MOST_FIELDS = 1000

/** The values of a form by field name; a name that occurs more than once has a list. */
export type FormBody = Record<string, string | string[]>

/** Lets routes with `takesForm` read `application/x-www-form-urlencoded`, which a page without a script sends. */
export function takeForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
    if (!request.routeOptions.config.takesForm) return done(new AppError('bad_request') as unknown as FastifyError)
    done(null, readForm(String(body)))
  })
}

/** @see FormBody @throws too_large when it has too many fields */
function readForm(body: string): FormBody {
  if (body.split('&', MOST_FIELDS + 1).length > MOST_FIELDS) throw new AppError('too_large')
  const form: FormBody = Object.create(null)
  for (const [name, value] of new URLSearchParams(body)) {
    const before = form[name]
    if (Array.isArray(before)) before.push(value)
    else form[name] = before === undefined ? value : [before, value]
  }
  return form
}
