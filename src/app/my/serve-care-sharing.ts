import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorFor, atPractice, clientNamed } from '#app/my/at-practice.ts'
import type { CareForm } from '#app/my/care-sharing-view.ts'
import { fieldOf, myForm, myPage, type Paint, refusedBy } from '#app/my/painting.ts'
import { proveFirst } from '#app/my/prove-first.ts'
import { sendPdf } from '#app/my/send-pdf.ts'
import type { Typed } from '#app/my/sharing-of.ts'
import { backTo, type CareBack, SPAN_CHOICES } from '#features/records/guests/care-rules.ts'
import { agreeToCare, refuseCare } from '#features/records/guests/server/answer-care.ts'
import { askCare } from '#features/records/guests/server/ask-care.ts'
import { agreementPdf, agreementTitle } from '#features/records/guests/server/care-agreement.ts'
import { requireConsent } from '#features/records/guests/server/care-queries.ts'
import { takeBackCare } from '#features/records/guests/server/end-care.ts'
import { renewCare } from '#features/records/guests/server/go-on-from.ts'
import { noteOpened } from '#features/records/guests/server/note-opened.ts'
import { idOf } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { FormBody } from '#platform/server/http/forms.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

const SHARING = '/my/sharing'
const AT = '/my/at/:slug/sharing/care'

type Sharing = (request: FastifyRequest, reply: FastifyReply, session: GuestSession, typed: Typed, status?: number) => Promise<unknown>
type GuestRequest = { request: FastifyRequest; session: GuestSession }

/** Vets and para-professionals among who sees the horses of a guest: letting one in, the farrier's question, going on, the end, and the paper. */
export function serveCareSharing(page: { app: App; paint: Paint }, sharing: Sharing) {
  const { app } = page
  myForm(page, AT, 20, async ({ request, reply, session }) => {
    const form = formIn(request)
    const asked = await clientAt(app, { request, session })
    let isAtOnce = true
    const refusal = await refusedBy(async () => {
      requireProof(session)
      const actor = await actorFor(app, asked, session)
      const today = dayOf(currentTime(), actor.zone)
      await atPractice(app, { request, session }, 'share', async (tx) => {
        const made = await askCare(tx, actor, {
          ...{ role: form.role, clientId: asked.clientId, horseIds: form.horseIds.map((id) => idOf(id, 'horse_not_found')) },
          ...{ toName: form.name, to: form.to, toPractice: form.practice || null, mayContact: form.mayContact, how: 'portal' },
          ...{ backToOn: backTo(form.back, today), untilOn: addDays(today, Number(form.days)) },
        })
        isAtOnce = made.approvedAt !== null
      })
    })
    if (!refusal) return reply.redirect(`${SHARING}?said=${isAtOnce ? 'invited' : 'waits'}`, 303)
    return sharing(
      request,
      reply,
      session,
      { clientId: asked.clientId, form: {}, care: { ...form, fault: inWordsOfAnOwner(refusal) } },
      422,
    )
  })
  myForm(page, `${AT}/answer`, 20, async ({ request, reply, session }) => {
    const isYes = fieldOf(request, 'says') === 'yes'
    const refusal = await refusedBy(async () => {
      if (isYes) requireProof(session)
      await onConsent(app, { request, session }, (tx, actor, id) =>
        isYes ? agreeToCare(tx, actor, id, 'portal') : refuseCare(tx, actor, id),
      )
    })
    if (!refusal) return reply.redirect(SHARING, 303)
    return sharing(request, reply, session, { form: {}, careFault: refusal.message }, 422)
  })
  myForm(page, `${AT}/go-on`, 20, async ({ request, reply, session }) => {
    const refusal = await refusedBy(() => onConsent(app, { request, session }, renewCare))
    if (!refusal) return reply.redirect(`${SHARING}?said=goes-on`, 303)
    return sharing(request, reply, session, { form: {}, careFault: refusal.message }, 422)
  })
  myForm(page, `${AT}/end`, 20, async ({ request, reply, session }) => {
    await onConsent(app, { request, session }, takeBackCare, { isEnd: true })
    return reply.redirect(SHARING, 303)
  })
  myPage(page, '/my/at/:slug/agreements/:id/agreement.pdf', async ({ request, reply, session }) => {
    const id = idOf((request.params as { id: string }).id, 'care_not_found')
    const read = await atPractice(app, { request, session }, 'share', async (tx, { practice, clientIds }) => {
      const consent = await ownCare(tx, id, practice.zone, clientIds)
      const opened = { personId: session.personId, clientId: consent.clientId, what: 'terms', subjectId: id } as const
      await noteOpened(tx, { practiceId: practice.id }, opened)
      return { consent, reader: { practiceName: practice.name, zone: practice.zone } }
    })
    return sendPdf(reply, agreementTitle(read.consent), await agreementPdf(read.consent, read.reader))
  })
}

const clientAt = (app: App, asked: GuestRequest) =>
  atPractice(app, asked, 'share', async (_, { practice, clientIds }) => ({
    practice,
    clientId: clientNamed(fieldOf(asked.request, 'for'), clientIds),
  }))

/** @throws proof_too_old */
function requireProof(session: GuestSession): void {
  const unproven = proveFirst(session)
  if (unproven) throw new AppError('proof_too_old', {}, unproven)
}

/** Does something about an agreement of theirs. Ending is never refused: also where the practice takes nothing else. @throws care_not_found */
async function onConsent(
  app: App,
  asked: GuestRequest,
  work: (tx: PracticeTx, actor: Actor, id: string) => Promise<void>,
  { isEnd = false } = {},
): Promise<void> {
  const id = idOf(fieldOf(asked.request, 'id'), 'care_not_found')
  const { practice } = await clientAt(app, asked)
  const actor = await actorFor(app, { practice: isEnd ? { ...practice, isLapsed: false } : practice }, asked.session)
  await atPractice(app, asked, 'share', async (tx, { clientIds }) => {
    await ownCare(tx, id, practice.zone, clientIds)
    await work(tx, actor, id)
  })
}

async function ownCare(tx: PracticeTx, id: string, zone: string, clientIds: readonly string[]) {
  const consent = await requireConsent(tx, id, zone)
  if (!clientIds.includes(consent.clientId)) throw new AppError('care_not_found')
  return consent
}

function formIn(request: FastifyRequest): Omit<CareForm, 'fault'> {
  const { horse } = (request.body ?? {}) as FormBody
  const back = fieldOf(request, 'back')
  const days = fieldOf(request, 'days')
  return {
    role: fieldOf(request, 'role') === 'para-professional' ? 'para-professional' : 'vet',
    horseIds: [horse].flat().filter((id) => typeof id === 'string' && id !== '') as string[],
    name: fieldOf(request, 'name').slice(0, 200),
    practice: fieldOf(request, 'practice').slice(0, 200),
    to: fieldOf(request, 'to').slice(0, 254),
    back: BACKS.find((one) => one === back) ?? 'all',
    days: SPAN_CHOICES.some(({ value }) => value === days) ? days : SPAN_CHOICES[0].value,
    mayContact: fieldOf(request, 'ring') !== '',
  }
}

const BACKS: readonly CareBack[] = ['all', 'year', 'quarter', 'today']

/** The table of errors speaks of settings to the farrier. */
const inWordsOfAnOwner = (refusal: AppError): string =>
  refusal.code === 'portal_is_off' ? 'Your farrier has the portal switched off. Ask them.' : refusal.message
