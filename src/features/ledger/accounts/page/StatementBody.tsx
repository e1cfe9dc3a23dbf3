import { CircleAlert, CircleCheck, FileDown } from 'lucide-react'
import type { Statement } from '#features/ledger/accounts/contract.ts'
import { AGE_WORDS, balanceWords, owedWords } from '#features/ledger/accounts/rules.ts'
import type { StatementPaper } from '#features/ledger/accounts/statement-paper.ts'
import { type Day, dayAndYear } from '#lib/dates.ts'
import { poundsInFull } from '#lib/money.ts'
import { buttonClass } from '#ui/button-style.ts'
import { HowToPay } from '#ui/HowToPay.tsx'
import { Note } from '#ui/Note.tsx'

/** A payer's statement, by a link or in the portal: what is open and how to pay it, and folded below how it came about. */
export const StatementBody = ({ paper: { statement, bank, unpaid }, pdfPath }: { paper: StatementPaper; pdfPath: string }) => (
  <>
    <Note {...(statement.owedPence > 0 ? { tone: 'due', icon: CircleAlert } : { tone: 'ok', icon: CircleCheck })}>
      <b>{owedWords(statement.owedPence)}</b>
    </Note>
    {unpaid.length > 0 && <Unpaid unpaid={unpaid} statement={statement} />}
    <HowToPay rows={bank} />
    <details className="rounded-lg border border-line bg-surface px-4">
      <summary className="min-h-12 py-3 font-medium">Everything since {dayAndYear(statement.from)}</summary>
      <Lines statement={statement} />
      {statement.owedPence > 0 && <Ages statement={statement} />}
    </details>
    <a href={pdfPath} className={buttonClass({ block: true })}>
      <FileDown size={20} aria-hidden className="shrink-0" />
      Save as PDF
    </a>
  </>
)

/** The unpaid invoices, and what is on account against them. */
const Unpaid = ({ unpaid, statement }: { unpaid: StatementPaper['unpaid']; statement: Statement }) => (
  <section className="rounded-lg border border-line bg-surface p-4">
    <h2 className="text-18">Not paid yet</h2>
    <ul className="mt-1">
      {unpaid.map(({ number, dueOn, leftPence }) => (
        <li key={number} className="flex items-baseline justify-between gap-3 border-line py-2 not-first:border-t">
          <span>
            {`Invoice ${number}`}
            <span className={dueOn < statement.to ? 'block text-14 text-flag-ink' : 'block text-14 text-ink-2'}>
              {`due ${dueOn < statement.to ? 'since ' : ''}${dayAndYear(dueOn)}`}
            </span>
          </span>
          <b className="tabular-nums">{poundsInFull(leftPence)}</b>
        </li>
      ))}
      {statement.onAccountPence > 0 && (
        <li className="flex justify-between gap-3 border-t border-line py-2">
          On account
          <span className="tabular-nums">{poundsInFull(-statement.onAccountPence)}</span>
        </li>
      )}
    </ul>
  </section>
)

const Lines = ({ statement }: { statement: Statement }) => (
  <table className="w-full border-collapse">
    <thead>
      <tr className="border-b border-line text-left text-14 text-ink-2">
        <th scope="col" className="py-2 font-normal">
          What
        </th>
        <th scope="col" className="py-2 pl-3 text-right font-normal">
          Amount
        </th>
        <th scope="col" className="py-2 pl-3 text-right font-normal">
          Owed
        </th>
      </tr>
    </thead>
    <tbody>
      <Row day={statement.from} words="Brought forward" balancePence={statement.openingPence} />
      {statement.lines.map(({ id, day, words, pence, balancePence }) => (
        <Row key={id} day={day} words={words} pence={pence} balancePence={balancePence} />
      ))}
    </tbody>
    <tfoot className="font-bold">
      <Row day={statement.to} words="Carried forward" balancePence={statement.closingPence} />
    </tfoot>
  </table>
)

const Row = ({ day, words, pence, balancePence }: { day: Day; words: string; pence?: number; balancePence: number }) => (
  <tr className="border-b border-line align-top">
    <td className="py-2 [overflow-wrap:anywhere]">
      {words}
      <span className="block text-14 font-normal text-ink-2">{dayAndYear(day)}</span>
    </td>
    <td className="py-2 pl-3 text-right whitespace-nowrap tabular-nums">{pence === undefined ? '' : poundsInFull(pence)}</td>
    <td className="py-2 pl-3 text-right tabular-nums">{balanceWords(balancePence)}</td>
  </tr>
)

const Ages = ({ statement }: { statement: Statement }) => (
  <section className="py-4">
    <h2 className="text-18">How old it is</h2>
    <dl className="mt-2 grid grid-cols-[1fr_auto] gap-y-1">
      {AGE_WORDS.filter(([age]) => statement.ages[age] !== 0).map(([age, label]) => (
        <div key={age} className="contents">
          <dt className="text-ink-2">{label}</dt>
          <dd className="text-right tabular-nums">{poundsInFull(statement.ages[age])}</dd>
        </div>
      ))}
    </dl>
  </section>
)
