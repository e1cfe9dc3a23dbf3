import { renderToStaticMarkup } from 'react-dom/server'
import { ReferencePage } from '#app/pages/api-reference/ReferencePage.tsx'
import { PublicPage } from '#app/pages/landing/PublicPage.tsx'
import type { Reference } from '#app/reference/reference-of.ts'

/** The markup of the reference of the API. */
export const render = (reference: Reference, isTestVersion: boolean): string =>
  renderToStaticMarkup(
    <PublicPage path="/api-reference" isTestVersion={isTestVersion}>
      <ReferencePage reference={reference} />
    </PublicPage>,
  )
