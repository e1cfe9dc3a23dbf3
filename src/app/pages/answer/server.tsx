import { renderToStaticMarkup } from 'react-dom/server'
import { SlotOfferPage } from '#app/pages/answer/SlotOfferPage.tsx'
import { VisitAnswerPage } from '#app/pages/answer/VisitAnswerPage.tsx'
import type { OfferPage } from '#features/day/gaps/offer-page.ts'
import type { AnswerPage, Outcome } from '#features/visits/answers/answer-page.ts'
import { NoSuchLink } from '#ui/OwnerFrame.tsx'

/** The markup of what an owner answers by a link; `serve-answer.ts` puts the document around it. Nothing: the page that says there is none. */
export const renderAnswer = (shown: { page: AnswerPage; outcome: Outcome } | undefined): string =>
  renderToStaticMarkup(shown ? <VisitAnswerPage {...shown} /> : <NoSuchLink />)

/** The same of a slot that was offered. */
export const renderOffer = (page: OfferPage | undefined): string =>
  renderToStaticMarkup(page ? <SlotOfferPage page={page} /> : <NoSuchLink />)
