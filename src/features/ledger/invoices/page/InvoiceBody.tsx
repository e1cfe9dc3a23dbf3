import { CircleAlert, CircleCheck, Clock, CreditCard, FileDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { InvoiceLine } from '#features/ledger/invoices/contract.ts'
import {
  factLines,
  figureOf,
  type InvoicePaper,
  type InvoiceRead,
  isOfOneDay,
  isOpen,
  lineDetails,
  lineTitle,
  paidWords,
  payerLines,
  payRows,
  practiceLines,
  rateWords,
  statusWords,
  sumRows,
} from '#features/ledger/invoices/paper.ts'
import { poundsInFull } from '#lib/money.ts'
import { buttonClass } from '#ui/button-style.ts'
import { HowToPay } from '#ui/HowToPay.tsx'
import { Note } from '#ui/Note.tsx'

type Props = InvoiceRead & {
  /** Where its forms and its PDF are. */
  paths: { pay: string; paid: string; pdf: string }
  /** Above the sum, where the page has no other heading. */
  heading?: ReactNode
}

/** An invoice or credit note as its payer reads it, by a link or in the portal: the sum and how to pay it first. */
export const InvoiceBody = ({ paper, takesCards, hasCome, hasSaid, fault, paths, heading }: Props) => (
  <>
    <Sum paper={paper} heading={heading} />
    {hasSaid && paper.leftPence > 0 && (
      <Note tone="ok" icon={CircleCheck} live>
        {`Thank you. ${paper.asWas.practice.name} has your message and will mark it paid when the money arrives.`}
      </Note>
    )}
    {hasCome && paper.leftPence > 0 && (
      <Note tone="ok" icon={CircleCheck}>
        Thank you. Your card payment will show here as soon as it’s confirmed, usually in a minute or two.
      </Note>
    )}
    {fault && (
      <Note tone="late" icon={CircleAlert} live>
        {fault}
      </Note>
    )}
    {takesCards && isOpen(paper) && !hasCome && (
      <form method="post" action={paths.pay}>
        <button type="submit" className={buttonClass({ variant: 'primary', size: 'lg', block: true })}>
          <CreditCard size={20} aria-hidden className="shrink-0" />
          {`Pay ${poundsInFull(paper.leftPence)} by card`}
        </button>
      </form>
    )}
    <HowToPay rows={payRows(paper)} />
    {isOpen(paper) && !hasCome && !hasSaid && (
      <form method="post" action={paths.paid}>
        <button type="submit" className={buttonClass({ block: true })}>
          I have paid
        </button>
      </form>
    )}
    <Sides paper={paper} />
    <Lines paper={paper} />
    {paper.note && (
      <section>
        <h2 className="text-16">{paper.kind === 'credit' ? 'Why' : 'Note'}</h2>
        <p className="whitespace-pre-line">{paper.note}</p>
      </section>
    )}
    {paper.asWas.terms && (
      <section>
        <h2 className="text-16">Terms</h2>
        <p className="text-14 whitespace-pre-line text-ink-2">{paper.asWas.terms}</p>
      </section>
    )}
    <a href={paths.pdf} className={buttonClass({ block: true })}>
      <FileDown size={20} aria-hidden className="shrink-0" />
      Save as PDF
    </a>
  </>
)

/** What is to pay, and by when: the first thing a payer looks for. */
function Sum({ paper, heading }: { paper: InvoicePaper; heading: ReactNode }) {
  const [tone, Icon] = paper.isOverdue
    ? (['text-flag-ink', CircleAlert] as const)
    : isOpen(paper)
      ? (['text-ink-2', Clock] as const)
      : (['text-ok-ink', CircleCheck] as const)
  return (
    <div>
      {heading}
      <p className="text-40 leading-tight font-bold tracking-tight tabular-nums">{figureOf(paper)}</p>
      <p className={`flex items-center gap-2 font-medium ${tone}`}>
        <Icon size={18} aria-hidden className="shrink-0" />
        {statusWords(paper)}
      </p>
    </div>
  )
}

/** From whom, for whom, and when. */
const Sides = ({ paper }: { paper: InvoicePaper }) => (
  <div className="grid gap-4 rounded-lg border border-line bg-surface p-4 sm:grid-cols-2">
    <div className="min-w-0 [overflow-wrap:anywhere]">
      <h2 className="text-14 font-normal text-ink-2">For</h2>
      {payerLines(paper.asWas).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
    <dl className="grid grid-cols-[auto_1fr] content-start gap-x-3">
      {factLines(paper).map(([label, words]) => (
        <div key={label} className="contents">
          <dt className="text-ink-2">{label}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
    <div className="border-t border-line pt-3 text-14 text-ink-2 [overflow-wrap:anywhere] sm:col-span-2">
      <h2 className="sr-only">From</h2>
      {[paper.asWas.practice.name, ...practiceLines(paper.asWas.practice)].join(', ')}
    </div>
  </div>
)

function Lines({ paper }: { paper: InvoicePaper }) {
  const { practice, lines } = paper.asWas
  const isOneDay = isOfOneDay(paper.asWas)
  const hasVat = practice.vatNumber !== null
  const sums = sumRows(paper)
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr className="border-b border-line text-left text-14 text-ink-2">
          <th scope="col" className="py-2 font-normal">
            What
          </th>
          {hasVat && <Figure isHead>VAT</Figure>}
          <Figure isHead>{hasVat ? 'Before VAT' : 'Amount'}</Figure>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => (
          <Line key={line.chargeId ?? at} line={line} isOneDay={isOneDay} hasVat={hasVat} />
        ))}
      </tbody>
      <tfoot>
        {sums.map(([label, sum], at) => (
          <SumRow key={label} label={label} sum={sum} isTotal={at === sums.length - 1} span={hasVat ? 2 : 1} />
        ))}
        {paper.settled.map((paidLine) => (
          <SumRow
            key={paidWords(paidLine) + paidLine.pence}
            label={paidWords(paidLine)}
            sum={poundsInFull(-paidLine.pence)}
            span={hasVat ? 2 : 1}
          />
        ))}
        {paper.settled.length > 0 && isOpen(paper) && (
          <SumRow label="Left to pay" sum={poundsInFull(paper.leftPence)} isTotal span={hasVat ? 2 : 1} />
        )}
      </tfoot>
    </table>
  )
}

const Line = ({ line, isOneDay, hasVat }: { line: InvoiceLine; isOneDay: boolean; hasVat: boolean }) => (
  <tr className="border-b border-line align-top">
    <td className="py-2 pr-3 [overflow-wrap:anywhere]">
      {lineTitle(line)}
      {lineDetails(line, isOneDay).map((detail) => (
        <span key={detail} className="block text-14 text-ink-2">
          {detail}
        </span>
      ))}
    </td>
    {hasVat && <Figure>{rateWords(line.vatRateBp)}</Figure>}
    <Figure>{poundsInFull(hasVat ? line.netPence : line.grossPence)}</Figure>
  </tr>
)

const SumRow = ({ label, sum, isTotal, span }: { label: string; sum: string; isTotal?: boolean; span: number }) => (
  <tr className={isTotal ? 'align-baseline text-18 font-bold' : 'align-baseline'}>
    <th scope="row" colSpan={span} className={`py-1 pr-3 text-left ${isTotal ? '' : 'font-normal text-ink-2'}`}>
      {label}
    </th>
    <Figure>{sum}</Figure>
  </tr>
)

const Figure = ({ isHead, children }: { isHead?: boolean; children: string }) =>
  isHead ? (
    <th scope="col" className="py-2 pl-3 text-right font-normal">
      {children}
    </th>
  ) : (
    <td className="py-2 pl-3 text-right whitespace-nowrap tabular-nums">{children}</td>
  )
