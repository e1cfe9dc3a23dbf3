import type { FastifyReply } from 'fastify'
import { TERMS_PATH } from '#features/records/terms/rules.ts'
import { acceptTerms, openTerms } from '#features/records/terms/server/accepting.ts'
import { readSigning } from '#features/records/terms/server/read-signing.ts'
import type { TermsFault, TermsPage } from '#features/records/terms/terms-page.ts'
import type { App } from '#platform/server/http/http.ts'
import type { BuiltPage } from '#platform/server/pages/built-page.ts'
import { READING, refusalOf, sendByLink, tokenOf, writing } from '#platform/server/pages/link-page.ts'

type Render = (shown: { page: TermsPage; token: string; fault?: TermsFault | undefined } | undefined) => string

/** The terms behind a client's link. Opening them accepts nothing, because programs open links to look at them; only the form does. */
export async function serveTerms(app: App, { files, load }: BuiltPage) {
  const { render } = await load<{ render: Render }>()
  const places = { db: app.db, origin: app.setup.origin }
  const painted = async (reply: FastifyReply, token: string, fault?: TermsFault) => {
    const page = await openTerms(places, token)
    const body = render(page && { page, token, fault })
    return sendByLink(reply, page ? (fault ? 422 : 200) : 404, { title: 'Terms and Conditions', files, body })
  }

  app.get(`${TERMS_PATH}:token`, READING, (request, reply) => painted(reply, tokenOf(request)))
  app.post(`${TERMS_PATH}:token`, writing(20), async (request, reply) => {
    const token = tokenOf(request)
    const { signing, fault } = readSigning(request)
    const sentence = signing && (await refusalOf(() => acceptTerms(places, token, signing)))
    const refusal = fault ?? (sentence ? { sentence, name: signing.name, hasRead: true } : undefined)
    return refusal ? painted(reply, token, refusal) : reply.redirect(TERMS_PATH + encodeURIComponent(token), 303)
  })
}
