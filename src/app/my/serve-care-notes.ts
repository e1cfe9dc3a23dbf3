import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorFor } from '#app/my/at-practice.ts'
import { careNotesOf } from '#app/my/care-notes-of.ts'
import type { CareNotesView, TypedFoot, TypedNote } from '#app/my/care-notes-view.ts'
import { noteIn } from '#app/my/note-in.ts'
import { fieldOf, myForm, myPage, type Paint, refusedBy } from '#app/my/painting.ts'
import { at, practiceAt } from '#app/my/practice-at.ts'
import { orEnded } from '#app/my/serve-care.ts'
import { FEET, type FootName } from '#features/core/practice/foot-names.ts'
import type { GuestPractice } from '#features/records/guests/server/practice-of-guest.ts'
import { showNote, withdrawNote } from '#features/visits/care/server/own-note.ts'
import { writeNote } from '#features/visits/care/server/write-note.ts'
import { idOf } from '#lib/canonical.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

type Page = { app: App; paint: Paint }
type Opened = { request: FastifyRequest; reply: FastifyReply; session: GuestSession }
type Of = { practice: GuestPractice; horseId: string }
const PATH = '/my/care/:slug/:id/notes'

/** What vets and para-professionals write about a horse, and what was answered and done. They edit none: they withdraw and rewrite it. */
export function serveCareNotes(page: Page) {
  myPage(page, PATH, async (opened) => {
    const of = await ofRequest(page.app, opened)
    return orEnded(page, { ...opened, ...of }, () => painted(page, opened, of))
  })
  myForm(page, PATH, 30, (opened) => written(page, opened, 'note'))
  myForm(page, '/my/care/:slug/:id/plans', 30, (opened) => written(page, opened, 'plan'))
  myForm(page, `${PATH}/withdraw`, 30, (opened) => onOwn(page, opened, withdrawNote))
  myForm(page, `${PATH}/show`, 30, (opened) => onOwn(page, opened, showNote))
}

/** Does something with what they wrote themselves. */
async function onOwn(page: Page, opened: Opened, work: typeof withdrawNote) {
  const of = await ofRequest(page.app, opened)
  return orEnded(page, { ...opened, ...of }, async () => {
    const noteId = idOf(fieldOf(opened.request, 'note'), 'care_note_not_found')
    const actor = await actorFor(page.app, of, opened.session)
    const { personId } = opened.session
    await page.app.db.withPractice(of.practice.id, (tx) => work(tx, actor, { personId, horseId: of.horseId, noteId }))
    return opened.reply.redirect(here(of), 303)
  })
}

async function written(page: Page, opened: Opened, form: 'note' | 'plan') {
  const of = await ofRequest(page.app, opened)
  return orEnded(page, { ...opened, ...of }, () => writtenOf(page, opened, of, form))
}

async function writtenOf(page: Page, opened: Opened, of: Of, form: 'note' | 'plan') {
  const { app } = page
  const { personId } = opened.session
  const typed = typedIn(opened.request)
  // Whether it is theirs comes before what is wrong with the form.
  const read = await careNotesOf(app, opened.session, of.practice, of.horseId)
  const refusal = await refusedBy(async () => {
    const note = noteIn(typed, { ...read, isPlan: form === 'plan' })
    const actor = await actorFor(app, of, opened.session)
    await app.db.withPractice(of.practice.id, (tx) => writeNote(tx, actor, { personId, horseId: of.horseId }, note))
  })
  return refusal ? painted(page, opened, of, { form, typed, fault: refusal.message }) : opened.reply.redirect(here(of), 303)
}

type Refused = Pick<CareNotesView, 'form' | 'typed' | 'fault'>

async function painted({ app, paint }: Page, { reply, session }: Opened, { practice, horseId }: Of, refused?: Refused) {
  const read = await careNotesOf(app, session, practice, horseId)
  const fresh = { form: null, typed: { ...NOTHING, formId: uuidv7() }, fault: null }
  const about = { slug: practice.slug, practiceName: practice.name, isClosed: practice.isLapsed }
  return paint(reply, { page: 'care-notes', ...about, ...read, ...(refused ?? fresh) }, refused ? 422 : 200)
}

/** @throws practice_not_found, horse_not_found */
async function ofRequest(app: App, { request, session }: Opened): Promise<Of> {
  return { practice: await practiceAt(app, session, request), horseId: idOf(at(request).id, 'horse_not_found') }
}

const here = ({ practice, horseId }: Of) => `/my/care/${practice.slug}/${horseId}/notes`

const FOOT_FIELDS = ['work', 'shoe', 'pad', 'wedge', 'raise', 'words', 'angle', 'angleMark', 'sole', 'soleMark'] as const

const feetOf = (read: (foot: FootName, field: (typeof FOOT_FIELDS)[number]) => string) =>
  Object.fromEntries(
    FEET.map((foot) => [foot, Object.fromEntries(FOOT_FIELDS.map((field) => [field, read(foot, field)])) as TypedFoot]),
  ) as TypedNote['feet']

const typedIn = (request: FastifyRequest): TypedNote => ({
  formId: fieldOf(request, 'formId'),
  body: fieldOf(request, 'body').replaceAll('\r\n', '\n'),
  film: fieldOf(request, 'film'),
  review: fieldOf(request, 'review'),
  keep: fieldOf(request, 'keep'),
  feet: feetOf((foot, field) => fieldOf(request, `${foot}-${field}`)),
})

const NOTHING: Omit<TypedNote, 'formId'> = { body: '', film: '', review: '', keep: '', feet: feetOf(() => '') }
