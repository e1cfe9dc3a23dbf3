import { horseOf } from '#app/my/horse-of.ts'
import { fieldOf, myForm, myPage, type Paint, refusedBy } from '#app/my/painting.ts'
import { at, practiceAt } from '#app/my/practice-at.ts'
import { tellAbout } from '#app/my/words-of.ts'
import { eyesOf } from '#features/records/guests/server/practice-of-guest.ts'
import { idOf } from '#lib/canonical.ts'
import type { App } from '#platform/server/http/http.ts'

/** A horse of theirs in one practice, and a sharer's words about it to the farrier. */
export function serveMyHorse(page: { app: App; paint: Paint }) {
  const { app, paint } = page
  const path = '/my/at/:slug/horses/:id' as const
  myPage(page, path, async ({ request, reply, session }) => {
    const practice = await practiceAt(app, session, request)
    return paint(reply, await horseOf(app, eyesOf(session, practice), practice, idOf(at(request).id, 'horse_not_found')))
  })
  myForm(page, `${path}/words`, 20, async ({ request, reply, session }) => {
    const practice = await practiceAt(app, session, request)
    const horseId = idOf(at(request).id, 'horse_not_found')
    const words = fieldOf(request, 'words')
    const refusal = await refusedBy(() => tellAbout(app, session, practice, { horseId, words }))
    if (!refusal) return reply.redirect(`/my/at/${practice.slug}/horses/${horseId}#words`, 303)
    const view = await horseOf(app, eyesOf(session, practice), practice, horseId)
    return paint(reply, { ...view, words: view.words && { ...view.words, typed: words, fault: refusal.message } }, 422)
  })
}
