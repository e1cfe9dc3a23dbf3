import type { FastifyReply } from 'fastify'
import type { AnswerPage, Outcome } from '#features/visits/answers/answer-page.ts'
import { AnswerKind } from '#features/visits/answers/contract.ts'
import { readAnswer } from '#features/visits/answers/reading.ts'
import { giveAnswer, openAnswers } from '#features/visits/answers/server/answering.ts'
import { serveOwnerCalendar } from '#features/visits/calendars/server/serve-owner-calendar.ts'
import { ownerCalendarOf } from '#features/visits/calendars/server/service.ts'
import type { FormBody } from '#platform/server/http/forms.ts'
import type { App } from '#platform/server/http/http.ts'
import { ANSWER_PATH, findClientLink } from '#platform/server/links.ts'
import type { BuiltPage } from '#platform/server/pages/built-page.ts'
import { READING, refusalOf, sendByLink, tokenOf, writing } from '#platform/server/pages/link-page.ts'

type Shown = { page: AnswerPage; outcome: Outcome; path: string; calendar: string | null }
type Render = (shown: Shown | undefined) => string

const pathOf = (token: string) => ANSWER_PATH + token

/**
 * The page where an owner answers about a visit by a link. Opening it changes nothing, because programs open links to look at them. Only
 * its forms do, and after each the page is loaded again, so that going back or reloading sends nothing twice.
 */
export async function serveAnswers(app: App, { files, load }: BuiltPage) {
  const { render } = await load<{ render: Render }>()
  const places = { db: app.db, origin: app.setup.origin }
  const ownerOf = async (token: string) => {
    const link = await findClientLink(app.db, 'answer', token)
    return link && { owner: link, visitIds: async () => [link.subjectId] }
  }
  const painted = async (
    reply: FastifyReply,
    status: number,
    token: string,
    shown: Pick<Shown, 'outcome'> & { page: AnswerPage | undefined },
  ) => {
    const { page, outcome } = shown
    const opened = page && (await ownerOf(token))
    const calendar = opened ? await ownerCalendarOf({ ...places, vault: app.setup.vault }, opened.owner) : null
    const body = render(page && { page, outcome, path: pathOf(encodeURIComponent(token)), calendar })
    return sendByLink(reply, page ? status : 404, { title: 'Your visit', files, body })
  }
  serveOwnerCalendar(app, pathOf, ownerOf)

  app.get(`${ANSWER_PATH}:token`, READING, async (request, reply) => {
    const token = tokenOf(request)
    const page = await openAnswers(places, token)
    const said = AnswerKind.safeParse((request.query as Record<string, unknown>).said).data
    const outcome = said && page?.said.length ? { given: said } : {}
    return painted(reply, 200, token, { page, outcome })
  })
  app.post(`${ANSWER_PATH}:token`, writing(20), async (request, reply) => {
    const token = tokenOf(request)
    const { given, fault, typed = {} } = readAnswer((request.body ?? {}) as FormBody)
    const sentence = given && (await refusalOf(() => giveAnswer(places, token, given)))
    const refusal = fault ?? (sentence ? { kind: given.kind, typed, sentence } : undefined)
    if (!refusal) return reply.redirect(`${ANSWER_PATH}${encodeURIComponent(token)}?said=${given?.kind}`, 303)
    const page = await openAnswers(places, token)
    return painted(reply, 422, token, { page, outcome: { fault: refusal } })
  })
}
