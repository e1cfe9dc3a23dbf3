import { renderToStaticMarkup } from 'react-dom/server'
import type { Card } from '#features/day/visit-card/card.ts'
import { NoVisitCard, VisitCardPage } from '#features/day/visit-card/page/VisitCardPage.tsx'

/** The markup of a card, or of the page for a link that opens none; `serve.ts` puts the document around it. */
export const render = (shown: { card: Card; token: string } | undefined): string =>
  renderToStaticMarkup(shown ? <VisitCardPage {...shown} /> : <NoVisitCard />)
