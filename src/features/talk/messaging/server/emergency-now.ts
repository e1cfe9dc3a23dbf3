import { alertMembers } from '#features/core/notices/server/queue-words.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import type { Client } from '#features/records/clients/contract.ts'
import { STANDARD_RATES } from '#features/records/prices/rules.ts'
import { priceList } from '#features/records/prices/server/service.ts'
import { cutTo, type EmergencyTerms, emergencyTerms, isWorkingAt, MOST_RINGS, RING_MINUTES } from '#features/talk/messaging/rules.ts'
import { isAnswered, listAnswering, type MessageRow, type ThreadRow } from '#features/talk/messaging/server/queries.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow } from '#platform/server/database/rows.ts'
import { enqueue } from '#platform/server/jobs/jobs.ts'

const CALL_OUT = 'Emergency call-out'
const MOST_OF_ALERT = 120

/** The price of an emergency that begins at `at`, and whether that is within working hours. @throws forbidden for a member who sees no money */
export async function emergencyNow(tx: PracticeTx, actor: Actor, at = currentTime()): Promise<EmergencyTerms & { isWorking: boolean }> {
  const settings = await settingsOf(tx)
  const isWorking = isWorkingAt(settings, at, actor.zone)
  return { ...emergencyTerms(settings, isWorking, isWorking ? await calloutPence(tx, actor) : 0), isWorking }
}

async function calloutPence(tx: PracticeTx, actor: Actor): Promise<number> {
  const isCallOut = ({ serviceType }: { serviceType: string }) => serviceType === CALL_OUT
  return ((await priceList(tx, actor)).find(isCallOut) ?? STANDARD_RATES.find(isCallOut))?.unitPence ?? 0
}

/** `ring`: the number of this call; `MOST_RINGS` is the last. */
type Called = { thread: ThreadRow; message: MessageRow; client: Pick<Client, 'name'>; ring?: number }

/** Whether an emergency still rings for an earlier message of the client. */
export const isRinging = ({ is_emergency, read_to, last_client_at }: ThreadRow, at: Date): boolean =>
  is_emergency &&
  last_client_at !== null &&
  (read_to === null || read_to < last_client_at) &&
  at.getTime() - last_client_at.getTime() < MOST_RINGS * RING_MINUTES * 60_000

/**
 * Calls every member who may answer: an emergency by text too, and again every few minutes until it is opened or answered. While one
 * rings, the client's next message starts no second series of rings.
 */
export async function callMembers(tx: PracticeTx, actor: Actor, { thread, message, client, ring = 1 }: Called): Promise<void> {
  const urgent = thread.is_emergency
  await alertMembers(tx, actor, {
    memberIds: await listAnswering(tx),
    title: urgent ? `Emergency: ${client.name}` : client.name,
    body: cutTo(message.content, MOST_OF_ALERT) || 'A photo or file',
    path: `/messages?thread=${thread.id}`,
    urgent,
  })
  if (!urgent || ring >= MOST_RINGS) return
  const startAfter = new Date(currentMs() + RING_MINUTES * 60_000)
  await enqueue(tx, 'ring-emergency', { practiceId: actor.practiceId, messageId: message.id, ring: ring + 1 }, { startAfter })
}

/** Calls once more, unless a member has opened the conversation or written in it since. Returns whether it rang. */
export async function ringAgain(tx: PracticeTx, actor: Actor, { messageId, ring }: { messageId: string; ring: number }): Promise<boolean> {
  const message = await findRow(tx, 'messages', messageId)
  const thread = message && (await findRow(tx, 'threads', message.thread_id))
  const client = thread && (await findRow(tx, 'clients', thread.client_id))
  if (!client || thread.deleted_at || client.deleted_at) return false
  const isRead = thread.read_to !== null && thread.read_to >= message.sent_at
  if (isRead || (await isAnswered(tx, thread.id, message.sent_at))) return false
  await callMembers(tx, actor, { thread, message, client, ring })
  return true
}
