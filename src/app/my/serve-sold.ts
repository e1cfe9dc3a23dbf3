import type { FastifyReply, FastifyRequest } from 'fastify'
import { actFor } from '#app/my/acting.ts'
import { fieldOf, myForm, myPage, type Paint, refusedBy } from '#app/my/painting.ts'
import { at, practiceAt } from '#app/my/practice-at.ts'
import { proveFirst } from '#app/my/prove-first.ts'
import { soldIn } from '#app/my/sold-in.ts'
import { soldOf } from '#app/my/sold-of.ts'
import type { Sale } from '#app/my/sold-view.ts'
import { eyesOf, type GuestPractice } from '#features/records/guests/server/practice-of-guest.ts'
import { takeBackGone, tellGone } from '#features/records/guests/server/tell-gone.ts'
import { idOf } from '#lib/canonical.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

type Page = { app: App; paint: Paint }
type Opened = { request: FastifyRequest; reply: FastifyReply; session: GuestSession }
const PATH = '/my/at/:slug/horses/:id/sold'

/** An owner reports that a horse was sold, has moved on or has died, and may undo that. What follows is the farrier's to do. */
export function serveMySold(page: Page) {
  const { app } = page
  myPage(page, PATH, (opened) => painted(page, opened))
  myForm(page, PATH, 20, async (opened) => {
    const typed = typedIn(opened.request)
    const fault = proveFirst(opened.session) ? undefined : (await refusedBy(() => tell(app, opened, typed)))?.message
    if (fault || proveFirst(opened.session)) return painted(page, opened, { typed, fault })
    return opened.reply.redirect(here(opened), 303)
  })
  myForm(page, `${PATH}/back`, 10, async (opened) => {
    const fault = (await refusedBy(() => forOwner(app, opened, takeBackGone)))?.message
    return fault ? painted(page, opened, { fault }) : opened.reply.redirect(here(opened), 303)
  })
}

const tell = (app: App, opened: Opened, typed: Sale) =>
  forOwner(app, opened, async (tx, actor, of) => tellGone(tx, actor, { ...of, personId: opened.session.personId, ...soldIn(typed) }))

type Work = (tx: PracticeTx, actor: Actor, of: { horseId: string; clientId: string }) => Promise<void>

/** Acts on a client's horse they may sell. @throws horse_not_found; changed_since, in words, once no longer theirs; what `work` throws */
async function forOwner(app: App, { request, session }: Opened, work: Work): Promise<void> {
  const practice = await practiceAt(app, session, request)
  const horseId = idOf(at(request).id, 'horse_not_found')
  const { clientId, view } = await viewOf(app, session, practice, horseId)
  if (view.over) throw new AppError('changed_since', {}, view.over)
  await actFor(app, session, practice, { act: 'sell', clientId }, (tx, actor) => work(tx, actor, { horseId, clientId }))
}

const viewOf = (app: App, session: GuestSession, practice: GuestPractice, horseId: string) =>
  soldOf(app, eyesOf(session, practice), practice, horseId)

async function painted({ app, paint }: Page, { request, reply, session }: Opened, how: { typed?: Sale; fault?: string | undefined } = {}) {
  const practice = await practiceAt(app, session, request)
  const { view } = await viewOf(app, session, practice, idOf(at(request).id, 'horse_not_found'))
  const toProve = view.over || view.told ? undefined : proveFirst(session)
  const isRefused = how.fault !== undefined || (how.typed !== undefined && toProve !== undefined)
  return paint(reply, { ...view, typed: how.typed ?? NOTHING, fault: view.over ? undefined : how.fault, toProve }, isRefused ? 422 : 200)
}

const here = ({ request }: Opened) => `/my/at/${at(request).slug}/horses/${at(request).id}/sold`

const NOTHING: Sale = { what: '', day: '', name: '', phone: '', email: '', along: '', words: '' }

const WHAT = ['sold', 'moved', 'died'] as const
const ALONG = ['none', 'record', 'all'] as const

const typedIn = (request: FastifyRequest): Sale => ({
  what: WHAT.find((one) => one === fieldOf(request, 'what')) ?? '',
  day: fieldOf(request, 'day'),
  name: fieldOf(request, 'name'),
  phone: fieldOf(request, 'phone'),
  email: fieldOf(request, 'email'),
  along: ALONG.find((one) => one === fieldOf(request, 'along')) ?? '',
  words: fieldOf(request, 'words'),
})
