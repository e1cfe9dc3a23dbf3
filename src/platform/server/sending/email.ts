import type { Delivery, Outgoing } from '#platform/server/sending/delivery.ts'

/** A mail server by URL (`smtp://user:password@host:587`) and whom mail is from; `timeouts` are shortened by tests. */
export type MailSettings = { url: string; from: string; timeouts?: Timeouts }
type Timeouts = { connectMs: number; idleMs: number; wholeMs: number }

// All of them together end well before a send counts as lost (features/core/notices/rules.ts LOST_AFTER_SECONDS).
const TIMEOUTS: Timeouts = { connectMs: 10_000, idleMs: 20_000, wholeMs: 60_000 }

/**
 * Sends one plain e-mail to one address, on a connection of its own. Never throws. A 4xx or a broken connection is `later`, a 5xx `failed`;
 * when the connection broke after the whole message was handed over, the server may have taken it: `unknown`.
 */
export async function sendMail(settings: MailSettings, message: Omit<Outgoing, 'practiceId'>): Promise<Delivery> {
  const progress = { wasHandedOver: false }
  const { connectMs, idleMs, wholeMs } = settings.timeouts ?? TIMEOUTS
  // Loaded with the first one, so that a server starts as fast without it.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url: settings.url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: idleMs,
    logger: watch(progress),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    const sent = await transport.sendMail({
      from: settings.from,
      // As an object: a string would be read as a list of addresses.
      to: { name: '', address: message.to },
      ...(message.replyTo && { replyTo: { name: '', address: message.replyTo } }),
      subject: message.subject ?? '',
      text: message.body,
      messageId: `<${message.id}@${domainOf(settings.from)}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.timeout(wholeMs),
    })
    return { state: 'sent', reference: sent.messageId }
  } catch (error) {
    return judge(error, progress.wasHandedOver)
  }
}

/** What a mail server's refusal, or its silence, means for the message. */
function judge(error: unknown, wasHandedOver: boolean): Delivery {
  const { code, responseCode } = error instanceof Error ? (error as { code?: string; responseCode?: number }) : {}
  if (responseCode) return answered(responseCode, code)
  if (!BROKEN.has(code ?? '')) return { state: 'failed', reason: "The mail server can't take this address or message." }
  if (wasHandedOver) return { state: 'unknown', reason: 'The mail server stopped answering after taking the message. It may have gone.' }
  return { state: 'later', reason: "The mail server couldn't be reached." }
}

function answered(responseCode: number, code: string | undefined): Delivery {
  if (responseCode < 500) return { state: 'later', reason: `The mail server asked us to try again later (${responseCode}).` }
  if (code === 'EAUTH') return { state: 'failed', reason: `The mail server refused our sign-in (${responseCode}).` }
  return { state: 'failed', reason: `The mail server refused the address or the message (${responseCode}).` }
}

const BROKEN = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EPROTOCOL', 'EPROXY', 'EABORT'])

/** The library's own log line at the end of a message is the only sign that all of it was sent; nothing of it is logged. */
function watch(progress: { wasHandedOver: boolean }) {
  const ignore = () => {}
  const info = (entry: unknown) => {
    if (typeof entry === 'object' && entry !== null && 'tnx' in entry && entry.tnx === 'message') progress.wasHandedOver = true
  }
  return { level: ignore, trace: ignore, debug: ignore, info, warn: ignore, error: ignore, fatal: ignore }
}

const domainOf = (from: string) => /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost'
