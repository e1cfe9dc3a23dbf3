import { guestFileEndpoints } from '#features/evidence/files/guest-contract.ts'
import type { ForGuest } from '#features/evidence/files/server/guest-sender.ts'
import { fileForGuest, requestGuestUpload } from '#features/evidence/files/server/guest-uploads.ts'
import { portalOpen } from '#features/records/guests/server/portal-open.ts'
import { practiceOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import { serveGuest } from '#features/records/guests/server/serve-guest.ts'
import { idOf } from '#lib/canonical.ts'
import { AppError } from '#lib/errors.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

/** Files that owners send about their horses, and carers about those they look after. */
export function guestFileRoutes(app: App) {
  const places = { db: app.db, files: app.setup.files }
  serveGuest(app, guestFileEndpoints.upload, async ({ session, body: { practice, horseId, ...file } }) =>
    requestGuestUpload(places, await actorFor(app, session, practice, { ...file, horseId }), {
      ...file,
      horseId: idOf(horseId, 'horse_not_found'),
    }),
  )
  serveGuest(app, guestFileEndpoints.file, async ({ session, body: { practice, horseId, ...file } }) => {
    const actor = await actorFor(app, session, practice, { ...file, horseId })
    const { id, file_type: fileType } = await fileForGuest(places, actor, { ...file, horseId: idOf(horseId, 'horse_not_found') })
    return { id, fileType }
  })
}

type About = { horseId: string; asCarer?: boolean | undefined }

/**
 * A service that a client pays for is open on any plan of the practice.
 * @throws horse_not_found where the guest has no way to the practice or the horse has no portal, practice_takes_nothing
 */
async function actorFor(app: App, session: GuestSession, slug: string, about: About): Promise<ForGuest> {
  const practice = await practiceOfGuest(app.db, session, slug)
  const horseId = idOf(about.horseId, 'horse_not_found')
  if (!practice || !(about.asCarer || (await app.db.withPractice(practice.id, (tx) => portalOpen(tx, practice.tier, horseId)))))
    throw new AppError('horse_not_found')
  if (practice.isLapsed) throw new AppError('practice_takes_nothing')
  return { ...(await actorOfPractice(app.db, practice.id, { origin: app.setup.origin })), byPerson: session.personId }
}
