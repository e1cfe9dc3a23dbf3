import { lockNotice, updateNotice } from '#features/core/notices/server/queries.ts'
import { stopTexts } from '#features/core/notices/server/stop-texts.ts'
import { isToOther } from '#features/core/notices/wordings.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { refusalInWords, STOPPED_CODE } from '#platform/server/sending/twilio.ts'

/** The provider's report on a text: its state there, and why it failed. */
export type Receipt = { status: string; errorCode: number | undefined; reference: string | undefined }

/**
 * Records the outcome of a text. A receipt that comes twice or late changes nothing: a final outcome stays. A text that was given up as
 * lost still gets its outcome from its receipt.
 */
export async function noteReceipt(tx: PracticeTx, actor: Actor, noticeId: string, receipt: Receipt): Promise<void> {
  const row = await lockNotice(tx, noticeId)
  const isOpen = row?.state === 'sent' || row?.state === 'sending' || row?.state === 'unknown'
  if (row?.channel !== 'sms' || !isOpen) return
  const { status, errorCode, reference } = receipt
  const ref = reference ? { provider_ref: reference } : {}
  if (status === 'delivered') await updateNotice(tx, row, 'delivered', ref)
  else if (status === 'undelivered' || status === 'failed') {
    const reason = refusalInWords(errorCode) ?? "Their network didn't deliver it."
    await updateNotice(tx, row, 'undelivered', { ...ref, state_reason: reason })
    if (errorCode === STOPPED_CODE && row.client_id && !isToOther(row.kind)) await stopTexts(tx, actor, row.client_id)
  } else if (status === 'sent' && row.state !== 'sent') await updateNotice(tx, row, 'sent', ref)
}
