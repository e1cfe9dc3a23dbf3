import { noteReceipt } from '#features/core/notices/server/receipts.ts'
import { idOf } from '#lib/canonical.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import type { App } from '#platform/server/http/http.ts'
import { RECEIPT_PATH } from '#platform/server/sending/twilio.ts'
import { one, requireSignedForm } from '#platform/server/sending/twilio-call.ts'

/** A provider brings the receipts of many texts at once, from few addresses. */
const PER_MINUTE = 6000

/** The route where the text provider reports the outcome of each text. */
export function receiptRoutes(app: App) {
  app.route({
    method: 'POST',
    url: `${RECEIPT_PATH}/:practiceId/:noticeId`,
    schema: { hide: true },
    config: { audience: 'public', takesForm: true, rateLimit: { max: PER_MINUTE, timeWindow: 60_000 } },
    async handler(request, reply) {
      const form = requireSignedForm(app, request)
      const params = request.params as { practiceId: string; noticeId: string }
      const practiceId = idOf(params.practiceId, 'not_found')
      const noticeId = idOf(params.noticeId, 'not_found')
      const actor = await actorOfPractice(app.db, practiceId, { origin: app.setup.origin })
      const receipt = {
        status: one(form.MessageStatus),
        errorCode: Number(one(form.ErrorCode)) || undefined,
        reference: one(form.MessageSid) || undefined,
      }
      await app.db.withPractice(practiceId, (tx) => noteReceipt(tx, actor, noticeId, receipt))
      return reply.code(204).send()
    },
  })
}
