import type { StatementView } from '#app/my/money-view.ts'
import { STATEMENT_MONTHS } from '#app/my/statement-months.ts'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import { StatementBody } from '#features/ledger/accounts/page/StatementBody.tsx'
import { spanWords } from '#features/ledger/accounts/rules.ts'

/** A statement of theirs, as its link shows it, over as long as they choose. */
export const MyStatementPage = ({ slug, paper, months, payers }: StatementView) => {
  const { clientId, clientName } = paper.statement
  const to = (choice: { for?: string; months?: number }) =>
    `/my/at/${slug}/statement?${new URLSearchParams({ for: choice.for ?? clientId, months: String(choice.months ?? months) })}`
  return (
    <MyFrame title="Statement" place="money" back={{ href: '/my/money', label: '‹ Money' }}>
      <p className="text-ink-2 [overflow-wrap:anywhere]">{`${clientName}, with ${paper.practice.name}, ${spanWords(paper.statement)}`}</p>
      {payers.length > 1 && (
        <Choices
          label="Whose"
          choices={payers.map(({ id, name }) => ({ href: to({ for: id }), words: name, isChosen: id === clientId }))}
        />
      )}
      <Choices
        label="How far back"
        choices={STATEMENT_MONTHS.toSorted((a, b) => a - b).map((one) => ({
          href: to({ months: one }),
          words: one > 12 ? `${one / 12} years` : `${one} months`,
          isChosen: one === months,
        }))}
      />
      <StatementBody
        paper={paper}
        pdfPath={`/my/at/${slug}/statement/statement.pdf?${new URLSearchParams({ for: clientId, months: String(months) })}`}
      />
    </MyFrame>
  )
}

type Choice = { href: string; words: string; isChosen: boolean }

const Choices = ({ label, choices }: { label: string; choices: readonly Choice[] }) => (
  <nav aria-label={label} className="flex flex-wrap gap-2">
    {choices.map(({ href, words, isChosen }) => (
      <a
        key={href}
        href={href}
        aria-current={isChosen ? 'true' : undefined}
        className="grid min-h-12 place-items-center rounded-lg border border-line-2 bg-surface px-4 text-ink no-underline [overflow-wrap:anywhere] aria-[current=true]:border-ink aria-[current=true]:font-bold"
      >
        {words}
      </a>
    ))}
  </nav>
)
