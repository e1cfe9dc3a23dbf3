import webPush from 'web-push'
import type { Carrier, Delivery } from '#platform/server/sending/delivery.ts'
import { postToProvider } from '#platform/server/sending/provider-post.ts'

/** Our identity at the push services of browsers (VAPID, RFC 8292), and whom they may write to. */
export type PushKeys = { publicKey: string; privateKey: string }
export type PushSettings = PushKeys & { contact: string; wholeMs?: number }

const WHOLE_MS = 20_000
/** How long a push service keeps a call for a device that is off. */
const KEPT_SECONDS = 60 * 60

/** New keys, made once per installation. */
export const newPushKeys = (): PushKeys => webPush.generateVAPIDKeys()

/** Calls one device. The content is sent encrypted, so that the push service cannot read it. 404 and 410: the device no longer exists. */
export function openPush({ contact, publicKey, privateKey, wholeMs = WHOLE_MS }: PushSettings): Carrier {
  return async ({ id, to, subject, body, device }) => {
    if (!device) return { state: 'failed', reason: "There's no device to alert.", because: 'gone' }
    const payload = JSON.stringify({ id, title: subject ?? '', body, path: device.path })
    const keys = { p256dh: device.p256dh, auth: device.auth }
    const vapidDetails = { subject: contact, publicKey, privateKey }
    try {
      const made = webPush.generateRequestDetails({ endpoint: to, keys }, payload, { vapidDetails, TTL: KEPT_SECONDS, urgency: 'high' })
      const headers = made.headers as Record<string, string | number>
      const answer = await postToProvider({ url: to, headers, body: made.body ?? '', wholeMs })
      return answer.status === undefined ? silent(answer.wasHandedOver) : judge(answer.status)
    } catch {
      return { state: 'failed', reason: "This device's keys can't be used.", because: 'gone' }
    }
  }
}

const silent = (wasHandedOver: boolean): Delivery =>
  wasHandedOver
    ? { state: 'unknown', reason: 'The push service stopped answering. The alert may have gone.' }
    : { state: 'later', reason: "The push service couldn't be reached." }

function judge(status: number): Delivery {
  if (status >= 200 && status < 300) return { state: 'sent', reference: null }
  if (status === 404 || status === 410) return { state: 'failed', reason: 'This device no longer takes alerts.', because: 'gone' }
  if (status === 429 || status >= 500) return { state: 'later', reason: `The push service asked us to try again later (${status}).` }
  return { state: 'failed', reason: `The push service refused the alert (${status}).` }
}
