import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorFor, atPractice, clientNamed } from '#app/my/at-practice.ts'
import { fieldOf, myForm, type Paint, refusedBy } from '#app/my/painting.ts'
import { hideFromYard } from '#features/records/guests/server/hide-from-yard.ts'
import type { AppError } from '#lib/errors.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

type Opened = { request: FastifyRequest; reply: FastifyReply; session: GuestSession }

/** Whether a client's horses are on the boards of yards: their own wish. `refused` paints their settings with the reason. */
export function serveHiding(page: { app: App; paint: Paint }, refused: (opened: Opened, refusal: AppError) => Promise<unknown>) {
  const { app } = page
  myForm(page, '/my/at/:slug/yard-board', 30, async (opened) => {
    const { request, reply, session } = opened
    const refusal = await refusedBy(() =>
      atPractice(app, opened, 'changeDetails', async (tx, at) => {
        const clientId = clientNamed((request.query as { for?: unknown }).for, at.clientIds)
        await hideFromYard(tx, await actorFor(app, at, session), clientId, fieldOf(request, 'shows') !== 'yes')
      }),
    )
    return refusal ? refused(opened, refusal) : reply.redirect('/my/settings#farriers', 303)
  })
}
