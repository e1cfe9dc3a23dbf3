import type { FastifyReply } from 'fastify'
import type { AnswerPage, Outcome } from '#features/visits/answers/answer-page.ts'
import { AnswerKind } from '#features/visits/answers/contract.ts'
import { readAnswer } from '#features/visits/answers/reading.ts'
import { giveAnswer, openAnswers } from '#features/visits/answers/server/answering.ts'
import type { FormBody } from '#platform/server/http/forms.ts'
import type { App } from '#platform/server/http/http.ts'
import { ANSWER_PATH } from '#platform/server/links.ts'
import type { BuiltPage } from '#platform/server/pages/built-page.ts'
import { READING, refusalOf, sendPrivate, tokenOf, writing } from '#platform/server/pages/link-page.ts'

type Shown = { page: AnswerPage; outcome: Outcome }
type Render = (shown: Shown | undefined) => string

/**
 * The page where an owner answers about a visit by a link. Opening it changes nothing, because programs open links to look at them. Only
 * its forms do, and after each the page is loaded again, so that going back or reloading sends nothing twice.
 */
export async function serveAnswers(app: App, { files, load }: BuiltPage) {
  const { render } = await load<{ render: Render }>()
  const places = { db: app.db, origin: app.setup.origin }
  const painted = (reply: FastifyReply, status: number, shown: Shown | undefined) =>
    sendPrivate(reply, shown ? status : 404, { title: 'Your visit', files, body: render(shown) })

  app.get(`${ANSWER_PATH}:token`, READING, async (request, reply) => {
    const page = await openAnswers(places, tokenOf(request))
    const said = AnswerKind.safeParse((request.query as Record<string, unknown>).said).data
    const outcome = said && page?.said.length ? { given: said } : {}
    return painted(reply, 200, page && { page, outcome })
  })
  app.post(`${ANSWER_PATH}:token`, writing(20), async (request, reply) => {
    const token = tokenOf(request)
    const { given, fault, typed = {} } = readAnswer((request.body ?? {}) as FormBody)
    const sentence = given && (await refusalOf(() => giveAnswer(places, token, given)))
    const refusal = fault ?? (sentence ? { kind: given.kind, typed, sentence } : undefined)
    if (!refusal) return reply.redirect(`${ANSWER_PATH}${encodeURIComponent(token)}?said=${given?.kind}`, 303)
    const page = await openAnswers(places, token)
    return painted(reply, 422, page && { page, outcome: { fault: refusal } })
  })
}
