import { renderToStaticMarkup } from 'react-dom/server'
import { TermsAcceptancePage } from '#features/records/terms/page/TermsAcceptancePage.tsx'
import type { TermsFault, TermsPage } from '#features/records/terms/terms-page.ts'
import { NoSuchLink } from '#ui/OwnerFrame.tsx'

type Shown = { page: TermsPage; token: string; fault?: TermsFault | undefined }

/** The markup of the terms behind a link; `serve.ts` puts the document around it. Undefined: the page for an invalid link. */
export const render = (shown: Shown | undefined): string =>
  renderToStaticMarkup(shown ? <TermsAcceptancePage {...shown} /> : <NoSuchLink />)
