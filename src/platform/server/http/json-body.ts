import type { FastifyInstance } from 'fastify'
import { AppError } from '#lib/errors.ts'

/** How deep a body may nest; ours go to about ten. What walks a value by calling itself must not run out of stack. */
const MOST_LEVELS = 40
/** How many things a body may hold, each list and object one of them. A hundred changes of a device have some thousands. */
const MOST_VALUES = 20_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many things a body may hold here. */
    mostValues?: number
  }
}

/** Reads JSON. A body of no bytes is none, though it is announced as JSON; one that nests too deep, or of too many values, is refused. */
export function readJsonBodies(app: FastifyInstance): void {
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    if (text === '') return done(null, undefined)
    void readJson(request, requireModest(text, request.routeOptions.config.mostValues), done)
  })
}

/**
 * Scans JSON before it is parsed, and returns it. Many small values, a few bytes each, would keep a parser busy for seconds in which no other
 * request is answered.
 * @throws bad_request when it nests too deep, too_large when it holds too many values
 */
export function requireModest(json: string, mostValues = MOST_VALUES): string {
  let level = 0
  let values = 0
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = endOfText(json, at)
    else if (code === COMMA) values++
    else if (code === BRACKET_END || code === BRACE_END) level--
    else if (code === BRACKET || code === BRACE) {
      values++
      level++
    }
    if (level > MOST_LEVELS) throw new AppError('bad_request', {}, 'This nests too deep.')
    if (values > mostValues) throw new AppError('too_large')
  }
  return json
}

const [QUOTE, COMMA, BRACKET, BRACKET_END, BRACE, BRACE_END] = [34, 44, 91, 93, 123, 125]
const BACKSLASH = 92

/** The end of the string that begins at a quote; the end of the text, when the string does not end. */
function endOfText(json: string, from: number): number {
  for (let at = json.indexOf('"', from + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let before = at
    while (json.charCodeAt(before - 1) === BACKSLASH) before--
    if ((at - before) % 2 === 0) return at
  }
  return json.length
}
