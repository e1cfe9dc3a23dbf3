import { renderToStaticMarkup } from 'react-dom/server'
import { NoPack, YourDataPage } from '#app/pages/your-data/YourDataPage.tsx'
import type { PackPage } from '#features/office/rights/pack-page.ts'

/** The markup of the page behind a link, or of the one that says there is none; `serve-your-data.ts` puts the document around it. */
export const render = (shown: { page: PackPage; token: string } | undefined): string =>
  renderToStaticMarkup(shown ? <YourDataPage {...shown} /> : <NoPack />)
