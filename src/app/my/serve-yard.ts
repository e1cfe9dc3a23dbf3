import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorFor } from '#app/my/at-practice.ts'
import { fieldOf, myForm, myPage, type Paint, refusedBy } from '#app/my/painting.ts'
import { at, practiceAt } from '#app/my/practice-at.ts'
import { yardOf } from '#app/my/yard-of.ts'
import { LONGEST_WORDS } from '#features/records/guests/limits.ts'
import { addOwnerAsk } from '#features/records/guests/server/asks.ts'
import { leaveYard } from '#features/records/guests/server/leave-yard.ts'
import { eyesOf } from '#features/records/guests/server/practice-of-guest.ts'
import { requireManager } from '#features/records/guests/server/require-manager.ts'
import { idOf } from '#lib/canonical.ts'
import { AppError } from '#lib/errors.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

type Page = { app: App; paint: Paint }
type Opened = { request: FastifyRequest; reply: FastifyReply; session: GuestSession }

const PATH = '/my/at/:slug/yards/:id'
/** A yard they manage: its page, a word about it to the practice, and leaving it. */
export function serveMyYard(page: Page) {
  myPage(page, PATH, (opened) => painted(page, opened))
  myForm(page, `${PATH}/message`, 10, async (opened) => {
    const typed = fieldOf(opened.request, 'words').trim()
    const refusal = await refusedBy(() => say(page.app, opened, typed))
    if (refusal) return painted(page, opened, { typed, fault: refusal.message })
    const { slug, id } = at(opened.request)
    return opened.reply.redirect(`/my/at/${slug}/yards/${id}?said=yes#write`, 303)
  })
  myForm(page, `${PATH}/leave`, 10, async (opened) => {
    await leave(page.app, opened)
    return opened.reply.redirect('/my', 303)
  })
}

async function painted(
  { app, paint }: Page,
  { request, reply, session }: Opened,
  { typed = '', fault }: { typed?: string; fault?: string } = {},
) {
  const practice = await practiceAt(app, session, request)
  const view = await yardOf(app, eyesOf(session, practice), practice, yardIdOf(request))
  const hasSaid = !fault && (request.query as { said?: unknown }).said === 'yes'
  return paint(reply, { ...view, hasSaid, typed, fault }, fault ? 422 : 200)
}

/** Records it for the farrier, with its author. @throws yard_not_found, practice_takes_nothing, too_many_requests, bad_request */
async function say(app: App, { request, session }: Opened, words: string): Promise<void> {
  const practice = await practiceAt(app, session, request)
  await app.db.withPractice(practice.id, async (tx) => {
    const yard = await requireManager(tx, session, 'message', { yardId: yardIdOf(request) })
    const actor = await actorFor(app, { practice }, session)
    if (!words) throw new AppError('bad_request', {}, 'Write what you want to say first.')
    if (words.length > LONGEST_WORDS) throw new AppError('bad_request', {}, `That's too long. Say it in up to ${LONGEST_WORDS} characters.`)
    const facts = yard.toName ? { name: yard.toName } : {}
    await addOwnerAsk(tx, actor, { yardId: yard.id, personId: session.personId, kind: 'yard', facts, words })
  })
}

/** Ends what they see of it, by their own wish, also where the practice's plan has ended. @throws yard_not_found */
async function leave(app: App, { request, session }: Opened): Promise<void> {
  const practice = await practiceAt(app, session, request)
  await app.db.withPractice(practice.id, async (tx) => {
    const { id: yardId } = await requireManager(tx, session, 'readYard', { yardId: yardIdOf(request) })
    const actor = await actorOfPractice(app.db, practice.id, { origin: app.setup.origin })
    await leaveYard(tx, { ...actor, byPerson: session.personId }, { personId: session.personId, yardId })
  })
}

const yardIdOf = (request: FastifyRequest) => idOf(at(request).id, 'yard_not_found')
