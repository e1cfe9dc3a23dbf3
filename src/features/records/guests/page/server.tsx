import { renderToStaticMarkup } from 'react-dom/server'
import type { ConsentPage as Page } from '#features/records/guests/consent-page.ts'
import { ConsentPage } from '#features/records/guests/page/ConsentPage.tsx'
import { NoSuchLink } from '#ui/OwnerFrame.tsx'

type Shown = { page: Page; token: string; fault?: string | undefined }

/** The markup of the question behind a link; `serve.ts` puts the document around it. Undefined: the page for an invalid link. */
export const render = (shown: Shown | undefined): string => renderToStaticMarkup(shown ? <ConsentPage {...shown} /> : <NoSuchLink />)
