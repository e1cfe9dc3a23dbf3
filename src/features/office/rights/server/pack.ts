import type { NoticeState } from '#features/core/notices/contract.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { exportOf, keepLonger, openExport } from '#features/office/exports/server/service.ts'
import { PACK_DAYS, PACK_PATH, type PackPage } from '#features/office/rights/pack-page.ts'
import { notifyPack } from '#features/office/rights/server/notify.ts'
import { requireRequest } from '#features/office/rights/server/queries.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { currentMs } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError, noneIfGone } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import { logActivity } from '#platform/server/database/rows.ts'
import type { FileStore } from '#platform/server/files/store.ts'
import { addPackLink, findClientLink } from '#platform/server/links.ts'

const DAY_MS = 86_400_000

/**
 * Makes a link with which a person can download their pack for a week, and sends it if requested; otherwise the farrier hands it over.
 * @throws forbidden, request_not_found, no_pack_yet; no_phone, no_email, stopped when it must be sent
 */
export async function sharePack(
  tx: PracticeTx,
  actor: Actor,
  id: string,
  { exportId, sends }: { exportId: string; sends: boolean },
): Promise<{ url: string; diesAt: string; sent: NoticeState | null }> {
  requireMay(actor, 'runPractice')
  const request = await requireRequest(tx, id)
  const pack = await exportOf(tx, actor, exportId)
  if (pack.clientId !== request.client_id || pack.state !== 'done') throw new AppError('no_pack_yet')
  const client = await requireClient(tx, request.client_id)
  const diesAt = new Date(currentMs() + PACK_DAYS * DAY_MS)
  await keepLonger(tx, exportId, diesAt)
  const url = `${actor.origin}${PACK_PATH}${await addPackLink(tx, { exportId, clientId: client.id, diesAt })}`
  const words = 'The file is for you alone.'
  const sent = sends ? (await notifyPack(tx, actor, client, request, { link: url, words })).state : null
  await note(tx, actor, id, sends ? 'pack_sent' : 'pack_linked')
  return { url, diesAt: diesAt.toISOString(), sent }
}

type Places = { db: Database; files: FileStore; origin: string }

/** What a link to a pack shows; undefined when it is unknown, expired or revoked, or the file was deleted. Opening it changes nothing. */
export async function openPackPage({ db }: Pick<Places, 'db'>, token: string): Promise<PackPage | undefined> {
  const link = await findClientLink(db, 'pack', token)
  if (!link) return undefined
  const opened = await db.withPractice(link.practiceId, (tx) => openExport(tx, link.subjectId)).catch(noneIfGone)
  if (!opened) return undefined
  const { practiceName, zone } = await actorOfPractice(db, link.practiceId, { origin: '' })
  return { practiceName, bytes: opened.bytes, untilDay: dayOf(link.diesAt, zone) }
}

/** The ZIP of a link, and an entry in the journal that it was downloaded; undefined as above. */
export async function openPackFile({ db, files, origin }: Places, token: string) {
  const link = await findClientLink(db, 'pack', token)
  if (!link) return undefined
  const actor = await actorOfPractice(db, link.practiceId, { origin })
  const opened = await db
    .withPractice(link.practiceId, async (tx) => {
      const found = await openExport(tx, link.subjectId)
      const { requestId } = await exportOf(tx, actor, link.subjectId)
      if (requestId) await note(tx, actor, requestId, 'pack_fetched')
      return found
    })
    .catch(noneIfGone)
  return opened && { ...opened, content: () => files.read(opened.key) }
}

const note = (tx: PracticeTx, actor: Actor, id: string, verb: string) =>
  logActivity(tx, actor, { entity: 'rights_requests', entityId: id, verb, before: null, after: null })
