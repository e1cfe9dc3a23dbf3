import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { NoVisitCard, VisitCardPage } from '#features/day/visit-card/page/VisitCardPage.tsx'

/** The markup of a card, or of the page for a link that opens none; `serve.ts` puts the document around it. */
export const render = (shown: ComponentProps<typeof VisitCardPage> | undefined): string =>
  renderToStaticMarkup(shown ? <VisitCardPage {...shown} /> : <NoVisitCard />)
