import multipart from '@fastify/multipart'
import type { FastifyReply } from 'fastify'
import { MOST_FORM_BYTES, receivePhotoForm } from '#features/evidence/files/server/receive-photo-form.ts'
import { openTriage, reportTriage } from '#features/talk/triage/server/service.ts'
import { isWhole, needsVet, readTriage, TRIAGE_PATH, type TriagePage, type TriageStep } from '#features/talk/triage/triage.ts'
import { isUuid, uuidv7 } from '#lib/ids.ts'
import type { App } from '#platform/server/http/http.ts'
import type { BuiltPage } from '#platform/server/pages/built-page.ts'
import { READING, refusalOf, sendByLink, tokenOf, writing } from '#platform/server/pages/link-page.ts'

type Render = (shown: { page: TriagePage; step: TriageStep; formId: string } | undefined) => string

/**
 * Serves the page where an owner reports a lost shoe with a link. The questions travel in the address and change nothing; only the last form,
 * with the photo, sends, and only once however often it is submitted.
 */
export async function serveTriage(app: App, { files, load }: BuiltPage) {
  const { render } = await load<{ render: Render }>()
  const places = { db: app.db, files: app.setup.files, origin: app.setup.origin }
  const painted = (reply: FastifyReply, status: number, shown?: { page: TriagePage; step: TriageStep; formId?: string }) =>
    sendByLink(reply, status, { title: 'Lost shoe', files, body: render(shown && { formId: uuidv7(), ...shown }) })

  app.get(`${TRIAGE_PATH}:token`, READING, async (request, reply) => {
    const page = await openTriage(places, tokenOf(request))
    if (!page) return painted(reply, 404)
    const query = request.query as Record<string, unknown>
    if (query.sent) return painted(reply, 200, { page, step: { step: 'sent', needsVet: query.sent === 'vet' } })
    const answers = readTriage(query, page.horses)
    const goesOn = query.go === 'on'
    if (goesOn && isWhole(answers, page.horses)) return painted(reply, 200, { page, step: { step: 'confirm', answers } })
    return painted(reply, 200, { page, step: { step: 'ask', answers, isIncomplete: goesOn } })
  })
  await app.register(async (scope) => {
    await scope.register(multipart)
    scope.post(`${TRIAGE_PATH}:token`, { ...writing(5), bodyLimit: MOST_FORM_BYTES }, async (request, reply) => {
      const page = await openTriage(places, tokenOf(request))
      if (!page) return painted(reply, 404)
      const { texts, photo, fault } = await receivePhotoForm(request, app.setup.files)
      try {
        const answers = readTriage(texts, page.horses)
        if (!isWhole(answers, page.horses)) return painted(reply, 422, { page, step: { step: 'ask', answers, isIncomplete: true } })
        const formId = typeof texts.formId === 'string' && isUuid(texts.formId) ? texts.formId : uuidv7()
        const refusal = fault ?? (await refusalOf(() => reportTriage(places, tokenOf(request), { answers, photo, formId })))
        if (refusal) return painted(reply, 422, { page, formId, step: { step: 'confirm', answers, fault: refusal } })
        return reply.redirect(`${TRIAGE_PATH}${encodeURIComponent(tokenOf(request))}?sent=${needsVet(answers) ? 'vet' : 'yes'}`, 303)
      } finally {
        if (photo) await app.setup.files.drop(photo.id)
      }
    })
  })
}
