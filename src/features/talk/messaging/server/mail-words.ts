import type { Email } from 'postal-mime'

/** An e-mail as a conversation receives it. `ref` identifies it for ever; `sender` is the claimed sender, which proves nothing. */
export type ReadMail = {
  ref: string
  sender: string | null
  subject: string
  text: string
  files: { name: string; content: Uint8Array }[]
}

/** Shown in the conversation for a letter that breaks the parser: the client wrote, and a member must contact them. */
export const UNREADABLE: ReadMail = {
  ref: '',
  sender: null,
  subject: '',
  text: "[An e-mail came that couldn't be read. Ask them to send it again, or to call.]",
  files: [],
}

/** At most this many files of one e-mail are stored. */
const MOST_FILES = 10
/** How many characters of a letter are read; more than a conversation stores. */
const LONGEST_LETTER = 200_000

/** Parses a raw e-mail, in a process of its own; undefined when a machine sent it: an answer to that would come back for ever. */
export async function readMail(raw: Uint8Array): Promise<ReadMail | undefined> {
  // Loaded here because only the reader process needs the parser; the server imports this module for its other functions.
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(raw).catch(() => undefined)
  if (!mail) return UNREADABLE
  if (isFromMachine(mail)) return undefined
  const plain = mail.text?.slice(0, LONGEST_LETTER) ?? ''
  const text = withoutQuotes(plain.trim() ? plain : textOfHtml(mail.html?.slice(0, LONGEST_LETTER) ?? ''))
  const files = mail.attachments.filter(({ disposition }) => disposition === 'attachment' || disposition === null)
  return {
    ref: (mail.messageId ?? '').slice(0, 300),
    sender: mail.from && 'address' in mail.from ? (mail.from.address?.toLowerCase() ?? null) : null,
    subject: (mail.subject ?? '').replace(/^((re|fw|fwd|aw):\s*)+/i, '').trim(),
    text,
    files: files.slice(0, MOST_FILES).map(({ filename, content }) => ({ name: filename ?? 'file', content: bytesOf(content) })),
  }
}

const bytesOf = (content: ArrayBuffer | Uint8Array | string) =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content as ArrayBuffer)

/** RFC 3834, and the headers used before it. */
function isFromMachine({ headers, from }: Email): boolean {
  const headerOf = (name: string) => headers.find(({ key }) => key === name)?.value.toLowerCase() ?? ''
  const auto = headerOf('auto-submitted')
  if (auto && auto !== 'no') return true
  if (
    ['bulk', 'junk', 'list', 'auto_reply'].includes(headerOf('precedence')) ||
    headerOf('x-auto-response-suppress') ||
    headerOf('list-id')
  )
    return true
  return /^(mailer-daemon|postmaster|no-?reply)@/i.test((from && 'address' in from && from.address) || '')
}

/** How far into an e-mail its recipients are looked for, in bytes, and how many of them are read. */
const LONGEST_HEAD = 256 * 1024
const MOST_RECIPIENTS = 500
const NAMES_RECIPIENTS: ReadonlySet<string> = new Set(['to', 'cc', 'delivered-to', 'x-original-to'])

/** The addresses an e-mail was sent to, in lower case, found in its headers without parsing the whole e-mail. */
export function recipientsIn(raw: Buffer): string[] {
  const found = new Set<string>()
  let name = ''
  for (const line of raw.subarray(0, LONGEST_HEAD).toString('latin1').split('\n')) {
    if (line === '' || line === '\r') break
    const isMore = line.startsWith(' ') || line.startsWith('\t')
    const colon = isMore ? -1 : line.indexOf(':')
    if (!isMore) name = line.slice(0, Math.max(0, colon)).trim().toLowerCase()
    if (!NAMES_RECIPIENTS.has(name)) continue
    for (const word of line.slice(colon + 1).split(/[\s<>,;:"()]/)) if (word.includes('@')) found.add(word.toLowerCase())
  }
  return [...found].slice(0, MOST_RECIPIENTS)
}

/** Marks below which an e-mail repeats the one it answers. */
const QUOTE_BEGINS = [
  /^\s*-{2,}\s*(original message|forwarded message)\s*-{2,}\s*$/i,
  /^\s*_{10,}\s*$/,
  /^\s*on .{5,200}wrote:\s*$/i,
  /^\s*sent from my \w+/i,
  /^\s*get outlook for /i,
]
const OUTLOOK_HEAD = /^\s*\*?from:\*? .+/i

/** The new text of an e-mail, without the letter it answers and without its signature. */
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

/** Elements whose content is not shown. */
const UNSEEN: ReadonlySet<string> = new Set(['style', 'script', 'head'])
const NEW_LINE: ReadonlySet<string> = new Set(['br', '/p', '/div', '/li', '/tr'])

/** The text of a letter that has no plain part, up to the letter it quotes. It reads each character once. */
export function textOfHtml(html: string): string {
  // Keeps the length the same for any text.
  const lower = html.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const words: string[] = []
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at)
    const close = open < 0 ? -1 : html.indexOf('>', open)
    words.push(html.slice(at, close < 0 ? html.length : open))
    if (close < 0) break
    const tag = tagAt(lower, open + 1, close)
    if (tag === 'blockquote') break
    if (NEW_LINE.has(tag)) words.push('\n')
    at = UNSEEN.has(tag) ? endOf(lower, tag, close) : close + 1
  }
  return words.join('').replace(/&(?:nbsp|lt|gt|quot|#39|apos|amp);/gi, (entity) => ENTITIES[entity.toLowerCase()] ?? entity)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&nbsp;': ' ',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&amp;': '&',
}

/** A tag's name, `br` or `/p`; no name that matters is longer. */
const tagAt = (lower: string, from: number, to: number): string =>
  /^\/?[a-z0-9]*/.exec(lower.slice(from, Math.min(to, from + 20)))?.[0] ?? ''

/** Where an invisible element ends; one that is never closed reaches to the end. */
function endOf(lower: string, tag: string, from: number): number {
  const end = lower.indexOf(`</${tag}`, from)
  const close = end < 0 ? -1 : lower.indexOf('>', end)
  return close < 0 ? lower.length : close + 1
}
