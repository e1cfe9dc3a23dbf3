import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { documentOf, headOf, type Manifest } from '#app/pages/document.ts'
import { ABOUT, HTML, PRIVATE, READING, refusalOf, tokenOf, writing } from '#app/pages/link-page.ts'
import { LONGEST_NAME, shortAddress, shortAgent, TERMS_PATH } from '#features/records/terms/rules.ts'
import { acceptTerms, openTerms, type Signing } from '#features/records/terms/server/accepting.ts'
import type { TermsFault, TermsPage } from '#features/records/terms/terms-page.ts'
import type { FormBody } from '#platform/server/http/forms.ts'
import type { App } from '#platform/server/http/http.ts'

const ENTRY = 'src/app/pages/terms-acceptance/entry.tsx'
type Render = (shown: { page: TermsPage; token: string; fault?: TermsFault | undefined } | undefined) => string

/** The terms behind a client's link. Opening them accepts nothing, because programs open links to look at them; only the form does. */
export async function serveTerms(app: App, manifest: Manifest, builtPages: string) {
  const { render }: { render: Render } = await import(pathToFileURL(join(builtPages, 'terms-acceptance.js')).href)
  const files = headOf(manifest, ENTRY)
  const places = { db: app.db, origin: app.setup.origin }
  const painted = async (reply: FastifyReply, token: string, fault?: TermsFault) => {
    const page = await openTerms(places, token)
    return reply
      .code(page ? (fault ? 422 : 200) : 404)
      .type(HTML)
      .headers(PRIVATE)
      .send(documentOf({ title: 'Terms and Conditions', about: ABOUT, files, body: render(page && { page, token, fault }) }))
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

/** What the form says, else why that accepts nothing. */
function readSigning(request: FastifyRequest): { signing?: Signing; fault?: TermsFault } {
  const form = (request.body ?? {}) as FormBody
  const name = [form.name].flat()[0]?.trim().slice(0, LONGEST_NAME) ?? ''
  const hasRead = form.read === 'yes'
  if (name === '') return { fault: { sentence: 'Type your name, so that we know who accepts.', name, hasRead } }
  if (!hasRead) return { fault: { sentence: 'Tick that you have read the terms and accept them.', name, hasRead } }
  return { signing: { name, address: shortAddress(request.ip), agent: shortAgent(request.headers['user-agent']) } }
}
