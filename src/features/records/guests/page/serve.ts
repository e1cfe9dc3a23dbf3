import type { FastifyReply } from 'fastify'
import { CONSENT_PATH } from '#features/records/guests/care-rules.ts'
import type { ConsentPage } from '#features/records/guests/consent-page.ts'
import { answerConsent, openConsent, printConsent } from '#features/records/guests/server/consent-by-link.ts'
import { dispositionOf } from '#platform/server/http/disposition.ts'
import type { FormBody } from '#platform/server/http/forms.ts'
import type { App } from '#platform/server/http/http.ts'
import type { BuiltPage } from '#platform/server/pages/built-page.ts'
import { READING, refusalOf, sendByLink, tokenOf, writing } from '#platform/server/pages/link-page.ts'
import { A_PDF } from '#platform/server/paper/paper.ts'

type Render = (shown: { page: ConsentPage; token: string; fault?: string | undefined } | undefined) => string

/** The question whether a carer may see an owner's horses. Only a press answers it, because programs open links to look at them. */
export async function serveConsent(app: App, { files, load }: BuiltPage) {
  const { render } = await load<{ render: Render }>()
  const places = { db: app.db, origin: app.setup.origin }
  const painted = async (reply: FastifyReply, token: string, fault?: string) => {
    const page = await openConsent(places, token)
    const body = render(page && { page, token, fault })
    return sendByLink(reply, page ? (fault ? 422 : 200) : 404, { title: 'Who may see your horse', files, body })
  }

  app.get(`${CONSENT_PATH}:token`, READING, (request, reply) => painted(reply, tokenOf(request)))
  app.get(`${CONSENT_PATH}:token/agreement.pdf`, READING, async (request, reply) => {
    const printed = await printConsent(places, tokenOf(request))
    if (!printed) return painted(reply, tokenOf(request))
    return reply.headers({ ...A_PDF, 'content-disposition': dispositionOf('inline', `${printed.title}.pdf`) }).send(printed.pdf)
  })
  app.post(`${CONSENT_PATH}:token`, writing(20), async (request, reply) => {
    const { says } = (request.body ?? {}) as FormBody
    const token = tokenOf(request)
    const fault = says === 'yes' || says === 'no' || says === 'stop' ? await refusalOf(() => answerConsent(places, token, says)) : undefined
    return fault ? painted(reply, token, fault) : reply.redirect(CONSENT_PATH + encodeURIComponent(token), 303)
  })
}
