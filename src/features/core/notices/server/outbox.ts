import { type HandOverVia, LONE_KINDS, type Notice, type NoticeState } from '#features/core/notices/contract.ts'
import { canCancel, canHandOver, canSendNow } from '#features/core/notices/rules.ts'
import { listComing, listNotices, lockNotice, type NoticeRow, updateNotice } from '#features/core/notices/server/queries.ts'
import { noteNotice, sendLater, stopNotice } from '#features/core/notices/server/waiting.ts'
import { toNotice } from '#features/core/notices/server/wire.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

const HANDED_OVER: Record<HandOverVia, string> = {
  sms: 'Opened in your own messages.',
  whatsapp: 'Opened in WhatsApp.',
  share: 'Opened in another app.',
}

/** The outbox, newest first, a page at a time. */
export const noticesPage = async (tx: PracticeTx, page: Parameters<typeof listNotices>[1]): Promise<Notice[]> =>
  (await listNotices(tx, page)).map(toNotice)

/** Reminders that wait for their moment, the soonest first, a page at a time. */
export const comingPage = async (tx: PracticeTx, page: Parameters<typeof listComing>[1]): Promise<Notice[]> =>
  (await listComing(tx, page)).map(toNotice)

/**
 * Notes that the farrier opened a text in messages of their own; what we would have sent stays here. Opened again, the last way counts.
 * @throws notice_not_found, notice_gone
 */
export async function handOver(tx: PracticeTx, actor: Actor, id: string, via: HandOverVia): Promise<NoticeRow> {
  const row = await requireIn(tx, id, canHandOver)
  await noteNotice(tx, actor, row, 'handed_over', { via })
  return updateNotice(tx, row, 'handed_over', { state_reason: HANDED_OVER[via] })
}

/**
 * Releases a held text, or tries a failed one again. A person decided, so neither the quiet hours nor the daily cap delays it. @throws
 * forbidden, notice_not_found, notice_gone
 */
export async function sendNow(tx: PracticeTx, actor: Actor, id: string): Promise<NoticeRow> {
  requireMay(actor, 'sendTexts')
  const before = await requireIn(tx, id, canSendNow)
  const row = await updateNotice(tx, before, 'queued', {
    hold_until: null,
    not_before: null,
    attempts: 0,
    heeds_quiet: false,
    is_urgent: true,
  })
  await noteNotice(tx, actor, row, 'hurried', {})
  await sendLater(tx, row)
  return row
}

/** Cancels a notice that is not sent yet; a repeated call changes nothing. @throws forbidden, notice_not_found, notice_gone */
export async function cancelNotice(tx: PracticeTx, actor: Actor, id: string): Promise<NoticeRow> {
  requireMay(actor, 'sendTexts')
  const row = await requireIn(tx, id, (state) => canCancel(state) || state === 'cancelled')
  if (row.state === 'cancelled') return row
  return stopNotice(tx, actor, row, 'You chose not to send it.')
}

async function requireIn(tx: PracticeTx, id: string, isAllowed: (state: NoticeState) => boolean): Promise<NoticeRow> {
  const row = await lockNotice(tx, id)
  if (!row || (LONE_KINDS as readonly string[]).includes(row.kind)) throw new AppError('notice_not_found')
  if (!isAllowed(row.state)) throw new AppError('notice_gone')
  return row
}
