import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorFor, atPractice, clientNamed } from '#app/my/at-practice.ts'
import { fieldOf, myForm, myPage, type Paint, refusedBy } from '#app/my/painting.ts'
import { practiceAt } from '#app/my/practice-at.ts'
import { proveFirst } from '#app/my/prove-first.ts'
import { serveCareSharing } from '#app/my/serve-care-sharing.ts'
import { servePhotosSharing } from '#app/my/serve-photos-sharing.ts'
import { sharingOf, type Typed } from '#app/my/sharing-of.ts'
import type { InviteForm } from '#app/my/sharing-view.ts'
import { endOther, leaveOther, type Other } from '#features/records/guests/server/ending-others.ts'
import { inviteOther } from '#features/records/guests/server/inviting-others.ts'
import { eyesOf, practicesOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import { idOf } from '#lib/canonical.ts'
import { AppError } from '#lib/errors.ts'
import { fewAtOnce } from '#lib/few-at-once.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

const SHARING = '/my/sharing'
const AT = '/my/at/:slug/sharing'

/** Who sees the horses of a guest: inviting people, ending that, and ending what others share with them. */
export function serveMySharing(page: { app: App; paint: Paint }) {
  const { app, paint } = page
  const sharing = async (request: FastifyRequest, reply: FastifyReply, session: GuestSession, typed: Typed, status?: number) => {
    const practices = await practicesOfGuest(app.db, session)
    const all = await fewAtOnce(practices, (practice) => sharingOf(app, eyesOf(session, practice), practice, typed))
    return paint(
      reply,
      {
        page: 'sharing',
        said: saidIn(request),
        careFault: typed.careFault ?? null,
        hasInvited: (request.query as { said?: unknown }).said === 'invited',
        practices: all.map(({ practice }) => practice).filter(({ clients }) => clients.length > 0),
        mine: all.flatMap(({ mine }) => mine),
      },
      status,
    )
  }
  myPage(page, SHARING, ({ request, reply, session }) => {
    const { horse, care } = request.query as { horse?: unknown; care?: unknown }
    return sharing(request, reply, session, {
      form: typeof horse === 'string' ? { role: 'sharer', horseId: horse } : {},
      ...(typeof care === 'string' && { care: { horseIds: [care] } }),
    })
  })
  serveCareSharing(page, sharing)
  servePhotosSharing(page, sharing)
  myForm(page, `${AT}/invite`, 20, async ({ request, reply, session }) => {
    const form = formIn(request)
    const asked = await atPractice(app, { request, session }, 'share', async (_, { practice, clientIds }) => ({
      practice,
      clientId: clientNamed(fieldOf(request, 'for'), clientIds),
    }))
    const refusal = await refusedBy(async () => {
      const unproven = proveFirst(session)
      if (unproven) throw new AppError('proof_too_old', {}, unproven)
      const actor = await actorFor(app, asked, session)
      await atPractice(app, { request, session }, 'share', (tx) =>
        inviteOther(tx, actor, {
          ...{
            role: form.role,
            clientId: asked.clientId,
            horseId: form.role === 'sharer' ? idOf(form.horseId, 'horse_not_found') : null,
            yardId: null,
          },
          ...{ toName: form.name, to: form.to, seesMoney: form.seesMoney, mayAnswer: form.mayAnswer },
        }),
      )
    })
    if (!refusal) return reply.redirect(`${SHARING}?said=invited`, 303)
    const fault = { fault: inWordsOfAnOwner(refusal), mustProve: refusal.code === 'proof_too_old' }
    return sharing(request, reply, session, { clientId: asked.clientId, form: { ...form, ...fault } }, 422)
  })
  myForm(page, `${AT}/end`, 20, async ({ request, reply, session }) => {
    const asked = await atPractice(app, { request, session }, 'share', async (_, { practice, clientIds }) => ({
      practice,
      clientId: clientNamed(fieldOf(request, 'for'), clientIds),
    }))
    // Ending is never refused: also where the practice takes nothing else.
    const actor = await actorFor(app, { practice: { ...asked.practice, isLapsed: false } }, session)
    await atPractice(app, { request, session }, 'share', (tx) => endOther(tx, actor, asked.clientId, otherIn(request)))
    return reply.redirect(SHARING, 303)
  })
  myForm(page, `${AT}/leave`, 20, async ({ request, reply, session }) => {
    const practice = await practiceAt(app, session, request)
    const actor = await actorFor(app, { practice: { ...practice, isLapsed: false } }, session)
    const id = idOf(fieldOf(request, 'id'), 'not_found')
    const what = fieldOf(request, 'what') === 'horse' ? { horseId: id } : { clientId: id }
    await app.db.withPractice(practice.id, (tx) => leaveOther(tx, actor, what))
    return reply.redirect(SHARING, 303)
  })
}

function saidIn(request: FastifyRequest): 'waits' | 'goes-on' | null {
  const { said } = request.query as { said?: unknown }
  return said === 'waits' || said === 'goes-on' ? said : null
}

const formIn = (request: FastifyRequest): Omit<InviteForm, 'fault' | 'mustProve'> => ({
  role: fieldOf(request, 'role') === 'sharer' ? 'sharer' : 'helper',
  horseId: fieldOf(request, 'horse'),
  name: fieldOf(request, 'name').slice(0, 200),
  to: fieldOf(request, 'to').slice(0, 254),
  seesMoney: fieldOf(request, 'bills') !== '',
  mayAnswer: fieldOf(request, 'answers') !== '',
})

/** @throws not_found */
function otherIn(request: FastifyRequest): Other {
  const id = idOf(fieldOf(request, 'id'), 'not_found')
  const what = fieldOf(request, 'what')
  if (what === 'helper') return { personId: id }
  return what === 'sharer' ? { grantId: id } : { inviteId: id }
}

/** The table of errors speaks of plans and settings to the farrier. */
const inWordsOfAnOwner = (refusal: AppError): string =>
  refusal.code === 'not_in_plan'
    ? 'Your farrier’s plan has no shared horses. Let them help with everything instead, or ask your farrier.'
    : refusal.message
