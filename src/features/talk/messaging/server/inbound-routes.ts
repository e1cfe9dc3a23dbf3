import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Intake, takeMail, takeText } from '#features/talk/messaging/server/inbound.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { toE164 } from '#lib/phone.ts'
import type { App } from '#platform/server/http/http.ts'
import { isFresh, isSigned } from '#platform/server/http/signed-body.ts'
import { INBOUND_TEXT_PATH } from '#platform/server/sending/twilio.ts'
import { one, requireSignedForm } from '#platform/server/sending/twilio-call.ts'

/** Where providers post e-mails as they received them. */
const INBOUND_MAIL_PATH = '/hooks/mail/inbound'
const LONGEST_MAIL = 30 * 1024 * 1024
/** A mail's signature can only be checked once all of it is here, so the number of large bodies read at once is limited. */
const LARGE_MAIL = 1024 * 1024
const MOST_LARGE = 4
/** Half a megabyte a second for the largest: providers have good lines, and a client that only holds a place loses it. */
const MAIL_MS = 60_000
/** A provider posts many at once, from few addresses. */
const PER_MINUTE = 3000

/** Where providers post what clients wrote. Anything that can't be matched is accepted too: otherwise they would post it again and again. */
export function inboundRoutes(app: App) {
  textRoute(app)
  mailRoute(app)
}

const intakeOf = ({ db, setup }: App): Intake => ({ db, files: setup.files, origin: setup.origin, keyedHash: setup.keyedHash })

function textRoute(app: App) {
  app.route({
    method: 'POST',
    url: INBOUND_TEXT_PATH,
    schema: { hide: true },
    config: { audience: 'public', takesForm: true, rateLimit: { max: PER_MINUTE, timeWindow: 60_000 } },
    async handler(request, reply) {
      const form = requireSignedForm(app, request)
      const [from, body, ref] = [toE164(one(form.From)), one(form.Body), one(form.MessageSid)]
      if (from && ref) await takeText(intakeOf(app), { from, body: body || PICTURES_ONLY, ref })
      return reply.type('text/xml').send('<?xml version="1.0" encoding="UTF-8"?><Response></Response>')
    },
  })
}

const PICTURES_ONLY = "[A text with no words. Pictures don't come through by text: ask for an e-mail.]"

/** A scope of its own: only here is a body of any content type read whole, as raw bytes. */
function mailRoute(app: App) {
  void app.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LONGEST_MAIL }, (_request, body, done) => done(null, body))
    scope.route({
      method: 'POST',
      url: INBOUND_MAIL_PATH,
      bodyLimit: LONGEST_MAIL,
      schema: { hide: true },
      config: { audience: 'public', bodyMs: MAIL_MS, rateLimit: { max: PER_MINUTE, timeWindow: 60_000 } },
      preParsing: [mailGate(app)],
      async handler(request, reply) {
        await takeMail(intakeOf(app), requireSignedMail(app, request))
        return reply.code(204).send()
      },
    })
  })
}

/** Refuses before any of a mail's body is read. @throws not_found when no e-mails are taken in, wrong_signature, busy */
function mailGate(app: App) {
  let large = 0
  return async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    const { timestamp, signature } = signOf(headers)
    if (!app.setup.inboundMailSecret) throw new AppError('not_found')
    if (!signature || !isFresh(timestamp, currentTime())) throw new AppError('wrong_signature')
    // A mail without a length may be of any length.
    if (Number(headers['content-length'] ?? LONGEST_MAIL) <= LARGE_MAIL) return
    if (large >= MOST_LARGE) throw new AppError('busy')
    large++
    reply.raw.once('close', () => large--)
  }
}

/** @throws not_found when no e-mails are taken in, wrong_signature */
function requireSignedMail(app: App, request: FastifyRequest): Buffer {
  const secret = app.setup.inboundMailSecret
  if (!secret) throw new AppError('not_found')
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  if (!isSigned(secret, { body, ...signOf(request.headers), now: currentTime() })) throw new AppError('wrong_signature')
  return body
}

const signOf = (headers: FastifyRequest['headers']) => ({
  timestamp: one(headers['x-pritchel-timestamp']),
  signature: one(headers['x-pritchel-signature']),
})
