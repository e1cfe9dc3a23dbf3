import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { dayAndYear } from '#lib/dates.ts'
import { Note } from '#ui/Note.tsx'

/** The day the version below came into force; it changes with the words and never by itself. */
const VERSION_OF = '2026-11-21'

/** Spec §2 Terms; every figure is of Spec §9. */
export const TermsContent = () => (
  <article className="mx-auto w-full max-w-[760px] px-4 pt-4 pb-12 md:pt-6">
    <a href="/" className="link inline-flex min-h-12 items-center gap-1.5 md:min-h-10">
      <ArrowLeft size={18} aria-hidden />
      Back
    </a>
    <header className="mt-1 mb-6 border-b border-line-2 pb-5">
      <h1 className="text-30 tracking-[-0.025em] md:text-40">Terms and Conditions of Business</h1>
      <p className="mt-1 text-18 text-ink-2">Professional Farriery Services</p>
      <p className="mt-3 text-14 text-ink-2">
        Effective and last updated <time dateTime={VERSION_OF}>{dayAndYear(VERSION_OF)}</time>
      </p>
    </header>
    <ol className="grid gap-7">
      <Section title="General">
        <p>
          These terms apply to every farriery service we provide. “We” are the farrier or the farriery practice; “you” are the client who
          books.
        </p>
        <p>You may ask for a copy of these terms at any time. A change to them holds for visits booked after it.</p>
      </Section>
      <Section title="Appointments and Cancellations">
        <p>Please give at least 24 hours’ notice to cancel or move a visit.</p>
        <p>
          A later cancellation may be charged up to 50% of the cost of the service. The full cost may be charged if we come and the horse is
          not available.
        </p>
        <p>
          Times are given as closely as a day on the road allows. Where a visit has a place in the round instead of a time, that place may
          change.
        </p>
      </Section>
      <Section title="Health and Safety">
        <p>Have the horse caught, with dry legs, on firm level ground with enough light and shelter to work safely.</p>
        <p>
          Tell us before the visit of anything that could put somebody at risk: a horse that kicks, needs sedation or is under a vet’s care.
          We may stop work that is not safe.
        </p>
      </Section>
      <Section title="Payment Terms">
        <p>Payment is due at the time of service, by cash, bank transfer or card.</p>
        <p>
          Late fees: £10 after 7 days; a further £20 after 14 days, £30 in total; a further £30 after 21 days, £60 in total. Interest is
          charged daily at 8% above the base rate.
        </p>
        <p>While an account is overdue, no new visits are booked.</p>
      </Section>
      <Section title="Warranty and Liability">
        <p>Tell us of any concern about the work within 48 hours, so that we can look at it and put it right.</p>
        <p>
          We are not liable for a shoe lost through ground, tack or another horse. Nothing here limits a liability that the law does not
          allow to be limited.
        </p>
      </Section>
      <Section title="Data Protection">
        <p>
          We keep your details, your horses’ records and what we wrote to you to provide the service, and pass them to nobody without your
          consent or a duty in law.
        </p>
        <p>You may ask to see your data, to have it corrected or deleted, or to take it with you; we answer within one month.</p>
      </Section>
      <Section title="Service Pricing">
        <p>Our standard rates, unless we agreed others with you:</p>
        <Rates />
      </Section>
      <Section title="Governing Law">
        <p>These terms are under the law of England and Wales.</p>
      </Section>
      <Section title="Acceptance of Terms">
        <p>Booking a visit counts as acceptance of these terms.</p>
      </Section>
    </ol>
    <Note className="mt-8">
      This is a sample document and not legal advice. Have your own terms checked by a solicitor before you use them.
    </Note>
  </article>
)

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <li className="grid gap-2 [counter-increment:section]">
    <h2 className="flex gap-2.5 text-20 before:text-ink-2 before:content-[counter(section)]">{title}</h2>
    <div className="grid gap-2">{children}</div>
  </li>
)

/** Spec §9 Standard rates. */
const RATES = [
  ['Trim', '£35'],
  ['Front shoes new', '£85'],
  ['Hind shoes new', '£95'],
  ['Full set new', '£180'],
  ['Front refit', '£70'],
  ['Hind refit', '£80'],
  ['Full set refit', '£150'],
  ['Emergency call-out, additional', '£25'],
] as const

const Rates = () => (
  <table className="w-full border-collapse rounded-lg border border-line bg-surface">
    <caption className="sr-only">Standard rates</caption>
    <tbody className="divide-y divide-line">
      {RATES.map(([work, price]) => (
        <tr key={work}>
          <th scope="row" className="px-4 py-2 text-left font-normal">
            {work}
          </th>
          <td className="px-4 py-2 text-right font-medium tabular-nums">{price}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
