import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorFor, atPractice } from '#app/my/at-practice.ts'
import { fieldOf, myForm, type Paint, refusedBy } from '#app/my/painting.ts'
import { proveFirst } from '#app/my/prove-first.ts'
import type { Typed } from '#app/my/sharing-of.ts'
import { answerPhotoConsent, requirePhotoConsent } from '#features/records/photo-consents/server/answering.ts'
import { readPhotosAnswer } from '#features/records/photo-consents/server/read-photos-answer.ts'
import { idOf } from '#lib/canonical.ts'
import { AppError } from '#lib/errors.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

type Sharing = (request: FastifyRequest, reply: FastifyReply, session: GuestSession, typed: Typed, status?: number) => Promise<unknown>

/** What a guest answers about photos in public, and withdraws: as the client themselves alone. Withdrawing is never refused. */
export function servePhotosSharing({ app, paint }: { app: App; paint: Paint }, sharing: Sharing) {
  myForm({ app, paint }, '/my/at/:slug/sharing/photos', 20, async ({ request, reply, session }) => {
    const id = idOf(fieldOf(request, 'id'), 'photo_consent_not_found')
    const practice = await atPractice(app, { request, session }, 'share', async (tx, at) => {
      const { client_id } = await requirePhotoConsent(tx, id)
      if (!at.clientIds.includes(client_id)) throw new AppError('photo_consent_not_found')
      return at.practice
    })
    const answer = readPhotosAnswer(request, 'portal')
    const refusal = await refusedBy(async () => {
      if (!answer) return
      const unproven = answer.says === 'yes' ? proveFirst(session) : undefined
      if (unproven) throw new AppError('proof_too_old', {}, unproven)
      const actor = await actorFor(app, { practice: answer.says === 'stop' ? { ...practice, isLapsed: false } : practice }, session)
      await atPractice(app, { request, session }, 'share', (tx) => answerPhotoConsent(tx, actor, id, answer))
    })
    if (!refusal) return reply.redirect('/my/sharing#photos', 303)
    return sharing(request, reply, session, { form: {}, careFault: refusal.message }, 422)
  })
}
