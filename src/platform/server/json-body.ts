import type { FastifyError, FastifyInstance } from 'fastify'
import { AppError } from '#lib/errors.ts'

/** How deep a body, or one change of a device, may nest; ours go to about ten. What walks a value by calling itself must not run out of stack. */
const MOST_LEVELS = 40

/** Reads JSON. A body of no bytes is none, though it is announced as JSON; one that nests too deep is refused. */
export function readJsonBodies(app: FastifyInstance): void {
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    if (text === '') return done(null, undefined)
    void readJson(request, text, (error, body) => {
      if (!error && isTooDeep(body)) return done(new AppError('bad_request', {}, 'This nests too deep.') as unknown as FastifyError)
      done(error, body)
    })
  })
}

/** Whether a JSON value nests deeper than anything of ours does. */
export function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isNest)
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= MOST_LEVELS) return true
    level = level.flatMap((each) => Object.values(each).filter(isNest))
  }
  return false
}

const isNest = (value: unknown): value is object => typeof value === 'object' && value !== null
