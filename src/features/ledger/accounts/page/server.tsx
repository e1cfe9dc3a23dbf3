import { renderToStaticMarkup } from 'react-dom/server'
import { StatementPage } from '#features/ledger/accounts/page/StatementPage.tsx'
import type { StatementShown } from '#features/ledger/accounts/statement-paper.ts'
import { NoSuchLink } from '#ui/OwnerFrame.tsx'

/** The markup of a statement, or of the page for a link that opens none; `serve.ts` puts the document around it. */
export const render = (shown: StatementShown | undefined): string =>
  renderToStaticMarkup(shown ? <StatementPage {...shown} /> : <NoSuchLink />)
