import type { FastifyReply } from 'fastify'
import type { AskPage } from '#features/day/lone/ask-page.ts'
import { LONE_PATH } from '#features/day/lone/rules.ts'
import { answerAsk, openAsk } from '#features/day/lone/server/agreeing.ts'
import type { FormBody } from '#platform/server/http/forms.ts'
import type { App } from '#platform/server/http/http.ts'
import type { BuiltPage } from '#platform/server/pages/built-page.ts'
import { READING, sendPrivate, tokenOf, writing } from '#platform/server/pages/link-page.ts'

type Render = (page: AskPage | undefined) => string

/** The question whether the contact may be texted. Opening it answers nothing, because programs open links too; only its form does. */
export async function serveLone(app: App, { files, load }: BuiltPage) {
  const { render } = await load<{ render: Render }>()
  const places = { db: app.db, origin: app.setup.origin }
  const painted = async (reply: FastifyReply, token: string) => {
    const page = await openAsk(places, token)
    return sendPrivate(reply, page ? 200 : 404, { title: 'Lone-worker timer', files, body: render(page) })
  }

  app.get(`${LONE_PATH}:token`, READING, (request, reply) => painted(reply, tokenOf(request)))
  app.post(`${LONE_PATH}:token`, writing(20), async (request, reply) => {
    const { says } = (request.body ?? {}) as FormBody
    if (says === 'yes' || says === 'no') await answerAsk(places, tokenOf(request), says)
    return reply.redirect(LONE_PATH + encodeURIComponent(tokenOf(request)), 303)
  })
}
