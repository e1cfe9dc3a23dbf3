import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MoneyView } from '#app/my/money-view.ts'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import type { OpenInvoice, PaymentMade, SettledPaper } from '#features/ledger/accounts/payer-money.ts'
import { owedWords } from '#features/ledger/accounts/rules.ts'
import { paperTitle } from '#features/ledger/invoices/paper.ts'
import { methodWords } from '#features/ledger/payments/method-words.ts'
import { dayAndYear } from '#lib/dates.ts'
import { poundsInFull } from '#lib/money.ts'

/** What is owed to whom: open invoices first, what is paid folded below. */
export const MyMoneyPage = ({ practices }: MoneyView) => (
  <MyFrame title="Money" place="money">
    {practices.length === 0 && (
      <p className="text-ink-2">No bills are shared with you. If you pay for a horse, ask its owner to share its bills with you.</p>
    )}
    {practices.map(({ slug, name, payers }) => (
      <section key={slug} aria-labelledby={slug} className="grid gap-4 rounded-lg border border-line bg-surface p-4">
        <h2 id={slug} className="text-20 [overflow-wrap:anywhere]">
          {name}
        </h2>
        {payers.map((payer) => (
          <Payer key={payer.clientId} slug={slug} payer={payer} isNamed={payers.length > 1} />
        ))}
      </section>
    ))}
  </MyFrame>
)

type PayerProps = { slug: string; payer: MoneyView['practices'][number]['payers'][number]; isNamed: boolean }

const Payer = ({ slug, payer, isNamed }: PayerProps) => (
  <div className="grid gap-3 border-line not-first-of-type:border-t not-first-of-type:pt-4">
    {isNamed && <h3 className="text-16">{payer.name}</h3>}
    <p className="text-18 font-bold">{owedWords(payer.owedPence)}</p>
    {payer.open.length > 0 && (
      <ul className="grid">
        {payer.open.map((invoice) => (
          <Open key={invoice.id} slug={slug} invoice={invoice} />
        ))}
        {payer.onAccountPence > 0 && (
          <li className="flex justify-between gap-3 border-t border-line py-3">
            On account
            <span className="tabular-nums">{poundsInFull(-payer.onAccountPence)}</span>
          </li>
        )}
      </ul>
    )}
    {payer.settled.length > 0 && (
      <Folded title="Paid invoices">
        {payer.settled.map((paper) => (
          <Settled key={paper.id} slug={slug} paper={paper} />
        ))}
      </Folded>
    )}
    {payer.payments.length > 0 && (
      <Folded title="Your payments">
        {payer.payments.map((payment) => (
          <Payment key={payment.id} payment={payment} />
        ))}
      </Folded>
    )}
    <a href={`/my/at/${slug}/statement${isNamed ? `?for=${payer.clientId}` : ''}`} className="w-fit py-3 underline">
      Statement
    </a>
  </div>
)

const ROW = 'flex min-h-12 items-center gap-3 border-line py-2 not-first:border-t'

const Open = ({ slug, invoice: { id, number, dueOn, leftPence, isOverdue } }: { slug: string; invoice: OpenInvoice }) => (
  <li className="border-line not-first:border-t">
    <a href={`/my/at/${slug}/invoices/${id}`} className="flex min-h-14 items-center gap-3 py-2 text-ink no-underline">
      <span className="min-w-0 flex-1">
        <span className="underline">{`Invoice ${number}`}</span>
        <span className={isOverdue ? 'block text-14 text-flag-ink' : 'block text-14 text-ink-2'}>
          {`due ${isOverdue ? 'since ' : ''}${dayAndYear(dueOn)}`}
        </span>
      </span>
      <b className="tabular-nums">{poundsInFull(leftPence)}</b>
      <ChevronRight size={20} aria-hidden className="shrink-0 text-ink-2" />
    </a>
  </li>
)

const Folded = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="rounded-lg border border-line px-3">
    <summary className="min-h-12 py-3 font-medium">{title}</summary>
    <ul className="grid pb-2">{children}</ul>
  </details>
)

const Settled = ({ slug, paper }: { slug: string; paper: SettledPaper }) => (
  <li className={ROW}>
    <span className="min-w-0 flex-1">
      <a href={`/my/at/${slug}/invoices/${paper.id}`} className="inline-block py-2 underline">
        {paperTitle(paper)}
      </a>
      <span className="block text-14 text-ink-2">{dayAndYear(paper.issuedOn)}</span>
    </span>
    <span className="tabular-nums">{poundsInFull(paper.kind === 'credit' ? -paper.totalPence : paper.totalPence)}</span>
  </li>
)

const Payment = ({ payment: { receivedOn, pence, method, numbers } }: { payment: PaymentMade }) => (
  <li className={ROW}>
    <span className="min-w-0 flex-1">
      {`${pence < 0 ? 'Paid back' : 'Paid'} ${method === 'cash' ? 'in cash' : `by ${methodWords(method)}`}`}
      <span className="block text-14 text-ink-2">{[dayAndYear(receivedOn), ...numbers].join(', ')}</span>
    </span>
    <span className="tabular-nums">{poundsInFull(pence)}</span>
  </li>
)
