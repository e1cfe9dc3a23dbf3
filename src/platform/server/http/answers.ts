import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorAnswer } from '#lib/error-answer.ts'
import { AppError, type ErrorCode, explain } from '#lib/errors.ts'

/** The only place that turns an error into an answer: `{code, message, requestId, …}`, the message a sentence for people. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof AppError && error.cause)
      request.log.error({ err: error.cause, requestId: request.id }, 'refused for a fault of ours')
    if (error instanceof AppError && error.code === 'busy') reply.header('retry-after', PATIENCE_S)
    if (error instanceof AppError) return answer(request, reply, error.code, error.message, { ...error.details, ...fieldsIn(error) })
    if (hasZodFastifySchemaValidationErrors(error)) {
      const fields = error.validation.map((fault) => ({ path: fault.instancePath, message: fault.message ?? '' }))
      return answer(request, reply, 'bad_request', explain('bad_request').message, { fields })
    }
    const status = statusOf(error)
    if (status === 429) return answer(request, reply, 'too_many_requests')
    if (status === 413) return answer(request, reply, 'too_large')
    // Refusals by Fastify itself: JSON that does not parse, an unknown media type.
    if (status >= 400 && status < 500) return answer(request, reply, 'bad_request')
    if (isCallersValue(error)) {
      request.log.warn({ code: error.code, route: request.routeOptions.url, requestId: request.id }, 'a value the database does not take')
      return answer(request, reply, 'bad_request', UNKEEPABLE)
    }
    request.log.error({ err: error, requestId: request.id }, 'request failed')
    if (!isPassing(error)) return answer(request, reply, 'internal')
    return answer(request, reply.header('retry-after', PATIENCE_S), 'busy')
  })
  app.setNotFoundHandler((request, reply) => answer(request, reply, 'not_found'))
}

/** A service names fields; the sentence is that of the refusal. */
function fieldsIn({ details, message }: AppError): Pick<ErrorAnswer, 'fields'> {
  if (!Array.isArray(details.fields)) return {}
  return { fields: details.fields.map((field) => (typeof field === 'string' ? { path: `/${field}`, message } : field)) }
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ErrorCode,
  message: string = explain(code).message,
  details: Record<string, unknown> = {},
) {
  return reply.code(explain(code).status).send({ code, message, requestId: request.id, ...details })
}

const statusOf = (error: unknown) =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500

const PATIENCE_S = 5
/* Too slow, too full, deadlocked, or unavailable: classes and codes of PostgreSQL, and codes of network errors in its place. */
const PASSING = /^(08|53|57)|^(40001|40P01|55P03|25P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/

/**
 * Errors without a code, or with a less specific one: the connection broke, was never made, or has prepared statements that a migration has made
 * stale.
 */
const GONE =
  /^(cached plan must not change|Connection terminated|timeout (exceeded|expired)|Client (has encountered a connection error|was closed))/

/** Errors that may pass on another try: a device's changes must wait, and not be split up in search of a bad one. */
const isPassing = (error: unknown) =>
  error instanceof Error && (('code' in error && typeof error.code === 'string' && PASSING.test(error.code)) || GONE.test(error.message))

const UNKEEPABLE = "Something in that request can't be saved as it is: a day, a number or a text. Nothing was saved."
/*
 * PostgreSQL's errors about values: too long, too large, not a day, text it cannot store (a NUL byte, half a surrogate pair), or against a
 * constraint. The contract should have refused them; they are still the caller's fault.
 */
const VALUES = /^(22001|22003|22007|22008|22021|22P02|22P03|22P05|23514)$/

const isCallersValue = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && VALUES.test(error.code)
