import { StatementBody } from '#features/ledger/accounts/page/StatementBody.tsx'
import { spanWords, statementPdfPath } from '#features/ledger/accounts/rules.ts'
import type { StatementShown } from '#features/ledger/accounts/statement-paper.ts'
import { dayAndYear } from '#lib/dates.ts'
import { OwnerFrame } from '#ui/OwnerFrame.tsx'

/** A payer's statement by a link. A script only adds the Copy buttons. */
export const StatementPage = ({ paper, token, untilDay, picture }: StatementShown) => (
  <OwnerFrame name={paper.practice.name} phone={paper.practice.phone} picture={picture}>
    <div>
      <h1>Statement</h1>
      <p className="text-ink-2">{`${paper.statement.clientName}, ${spanWords(paper.statement)}`}</p>
    </div>
    <StatementBody paper={paper} pdfPath={statementPdfPath(token)} />
    <p className="text-14 text-ink-2">
      {[paper.practice.name, ...paper.practice.lines].join(', ')}
      <span className="mt-2 block">Questions? Contact your farrier directly.</span>
      <span className="block">{`This link works until ${dayAndYear(untilDay)}. Anyone who has it can see this page.`}</span>
    </p>
  </OwnerFrame>
)
