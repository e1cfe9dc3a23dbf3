import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Carrier, Delivery, Outgoing } from '#platform/server/sending/delivery.ts'
import { postToProvider } from '#platform/server/sending/provider-post.ts'

/**
 * A provider of texts that speaks Twilio's Messages API. `from` is a number in E.164 or the id of a messaging service (`MG...`); `origin` is
 * where its receipts reach us.
 */
export type TwilioSettings = { accountSid: string; authToken: string; from: string; baseUrl: string; origin: string; wholeMs?: number }

/** Shorter than the time after which a send counts as lost (features/core/notices/rules.ts LOST_AFTER_SECONDS). */
const WHOLE_MS = 60_000

/** Where the provider reports the delivery of a text, and where incoming texts arrive. */
export const RECEIPT_PATH = '/hooks/sms/receipts'
export const INBOUND_TEXT_PATH = '/hooks/sms/inbound'

/**
 * Sends texts. The id of a message goes with every attempt, for providers that use it to avoid duplicates. 429 and 5xx are `later`, another
 * refusal `failed`; silence after the whole request had left is `unknown`.
 */
export function openTwilio(settings: TwilioSettings): Carrier {
  const { accountSid, authToken, from, baseUrl, origin, wholeMs = WHOLE_MS } = settings
  const url = `${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }
  return async (message: Outgoing) => {
    const StatusCallback = `${origin}${RECEIPT_PATH}/${message.practiceId}/${message.id}`
    const body = new URLSearchParams({ To: message.to, ...sender, Body: message.body, StatusCallback }).toString()
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': message.id }
    const answer = await postToProvider({ url, headers, body, wholeMs })
    if (answer.status === undefined) return silent(answer.wasHandedOver)
    return judge(answer.status, answer.text)
  }
}

const silent = (wasHandedOver: boolean): Delivery =>
  wasHandedOver
    ? { state: 'unknown', reason: 'The text provider stopped answering after taking the message. It may have gone.' }
    : { state: 'later', reason: "The text provider couldn't be reached." }

function judge(status: number, text: string): Delivery {
  const { sid, code } = read(text)
  if (status === 200 || status === 201) return { state: 'sent', reference: sid ?? null }
  if (status === 429 || status >= 500) return { state: 'later', reason: `The text provider asked us to try again later (${status}).` }
  if (code === STOPPED_CODE) return { state: 'failed', reason: STOPPED_THERE, because: 'stopped' }
  if (status === 401 || status === 403) return { state: 'failed', reason: `The text provider refused our sign-in (${status}).` }
  return { state: 'failed', reason: refusalInWords(code) ?? `The text provider refused the number or the message (${code ?? status}).` }
}

/** Twilio's "attempt to send to unsubscribed recipient". */
export const STOPPED_CODE = 21610
const STOPPED_THERE = "They've texted STOP, so the provider won't send them anything."

/** Twilio's error codes that a farrier can do something about. */
const REFUSALS: Record<number, string> = {
  21211: "That phone number can't be texted.",
  21408: "Texts to that country aren't switched on with the provider.",
  21614: "This isn't a mobile number, so it can't be texted.",
  21617: 'The text is too long.',
  30003: 'Their phone is off or out of reach.',
  30004: "They've blocked texts from you.",
  30005: 'Nobody has this number any more.',
  30006: "This is a landline, or a network that doesn't take texts.",
  30007: 'Their network treated it as spam.',
}

/** What an error code of the provider means, as a sentence; undefined when it is none of those known. */
export const refusalInWords = (code: number | undefined): string | undefined => (code === undefined ? undefined : REFUSALS[code])

function read(text: string): { sid?: string; code?: number } {
  try {
    const { sid, code } = JSON.parse(text) as { sid?: unknown; code?: unknown }
    return { ...(typeof sid === 'string' && { sid }), ...(typeof code === 'number' && { code }) }
  } catch {
    return {}
  }
}

/**
 * Whether a call comes from the provider: HMAC-SHA1, by our secret, of the address it was sent to and the names and values of its form in
 * the order of the names (https://www.twilio.com/docs/usage/security).
 */
export function isSignedByTwilio(
  authToken: string,
  call: { url: string; form: Record<string, string | string[]>; signature: string | undefined },
) {
  const { url, form, signature } = call
  if (!signature) return false
  const given = Buffer.from(signature)
  const wanted = Buffer.from(twilioSignature(authToken, url, form))
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** The signature of a call, as the provider makes it. */
export function twilioSignature(authToken: string, url: string, form: Record<string, string | string[]>): string {
  const said = Object.keys(form)
    .sort()
    .map((name) =>
      [...new Set([form[name] ?? ''].flat())]
        .sort()
        .map((value) => `${name}${value}`)
        .join(''),
    )
  return createHmac('sha1', authToken)
    .update(url + said.join(''))
    .digest('base64')
}
