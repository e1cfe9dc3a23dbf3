import type { ForGuest } from '#features/evidence/files/server/guest-sender.ts'
import type { AttachmentRow } from '#features/evidence/files/server/queries.ts'
import { requireCare } from '#features/records/guests/server/require-care.ts'
import { AppError } from '#lib/errors.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { rowForChange, updateRow } from '#platform/server/database/rows.ts'

/** A change to a file that a carer sent: that its owner sees it from now on, or whether it may be passed on. */
export type OwnFileChange = { ownerSees: true } | { mayPassOn: boolean }

/** Changes it. @throws horse_not_found, attachment_not_found where it is none of theirs, or of another horse */
export async function changeOwnFile(
  tx: PracticeTx,
  actor: ForGuest,
  { horseId, attachmentId }: { horseId: string; attachmentId: string },
  change: OwnFileChange,
): Promise<AttachmentRow> {
  await requireCare(tx, { personId: actor.byPerson }, 'upload', { horseId })
  const before = await rowForChange(tx, 'attachments', attachmentId, 'attachment_not_found')
  const own =
    before.made_by_grant &&
    (await tx
      .selectFrom('horse_grants')
      .select('id')
      .where('id', '=', before.made_by_grant)
      .where('person_id', '=', actor.byPerson)
      .executeTakeFirst())
  if (!own || before.horse_id !== horseId) throw new AppError('attachment_not_found')
  const columns = 'ownerSees' in change ? { owner_sees_from: null } : { may_pass_on: change.mayPassOn }
  return updateRow(tx, actor, before, 'attachments', columns, {})
}
