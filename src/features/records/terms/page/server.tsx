import { renderToStaticMarkup } from 'react-dom/server'
import { TermsAcceptancePage } from '#features/records/terms/page/TermsAcceptancePage.tsx'
import type { TermsFault, TermsPage } from '#features/records/terms/terms-page.ts'
import { NoSuchLink } from '#ui/OwnerFrame.tsx'

type Shown = { page: TermsPage; token: string; fault?: TermsFault | undefined }

/** The markup of the terms behind a link; `serve.ts` puts the document around it. Nothing: the page that says there is none. */
export const render = (shown: Shown | undefined): string =>
  renderToStaticMarkup(shown ? <TermsAcceptancePage {...shown} /> : <NoSuchLink />)
