import { CLIENT_SERVICES } from '#features/core/practice/plans.ts'
import { COOLING_DAYS, type EndedWhy, monthlyPence, serviceFor } from '#features/records/services/rules.ts'
import { type Day, dayAndYear } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import type { Service } from '#lib/plan.ts'

/* The notices about paid services, by the server's operator: their words are fixed, and no practice signs them (docs/SERVICES-LAW.md). */

/** Who sells services on this server. */
export type Seller = { name: string; address: string; email: string; vatNumber?: string }

/** A horse more for a current payer: the sum for the days until the next bill, when that is, and what a month costs from then on. */
export type HorseMore = { untilNextPence: number; nextBillOn: Day; monthlyPence: number }

/** What is bought, of whom. No seller: the test version, in which nothing is sold. */
export type Bought = {
  service: Service
  horses: readonly string[]
  practice: string
  fromOn: Day
  seller: Seller | null
  more?: HorseMore
}

/** A fact in two parts; the first is what the eye should find. */
export type Fact = { key: string; rest: string }

/** The facts that stand together and alone above the button (DMCC Act 2024 s. 256, Sch. 23 Part 1; Consumer Contracts Regulations 2013 reg. 14). */
export function keyFacts(bought: Bought): Fact[] {
  const { service, horses, practice, fromOn, seller, more } = bought
  const from = dayAndYear(fromOn)
  const sum = `${pounds(monthlyPence(service, horses.length))} a month`
  return [
    { key: serviceFor(service, horses), rest: `, with ${practice}.` },
    more
      ? { key: `${sum} more`, rest: `, ${vatWords(seller)}, from ${from}.` }
      : { key: sum, rest: `, ${vatWords(seller)}, from ${from}.` },
    ...(more ? [moreFact(more)] : []),
    { key: 'It renews each month until you end it', rest: ', with one press, here under Services.' },
    {
      key: `${COOLING_DAYS} days to change your mind`,
      rest: seller ? ': it ends at once, and you get everything back. Later it runs to the end of the paid month.' : LATER,
    },
    seller
      ? { key: 'Sold by', rest: ` ${sellerWords(seller)}.` }
      : { key: 'Test version: nothing is sold, and nothing is charged.', rest: '' },
  ]
}

const LATER = ': it ends at once. Later it runs to the end of its month.'

function moreFact({ untilNextPence, nextBillOn, monthlyPence: all }: HorseMore): Fact {
  const then = `From then on you pay ${pounds(all)} a month in all.`
  const until = dayAndYear(nextBillOn)
  if (untilNextPence === 0) return { key: `Nothing more until ${until}`, rest: `: those days are paid. ${then}` }
  return { key: `${pounds(untilNextPence)} for the days until ${until}`, rest: `, with the bill of that day. ${then}` }
}

/** The words of the button: what is pressed is an order with a duty to pay, and says so (reg. 14 (3)). */
export const buttonWords = ({ service, horses, more }: Pick<Bought, 'service' | 'horses' | 'more'>): string =>
  `Pay ${pounds(monthlyPence(service, horses.length))} a month${more ? ' more' : ''}`

/** What the tick says beside which a service begins before the 14 days are over (reg. 36 (1)). */
export const BEGIN_NOW = 'I want it to begin today, within the 14 days'

/** Who sells, and where they are reached. */
const sellerWords = ({ name, address, email, vatNumber }: Seller): string =>
  `${name}, ${address}, ${email}${vatNumber ? `, VAT number ${vatNumber}` : ''}`

/** What a horse costs: `£2.99 a horse, a month, VAT included`. */
export const priceOf = (service: Service, seller: Seller | null): string =>
  `${pounds(CLIENT_SERVICES[service].pence)} a horse, a month, ${vatWords(seller)}`

/** A seller without a VAT number charges none. */
const vatWords = (seller: Seller | null): string => (seller && !seller.vatNumber ? 'with no VAT to add' : 'VAT included')

/** One piece of required information, and where it is given. */
export type Term = { of: string; text: string }

/**
 * All information required before and confirmed after (Consumer Contracts Regulations 2013 Sch. 2, regs 13, 16 and 36), in order. What of
 * the schedule does not apply to such a service is listed in docs/SERVICES-LAW.md with the reason.
 */
export function termsOf(bought: Bought): Term[] {
  const { service, horses, practice, fromOn, seller, more } = bought
  const { text } = CLIENT_SERVICES[service]
  const sum = pounds(monthlyPence(service, horses.length))
  const who = seller ? sellerWords(seller) : NOBODY_SELLS
  return [
    {
      of: '(a)',
      text: `What: ${serviceFor(service, horses)}, with ${practice}. ${text} It is used in a web browser, on a phone or a computer.`,
    },
    { of: '(b)', text: `Who sells it: ${seller?.name ?? NOBODY_SELLS}.` },
    { of: '(c)', text: `Where to reach them: ${who}.` },
    { of: '(f)', text: `Price: ${priceOf(service, seller)}.` },
    { of: '(g)', text: 'Nothing else is charged: no fee to join, to leave or to pay by card.' },
    {
      of: '(h)',
      text: `A month costs ${sum}${more ? ` more, ${pounds(more.monthlyPence)} in all` : ''}.${more ? ` ${textOf(moreFact(more))}` : ''}`,
    },
    {
      of: '(j)',
      text: `Payment: by card, through Stripe, each month on the day of the first payment. It begins on ${dayAndYear(fromOn)}, as soon as the payment is known.`,
    },
    { of: '(k)', text: `Complaints: write to ${seller?.email ?? NOBODY_SELLS}. You get an answer within 14 days.` },
    {
      of: '(l)',
      text: `Changing your mind: within ${COOLING_DAYS} days after the day you pressed the button you can cancel without a reason, with one press under Services, by e-mail or by the form below. You get back everything you paid for it, to the card you paid with, within 14 days.`,
    },
    {
      of: '(n)',
      text: `You asked for it to begin on ${dayAndYear(fromOn)}, within those ${COOLING_DAYS} days. If you cancel in them you still owe nothing for the days you had.`,
    },
    {
      of: '(s)',
      text: `It renews each month until you end it, with one press under Services. After the ${COOLING_DAYS} days it runs to the end of the month that is paid. It ends by itself when the horse dies or leaves your farrier's books, and when your farrier ends it or closes: the days you paid for and didn't have are given back without asking.`,
    },
    { of: '(t)', text: 'There is no minimum time.' },
  ]
}

const NOBODY_SELLS = 'nobody: this is the test version'

const textOf = ({ key, rest }: Fact): string => `${key}${rest}`

/** The form of Sch. 3 Part B, by which a contract can be cancelled though no one has to use it. */
export const cancellationForm = ({ service, horses, fromOn, seller }: Bought): string =>
  [
    'Cancellation form (fill in and send it only if you want to cancel this way)',
    `To: ${seller ? sellerWords(seller) : NOBODY_SELLS}`,
    `I give notice that I cancel my contract for this service: ${serviceFor(service, horses)}`,
    `Ordered on: ${dayAndYear(fromOn)}`,
    'Name of consumer:',
    'Address of consumer:',
    'Signature (only on paper):',
    'Date:',
  ].join('\n')

/** A message as it leaves. `link`: to their services. */
export type SellerWords = { subject: string; body: string }
type Signed = { seller: Seller | null; link: string }

/** Confirms what was bought, with all required information, in a form that can be kept (reg. 16). */
export function confirmationWords(bought: Bought, link: string, isAgain = false): SellerWords {
  const { service, horses, fromOn, seller } = bought
  const { name } = CLIENT_SERVICES[service]
  return words(isAgain ? `${name} goes on` : `You have ${name} from ${dayAndYear(fromOn)}`, { seller, link }, [
    `This confirms what you agreed to: ${serviceFor(service, horses)}. Please keep it.`,
    ...(isAgain ? ['It goes on as if you had not ended it. What is paid is not paid again.'] : []),
    ...termsOf(bought).map(({ text }) => text),
    cancellationForm(bought),
  ])
}

type Ended = Signed & { service: Service; horses: readonly string[]; endsOn: Day; why: EndedWhy; backPence: number; isPast: boolean }

/** Confirms an end and what is given back. A horse may have died: nothing cheerful, and nothing to do. */
export function endWords({ service, horses, endsOn, why, backPence, isPast, ...signed }: Ended): SellerWords {
  const { name } = CLIENT_SERVICES[service]
  const reason = WHY_ENDED[why]
  const back = `${pounds(backPence)} is given back without asking: to the card you paid with, where it shows within 10 days, or taken off a bill that is not paid yet.`
  return words(`${name} ${isPast ? 'has ended' : `ends on ${dayAndYear(endsOn)}`}`, signed, [
    `${serviceFor(service, horses)} ${isPast ? 'ended' : 'ends'} on ${dayAndYear(endsOn)}${reason ? `: ${reason}` : ''}. You need do nothing.`,
    ...(backPence > 0 ? [back] : []),
    signed.seller ? 'Nothing more is taken for it.' : NOTHING_CHARGED,
    'What was written stays with the horse’s record.',
  ])
}

const NOTHING_CHARGED = 'This is the test version: nothing was charged.'

const WHY_ENDED: Readonly<Record<EndedWhy, string>> = {
  owner: 'you ended it',
  farrier: 'your farrier ended it',
  operator: 'we ended it',
  gone: '',
  left: 'the horse is no longer yours here',
  off: 'your farrier’s portal is closed',
  plan: 'your farrier’s plan has it now, and you pay nothing more',
  unpaid: 'the last payment failed, and its 14 days are over. That month isn’t charged',
}

/** What a person pays for, a line each: `Vet Integration for Biscuit, with Probert Farriery`. */
type Paid = Signed & { has: readonly string[] }
/** `billOn`: the day of the bill that was not paid; `until`: the last day it stays open. */
type Late = Paid & { billOn: Day; until: Day }

/** A payment failed: what to do, and until when. */
export const failedWords = ({ has, billOn, until, ...signed }: Late): SellerWords =>
  words('Your payment did not go through', signed, [
    `Your card did not pay the bill of ${dayAndYear(billOn)} for:`,
    list(has),
    `All of it stays open until ${dayAndYear(until)}, and the payment is tried again by itself. You can pay it, or change your card, here:`,
    signed.link,
    `If it isn’t paid by then, it ends on that day. You owe nothing for these days then, and what was written stays with the horses.`,
  ])

/** The last days of a failed payment. */
export const lastDaysWords = ({ has, billOn, until, ...signed }: Late): SellerWords =>
  words(`It ends on ${dayAndYear(until)} unless it is paid`, signed, [
    `The bill of ${dayAndYear(billOn)} has still not been paid, for:`,
    list(has),
    `It ends on ${dayAndYear(until)}. To keep it, pay the bill or change your card before then:`,
    signed.link,
    `If you don’t want it any more, do nothing: you owe nothing for these days, and what was written stays with the horses.`,
  ])

/** Before each sixth month's payment: what will be taken, when, and how to have it not taken (DMCC Act 2024 ss 258 and 259). */
export const reminderWords = ({ has, pence, on, ...signed }: Paid & { pence: number; on: Day }): SellerWords =>
  words(`A reminder: ${pounds(pence)} is taken on ${dayAndYear(on)}`, signed, [
    `On ${dayAndYear(on)} ${pounds(pence)} is taken from your card for the next month of:`,
    list(has),
    'It renews each month until you end it. If you don’t want it any more, end it with one press before that day, and it isn’t taken:',
    signed.link,
  ])

type Price = Signed & { service: Service; horses: readonly string[]; wasPence: number; pence: number; from: Day }

/** Before a price changes. */
export const priceWords = ({ service, horses, wasPence, pence, from, ...signed }: Price): SellerWords =>
  words(`${CLIENT_SERVICES[service].name} costs ${pounds(pence)} from ${dayAndYear(from)}`, signed, [
    `You have ${serviceFor(service, horses)}. From your first bill on or after ${dayAndYear(from)} it costs ${pounds(pence)} a horse, a month, in place of ${pounds(wasPence)}: ${pounds(pence * horses.length)} a month for what you have.`,
    'You need do nothing to go on. If you don’t want it at that price, end it with one press before then:',
    signed.link,
  ])

type Unused = Signed & { service: Service; horse: string; since: Day }

/** For a service that was not used for a long time. */
export const unusedWords = ({ service, horse, since, ...signed }: Unused): SellerWords =>
  words(`Do you still want ${CLIENT_SERVICES[service].name} for ${horse}?`, signed, [
    `Nobody has used ${CLIENT_SERVICES[service].name} for ${horse} since ${dayAndYear(since)}. ${
      signed.seller ? `You pay ${pounds(CLIENT_SERVICES[service].pence)} a month for it.` : NOTHING_CHARGED
    }`,
    'If you want to keep it, do nothing. If not, end it with one press:',
    signed.link,
  ])

const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')

/** The foot names the seller, and how to end: in each of them, so that no one has to look for it. */
const words = (subject: string, { seller, link }: Signed, parts: readonly string[]): SellerWords => ({
  subject,
  body: [
    ...parts,
    ...(parts.includes(link) ? [] : [`What you have, and how to end it: ${link}`]),
    seller ? sellerWords(seller) : 'Pritchel, test version. Nothing is sold and nothing is charged.',
  ].join('\n\n'),
})
