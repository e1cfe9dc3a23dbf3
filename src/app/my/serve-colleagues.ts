import { actorFor } from '#app/my/at-practice.ts'
import { careHorseOf } from '#app/my/care-horse-of.ts'
import { fieldOf, myForm, type Paint, refusedBy } from '#app/my/painting.ts'
import { at, practiceAt } from '#app/my/practice-at.ts'
import { CARE, orEnded } from '#app/my/serve-care.ts'
import { askColleague } from '#features/records/guests/server/ask-colleague.ts'
import { idOf } from '#lib/canonical.ts'
import type { App } from '#platform/server/http/http.ts'

/** A horse's carer asks owner and farrier that a colleague may see it too. */
export function serveColleagues(page: { app: App; paint: Paint }) {
  const { app, paint } = page
  myForm(page, `${CARE}/:slug/:id/colleagues`, 20, async ({ request, reply, session }) => {
    const practice = await practiceAt(app, session, request)
    const horseId = idOf(at(request).id, 'horse_not_found')
    return orEnded(page, { reply, session, practice, horseId }, async () => {
      const typed = {
        name: fieldOf(request, 'name').slice(0, 200),
        practice: fieldOf(request, 'practice').slice(0, 200),
        to: fieldOf(request, 'to').slice(0, 254),
      }
      const refusal = await refusedBy(async () => {
        const actor = await actorFor(app, { practice }, session)
        const asked = { horseId, toName: typed.name, toPractice: typed.practice, to: typed.to }
        await app.db.withPractice(practice.id, (tx) => askColleague(tx, actor, session, asked))
      })
      if (!refusal) return reply.redirect(`${CARE}/${practice.slug}/${horseId}?said=asked#colleagues`, 303)
      const view = await careHorseOf(app, session, practice, horseId)
      return paint(reply, { ...view, colleagues: { ...view.colleagues, typed, fault: refusal.message } }, 422)
    })
  })
}
