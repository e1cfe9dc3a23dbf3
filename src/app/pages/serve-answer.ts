import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyReply } from 'fastify'
import { documentOf, headOf, type Manifest } from '#app/pages/document.ts'
import { ABOUT, HTML, PRIVATE, READING, refusalOf, tokenOf, writing } from '#app/pages/link-page.ts'
import { OFFER_PATH, type OfferPage } from '#features/day/gaps/offer-page.ts'
import { answerOffer, openOffer } from '#features/day/gaps/server/service.ts'
import type { AnswerPage, Outcome } from '#features/visits/answers/answer-page.ts'
import { AnswerKind } from '#features/visits/answers/contract.ts'
import { readAnswer } from '#features/visits/answers/reading.ts'
import { giveAnswer, openAnswers } from '#features/visits/answers/server/service.ts'
import type { FormBody } from '#platform/server/http/forms.ts'
import type { App } from '#platform/server/http/http.ts'
import { ANSWER_PATH } from '#platform/server/links.ts'

const ENTRY = 'src/app/pages/answer/entry.tsx'
type Renders = {
  renderAnswer: (shown: { page: AnswerPage; outcome: Outcome } | undefined) => string
  renderOffer: (page: OfferPage | undefined) => string
}

/**
 * What owners answer by a link: about a visit, and to a slot that came free. Opening it changes nothing, because programs open links to look
 * at them; only its forms do, and after each the page is asked for anew, so that going back or reloading says nothing twice.
 */
export async function serveAnswers(app: App, manifest: Manifest, builtPages: string) {
  const { renderAnswer, renderOffer }: Renders = await import(pathToFileURL(join(builtPages, 'answer.js')).href)
  const files = headOf(manifest, ENTRY)
  const places = { db: app.db, origin: app.setup.origin }
  const painted = (reply: FastifyReply, title: string, status: number, body: string) =>
    reply
      .code(status)
      .type(HTML)
      .headers(PRIVATE)
      .send(documentOf({ title, about: ABOUT, files, body }))

  app.get(`${ANSWER_PATH}:token`, READING, async (request, reply) => {
    const page = await openAnswers(places, tokenOf(request))
    const said = AnswerKind.safeParse((request.query as Record<string, unknown>).said).data
    const outcome = said && page?.said.length ? { given: said } : {}
    return painted(reply, 'Your visit', page ? 200 : 404, renderAnswer(page && { page, outcome }))
  })
  app.post(`${ANSWER_PATH}:token`, writing(20), async (request, reply) => {
    const token = tokenOf(request)
    const { given, fault, typed = {} } = readAnswer((request.body ?? {}) as FormBody)
    const sentence = given && (await refusalOf(() => giveAnswer(places, token, given)))
    const refusal = fault ?? (sentence ? { kind: given.kind, typed, sentence } : undefined)
    if (!refusal) return reply.redirect(`${ANSWER_PATH}${encodeURIComponent(token)}?said=${given?.kind}`, 303)
    const page = await openAnswers(places, token)
    return painted(reply, 'Your visit', page ? 422 : 404, renderAnswer(page && { page, outcome: { fault: refusal } }))
  })
  app.get(`${OFFER_PATH}:token`, READING, async (request, reply) => {
    const page = await openOffer(places, tokenOf(request))
    return painted(reply, 'A place has come free', page ? 200 : 404, renderOffer(page))
  })
  app.post(`${OFFER_PATH}:token`, writing(20), async (request, reply) => {
    const token = tokenOf(request)
    const { says } = (request.body ?? {}) as FormBody
    if (says === 'yes' || says === 'no') await answerOffer(places, token, says)
    return reply.redirect(OFFER_PATH + encodeURIComponent(token), 303)
  })
}
