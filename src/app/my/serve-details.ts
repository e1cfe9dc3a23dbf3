import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorFor, atPractice, clientNamed } from '#app/my/at-practice.ts'
import type { Details } from '#app/my/data-view.ts'
import { myForm, type Paint } from '#app/my/painting.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { AskFacts } from '#features/records/guests/contract.ts'
import { askInWords } from '#features/records/guests/rules.ts'
import { addOwnerAsk, asksPage } from '#features/records/guests/server/asks.ts'
import { AppError } from '#lib/errors.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { FormBody } from '#platform/server/http/forms.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

type Opened = { request: FastifyRequest; reply: FastifyReply; session: GuestSession }
/** What was typed about a client and not taken. */
export type Typed = { clientId: string; details: Details }
type Paints = (opened: Opened, how: { fault: string; typed: Typed }) => Promise<unknown>

/** Only the farrier writes a client's new name or address, so it goes to them as a request. */
export const serveMyDetails = (page: { app: App; paint: Paint }, paints: Paints) =>
  myForm(page, '/my/at/:slug/data/details', 10, async (opened) => {
    const form = (opened.request.body ?? {}) as FormBody
    const details = { name: textOf(form.name), address: textOf(form.address), postcode: textOf(form.postcode) }
    const typed = { clientId: textOf(form.for), details }
    const fault = await ask(page.app, opened, typed).then(() => undefined, sentenceOf)
    return fault ? paints(opened, { fault, typed }) : opened.reply.redirect('/my/data#details', 303)
  })

/** Why it was not taken; what is not theirs stays the one page for that. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof AppError) || error.status === 404) throw error
  return error.message
}

const textOf = (field: FormBody[string] | undefined) => [field].flat()[0]?.replaceAll('\r\n', '\n').trim() ?? ''

/** @throws not_found; bad_request, in words, where there is nothing to request; too_many_requests */
const ask = (app: App, { request, session }: Opened, { clientId: named, details }: Typed) =>
  atPractice(app, { request, session }, 'changeDetails', async (tx, at) => {
    const clientId = clientNamed(named, at.clientIds)
    if (!details.name) throw new AppError('bad_request', {}, 'Type your name.')
    const known = detailsOf(await requireClient(tx, clientId))
    const changed = FIELDS.filter((field) => details[field] !== known[field])
    if (changed.length === 0) throw new AppError('bad_request', {}, 'Nothing is different from what your farrier has.')
    if (changed.some((field) => details[field] === '')) throw new AppError('bad_request', {}, 'Type the new one in place of the old one.')
    const { data: facts } = AskFacts.safeParse(Object.fromEntries(changed.map((field) => [field, details[field]])))
    if (!facts) throw new AppError('bad_request', {}, 'That is too long. Write the name, the address and the postcode alone.')
    await addOwnerAsk(tx, await actorFor(app, at, session), { clientId, personId: session.personId, kind: 'details', facts })
  })

const FIELDS = ['name', 'address', 'postcode'] as const

const detailsOf = ({ name, address, postcode }: Awaited<ReturnType<typeof requireClient>>): Details => ({
  name,
  address: address ?? '',
  postcode: postcode ?? '',
})

/** A client's name and address for the page, and what waits for the farrier. */
export async function detailsFor(tx: PracticeTx, clientId: string, typed: Typed | undefined) {
  const known = detailsOf(await requireClient(tx, clientId))
  const waiting = (await asksPage(tx, { clientId, isUnseen: true, limit: 20 })).filter(({ kind }) => kind === 'details')
  return {
    name: known.name,
    details: typed?.clientId === clientId ? typed.details : known,
    waiting: waiting.length > 0 ? waiting.map((one) => askInWords(one, null)).join(' ') : null,
  }
}
