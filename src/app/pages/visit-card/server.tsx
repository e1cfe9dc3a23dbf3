import { renderToStaticMarkup } from 'react-dom/server'
import { NoVisitCard, VisitCardPage } from '#app/pages/visit-card/VisitCardPage.tsx'
import type { Card } from '#features/day/visit-card/card.ts'

/** The markup of a card, or of the page that says there is none; `serve-visit-card.ts` puts the document around it. */
export const render = (shown: { card: Card; token: string } | undefined): string =>
  renderToStaticMarkup(shown ? <VisitCardPage {...shown} /> : <NoVisitCard />)
