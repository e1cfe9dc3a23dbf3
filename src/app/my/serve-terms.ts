import type { FastifyReply, FastifyRequest } from 'fastify'
import { type At, actorFor, atPractice, clientNamed } from '#app/my/at-practice.ts'
import { myForm, myPage, type Paint } from '#app/my/painting.ts'
import { proveFirst } from '#app/my/prove-first.ts'
import { sendPdf } from '#app/my/send-pdf.ts'
import { noteOpened } from '#features/records/guests/server/note-opened.ts'
import { printAccepted, readTerms, signedEvidence, signTerms, termsFor } from '#features/records/terms/server/accepting.ts'
import { readSigning } from '#features/records/terms/server/read-signing.ts'
import type { TermsFault } from '#features/records/terms/terms-page.ts'
import { AppError } from '#lib/errors.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { FormBody } from '#platform/server/http/forms.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'
import { refusalOf } from '#platform/server/pages/link-page.ts'

type Opened = { request: FastifyRequest; reply: FastifyReply; session: GuestSession }
type Found = NonNullable<Awaited<ReturnType<typeof termsFor>>>

/** A practice's terms in force, for the client themselves: to read, to accept, and once accepted as a PDF. */
export function serveMyTerms(page: { app: App; paint: Paint }) {
  const { app } = page
  const path = '/my/at/:slug/terms'
  myPage(page, path, (opened) => painted(page, opened))
  myForm(page, path, 20, async (opened) => {
    const { signing, fault } = readSigning(opened.request)
    const sentence = signing && (proveFirst(opened.session) ?? (await refusalOf(() => sign(app, opened, signing))))
    const refusal = fault ?? (sentence ? { sentence, name: signing.name, hasRead: true } : undefined)
    return refusal ? painted(page, opened, refusal) : opened.reply.redirect(opened.request.url, 303)
  })
  myPage(page, `${path}/accepted.pdf`, async (opened) => {
    const evidence = await withTerms(app, opened, (tx, { practice }, found) => signedEvidence(tx, readerOf(practice), found))
    if (!evidence) throw new AppError('not_found')
    const { pdf } = await printAccepted(evidence)
    return sendPdf(opened.reply, `Terms accepted ${evidence.clientName}`, pdf)
  })
}

async function painted({ app, paint }: { app: App; paint: Paint }, opened: Opened, fault?: TermsFault) {
  const terms = await withTerms(app, opened, async (tx, { practice }, found) => {
    const { personId } = opened.session
    const clientId = found.client.id
    await noteOpened(tx, { practiceId: practice.id }, { personId, clientId, what: 'terms', subjectId: clientId })
    return readTerms(tx, readerOf(practice), found)
  })
  const [path, query] = opened.request.url.split('?')
  const pdfPath = `${path}/accepted.pdf${query ? `?${query}` : ''}`
  return paint(opened.reply, { page: 'terms', terms, fault, pdfPath }, fault ? 422 : 200)
}

/** Signs the version that was read. @throws terms_replaced, not_found */
const sign = (app: App, opened: Opened, signing: Parameters<typeof signTerms>[3]) =>
  withTerms(app, opened, async (tx, at, found) => {
    if ((opened.request.body as FormBody).version !== String(found.version.number)) throw new AppError('terms_replaced', {}, NEWER)
    return signTerms(tx, await actorFor(app, at, opened.session), found, signing)
  })

const NEWER = 'Your farrier has just put newer terms in force. Here they are: read them, then accept.'

const withTerms = <T>(app: App, opened: Opened, work: (tx: PracticeTx, at: At, found: Found) => Promise<T>): Promise<T> =>
  atPractice(app, opened, 'acceptTerms', async (tx, at) => {
    const found = await termsFor(tx, clientNamed((opened.request.query as { for?: unknown }).for, at.clientIds))
    if (!found) throw new AppError('not_found')
    return work(tx, at, found)
  })

const readerOf = ({ name, zone }: At['practice']) => ({ practiceName: name, zone })
