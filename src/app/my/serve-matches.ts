import { fieldOf, myForm, type Paint } from '#app/my/painting.ts'
import { answerMatch } from '#features/records/guests/server/answer-match.ts'
import { idOf } from '#lib/canonical.ts'
import type { App } from '#platform/server/http/http.ts'

/** A guest confirms or denies that a practice is their farrier. */
export function serveMatches(page: { app: App; paint: Paint }) {
  myForm(page, '/my/farriers', 20, async ({ request, reply, session }) => {
    const practiceId = idOf(fieldOf(request, 'practice'), 'practice_not_found')
    await answerMatch(page.app, session, practiceId, fieldOf(request, 'answer') === 'yes')
    return reply.redirect('/my', 303)
  })
}
