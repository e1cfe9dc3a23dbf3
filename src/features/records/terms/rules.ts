import type { AcceptanceMethod, TermsSection } from '#features/records/terms/contract.ts'

/** Where a client reads and accepts the terms; the token follows. */
export const TERMS_PATH = '/terms/'
/** The same as a PDF, once accepted. */
export const acceptedPdfPath = (token: string): string => `${TERMS_PATH}${token}/accepted.pdf`
/** How long such a link is valid. */
export const TERMS_LINK_DAYS = 90
/** The maximum length of a typed signature. */
export const LONGEST_NAME = 120

/** The day the sample below was last changed; it changes only with the sample's words. */
export const SAMPLE_OF = '2026-11-22'
/** Spec §2 Terms: the last line of the sample. */
export const DISCLAIMER = 'This is a sample document and not legal advice. Have your own terms checked by a solicitor before you use them.'

/**
 * The default terms until a practice writes its own: Spec §2 Terms, with every figure of Spec §9. Between the farrier and a consumer a term
 * must be fair (Consumer Rights Act 2015, Part 2), so every charge states that it does not exceed the real loss.
 */
export const SAMPLE_TERMS: readonly TermsSection[] = [
  {
    title: 'General',
    text: [
      'These terms apply to every farriery service we provide. “We” are the farrier or the farriery practice; “you” are the client who books.',
      'You may ask for a copy of these terms at any time. A change to them holds for visits booked after it.',
    ].join('\n'),
  },
  {
    title: 'Appointments and Cancellations',
    text: [
      'Please give at least 24 hours’ notice to cancel or move a visit.',
      'A later cancellation may be charged up to 50% of the cost of the service. The full cost may be charged if we come and the horse is not available.',
      'If you are not a business, we charge no more than what the lost time really costs us, and nothing if somebody else takes the place.',
      'Times are given as closely as a day on the road allows. Where a visit has a place in the round instead of a time, that place may change.',
    ].join('\n'),
  },
  {
    title: 'Health and Safety',
    text: [
      'Have the horse caught, with dry legs, on firm level ground with enough light and shelter to work safely.',
      'Tell us before the visit of anything that could put somebody at risk: a horse that kicks, needs sedation or is under a vet’s care. We may stop work that is not safe.',
    ].join('\n'),
  },
  {
    title: 'Payment Terms',
    text: [
      'Payment is due at the time of service, by cash, bank transfer or card.',
      'Late fees: £10 after 7 days; a further £20 after 14 days, £30 in total; a further £30 after 21 days, £60 in total. Interest is charged daily at 8% above the base rate.',
      'If you are not a business, late fees and interest are charged only as far as they reflect what the delay costs us.',
      'While an account is overdue, no new visits are booked.',
    ].join('\n'),
  },
  {
    title: 'Warranty and Liability',
    text: [
      'Tell us of any concern about the work within 48 hours, so that we can look at it and put it right.',
      'We are not liable for a shoe lost through ground, tack or another horse. Nothing here limits a liability that the law does not allow to be limited, or takes away your rights as a consumer.',
    ].join('\n'),
  },
  {
    title: 'Data Protection',
    text: [
      'We keep your details, your horses’ records and what we wrote to you to provide the service, and pass them to nobody without your consent or a duty in law.',
      'You may ask to see your data, to have it corrected or deleted, or to take it with you; we answer within one month.',
    ].join('\n'),
  },
  {
    title: 'Service Pricing',
    text: [
      'Our standard rates, unless we agreed others with you:',
      'Trim: £35',
      'Front shoes new: £85',
      'Hind shoes new: £95',
      'Full set new: £180',
      'Front refit: £70',
      'Hind refit: £80',
      'Full set refit: £150',
      'Emergency call-out, additional: £25',
    ].join('\n'),
  },
  { title: 'Governing Law', text: 'These terms are under the law of England and Wales.' },
  { title: 'Acceptance of Terms', text: 'Booking a visit counts as acceptance of these terms.' },
]

/** A paragraph of a section, or a group of prices. */
export type Block = { paragraph: string } | { prices: { what: string; price: string }[] }

/** A section's text as blocks: consecutive lines like `Trim: £35` form one price list. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  for (const line of text.split('\n').map((one) => one.trim())) {
    const [, what, price] = PRICE.exec(line) ?? []
    const last = blocks.at(-1)
    if (!what || !price) blocks.push(...(line ? [{ paragraph: line }] : []))
    else if (last && 'prices' in last) last.prices.push({ what, price })
    else blocks.push({ prices: [{ what, price }] })
  }
  return blocks
}

/** Terms as blocks, for a screen or page. */
export const inBlocks = (sections: readonly TermsSection[]): { title: string; blocks: Block[] }[] =>
  sections.map(({ title, text }) => ({ title, blocks: blocksOf(text) }))

const PRICE = /^([^:£]{1,80}): (£\d[\d,]*(?:\.\d\d)?)$/

/** Whether these are exactly the sample's words. */
export const isSample = (sections: readonly TermsSection[]): boolean =>
  sections.length === SAMPLE_TERMS.length &&
  sections.every(({ title, text }, at) => title === SAMPLE_TERMS[at]?.title && text === SAMPLE_TERMS[at]?.text)

/** The methods in words. */
export const METHODS: Record<AcceptanceMethod, string> = {
  web: 'On the page',
  sms: 'By text',
  email: 'By e-mail',
  verbal: 'In person or on the phone',
}

/** A network address without its last part, which shows a place but not a person: `203.0.113.0`, `2001:db8:1::`. Null when it is no address. */
export function shortAddress(address: string | undefined): string | null {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain) return null
  if (/^\d+\.\d+\.\d+\.\d+$/.test(plain)) return `${plain.slice(0, plain.lastIndexOf('.'))}.0`
  if (!plain.includes(':')) return null
  const [before = '', after] = plain.split('::')
  const parts = before.split(':')
  // A network shorter than three groups is all on the left of `::`.
  return `${(after === undefined || parts.length > 3 ? parts.slice(0, 3) : parts).join(':')}::`
}

/** A program's user agent, cut to a readable length. */
export const shortAgent = (agent: string | undefined): string | null => agent?.trim().slice(0, 300) || null
