import { fieldOf, myForm, type Paint } from '#app/my/painting.ts'
import { acceptInvite, declineInvite } from '#features/records/guests/server/accepting.ts'
import { idOf } from '#lib/canonical.ts'
import { AppError } from '#lib/errors.ts'
import type { App } from '#platform/server/http/http.ts'

/** A guest answers an invitation to an address of theirs. */
export function serveInvitations(page: { app: App; paint: Paint }) {
  const { app } = page
  myForm(page, '/my/invitations', 20, async ({ request, reply, session }) => {
    const which = {
      practiceId: idOf(fieldOf(request, 'practice'), 'not_found'),
      inviteId: idOf(fieldOf(request, 'invitation'), 'not_found'),
    }
    try {
      if (fieldOf(request, 'answer') === 'yes') await acceptInvite(app, session, { ...which, regNumber: fieldOf(request, 'registration') })
      else await declineInvite(app, session, which)
    } catch (error) {
      // Another's is like none.
      throw error instanceof AppError && error.code === 'not_your_invitation' ? new AppError('not_found') : error
    }
    return reply.redirect('/my', 303)
  })
}
