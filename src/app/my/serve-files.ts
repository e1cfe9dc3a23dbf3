import { isFileShown } from '#app/my/horse-of.ts'
import { myPage, type Paint } from '#app/my/painting.ts'
import { at, practiceAt } from '#app/my/practice-at.ts'
import { answerOwnerFile, isOwnerSize, type OwnerSize } from '#features/evidence/files/server/answer-owner-file.ts'
import { guestFile } from '#features/evidence/files/server/guest-files.ts'
import { guestTimes } from '#features/records/guests/server/guest-horse.ts'
import { portalOpenToGuest } from '#features/records/guests/server/portal-open.ts'
import { eyesOf, noteOpening } from '#features/records/guests/server/practice-of-guest.ts'
import { shownTo } from '#features/records/guests/server/shown-to.ts'
import { idOf } from '#lib/canonical.ts'
import { AppError } from '#lib/errors.ts'
import type { Tier } from '#lib/plan.ts'
import type { GuestTx } from '#platform/server/database/db.ts'
import type { App } from '#platform/server/http/http.ts'

/** Photos and files of their horses. A small picture is part of a page, a tiny one of a phone's copy; a file opened alone has its line. */
export function serveMyFiles(page: { app: App; paint: Paint }) {
  const { app } = page
  myPage(page, '/my/at/:slug/files/:id/:size', async ({ request, reply, session }) => {
    const practice = await practiceAt(app, session, request)
    const { id, size } = at<{ size: string }>(request)
    const attachmentId = idOf(id, 'attachment_not_found')
    if (!isOwnerSize(size)) throw new AppError('attachment_not_found')
    await app.db.withGuest(eyesOf(session, practice), (tx) => requireShown(tx, attachmentId, size, practice.tier))
    return answerOwnerFile(app, { practiceId: practice.id, attachmentId, size, request, reply })
  })
}

/** @throws attachment_not_found */
async function requireShown(tx: GuestTx, id: string, size: OwnerSize, tier: Tier): Promise<void> {
  const file = await guestFile(tx, id)
  if (!file?.horseId || !(await portalOpenToGuest(tx, tier, file.horseId))) throw new AppError('attachment_not_found')
  const { shows } = await shownTo(tx)
  const time = file?.horseId && (await guestTimes(tx, file.horseId)).find(({ filesFrom, toOn }) => isWithin(file.takenOn, filesFrom, toOn))
  if (!file || !time || !isFileShown(file, shows)) throw new AppError('attachment_not_found')
  if (size !== 'small' && size !== 'tiny') await noteOpening(tx, { clientId: time.clientId, what: 'file', subjectId: id })
}

const isWithin = (day: string, from: string | null, to: string | null) => (from === null || day >= from) && (to === null || day <= to)
