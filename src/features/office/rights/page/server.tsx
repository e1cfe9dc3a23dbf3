import { renderToStaticMarkup } from 'react-dom/server'
import type { PackPage } from '#features/office/rights/pack-page.ts'
import { NoPack, YourDataPage } from '#features/office/rights/page/YourDataPage.tsx'

/** The markup of a link's page, or of the page for an invalid link; `serve.ts` puts the document around it. */
export const render = (shown: { page: PackPage; token: string } | undefined): string =>
  renderToStaticMarkup(shown ? <YourDataPage {...shown} /> : <NoPack />)
