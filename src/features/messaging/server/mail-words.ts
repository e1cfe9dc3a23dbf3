import PostalMime, { type Email, type Mailbox } from 'postal-mime'

/** An e-mail as a conversation takes it. `ref` names it for ever; `sender` is whoever it says it is from, which proves nothing. */
export type ReadMail = {
  ref: string
  recipients: string[]
  sender: string | null
  subject: string
  text: string
  files: { name: string; content: Uint8Array }[]
}

/** More than these of one e-mail are not taken. */
const MOST_FILES = 10

/** Reads an e-mail as it came; undefined when a machine sent it: an answer to that would come back for ever. */
export async function readMail(raw: Uint8Array): Promise<ReadMail | undefined> {
  const mail = await PostalMime.parse(raw)
  if (isFromMachine(mail)) return undefined
  const text = withoutQuotes(mail.text?.trim() ? mail.text : textOfHtml(mail.html ?? ''))
  const files = mail.attachments.filter(({ disposition }) => disposition === 'attachment' || disposition === null)
  return {
    ref: (mail.messageId ?? '').slice(0, 300),
    recipients: recipientsOf(mail),
    sender: mail.from && 'address' in mail.from ? (mail.from.address?.toLowerCase() ?? null) : null,
    subject: (mail.subject ?? '').replace(/^((re|fw|fwd|aw):\s*)+/i, '').trim(),
    text,
    files: files.slice(0, MOST_FILES).map(({ filename, content }) => ({ name: filename ?? 'file', content: bytesOf(content) })),
  }
}

const bytesOf = (content: ArrayBuffer | Uint8Array | string) =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content as ArrayBuffer)

/** RFC 3834, and what was there before it. */
function isFromMachine({ headers, from }: Email): boolean {
  const said = (name: string) => headers.find(({ key }) => key === name)?.value.toLowerCase() ?? ''
  const auto = said('auto-submitted')
  if (auto && auto !== 'no') return true
  if (['bulk', 'junk', 'list', 'auto_reply'].includes(said('precedence')) || said('x-auto-response-suppress') || said('list-id'))
    return true
  return /^(mailer-daemon|postmaster|no-?reply)@/i.test((from && 'address' in from && from.address) || '')
}

function recipientsOf(mail: Email): string[] {
  const named = [...(mail.to ?? []), ...(mail.cc ?? [])].flatMap((one) => ('group' in one && one.group ? one.group : [one as Mailbox]))
  const delivered = mail.headers.filter(({ key }) => key === 'delivered-to' || key === 'x-original-to').map(({ value }) => value.trim())
  return [...new Set([...named.map(({ address }) => address ?? ''), ...delivered].map((address) => address.toLowerCase()))]
}

/** The marks below which an e-mail repeats what it answers. */
const QUOTE_BEGINS = [
  /^\s*-{2,}\s*(original message|forwarded message)\s*-{2,}\s*$/i,
  /^\s*_{10,}\s*$/,
  /^\s*on .{5,200}wrote:\s*$/i,
  /^\s*sent from my \w+/i,
  /^\s*get outlook for /i,
]
const OUTLOOK_HEAD = /^\s*\*?from:\*? .+/i

/** What is new in an e-mail: without the letter it answers, and without its signature. */
export function withoutQuotes(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const end = lines.findIndex((line, index) => beginsQuote(line, lines.slice(index + 1, index + 4)))
  const fresh = (end < 0 ? lines : lines.slice(0, end)).filter((line) => !/^\s*>/.test(line))
  return fresh
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function beginsQuote(line: string, next: readonly string[]): boolean {
  if (line === '-- ' || line === '--') return true
  if (QUOTE_BEGINS.some((mark) => mark.test(line))) return true
  // "On Tue, 24 Nov 2026 at 10:42, Probert Farriery <...>" goes on over a line or two.
  if (/^\s*on .+/i.test(line) && next.some((later, index) => index < 2 && /wrote:\s*$/i.test(later))) return true
  return OUTLOOK_HEAD.test(line) && next.some((later) => /^\s*\*?(sent|date|to|subject):\*? /i.test(later))
}

/** The words of a letter that has no plain ones. */
const textOfHtml = (html: string): string =>
  html
    .replace(/<(style|script|head)[\s\S]*?<\/\1>/gi, '')
    .replace(/<blockquote[\s\S]*$/i, '')
    .replace(/<(br|\/p|\/div|\/li|\/tr)[^>]*>/gi, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&nbsp;/gi, ' ')
    .replace(/&lt;/gi, '<')
    .replace(/&gt;/gi, '>')
    .replace(/&quot;/gi, '"')
    .replace(/&#39;|&apos;/gi, "'")
    .replace(/&amp;/gi, '&')
