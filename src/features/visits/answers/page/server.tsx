import { renderToStaticMarkup } from 'react-dom/server'
import type { AnswerPage, Outcome } from '#features/visits/answers/answer-page.ts'
import { VisitAnswerPage } from '#features/visits/answers/page/VisitAnswerPage.tsx'
import { NoSuchLink } from '#ui/OwnerFrame.tsx'

/**
 * The markup of the page where an owner answers by a link; `serve.ts` puts the document around it. Without input: the page for a link that
 * opens nothing.
 */
export const render = (shown: { page: AnswerPage; outcome: Outcome } | undefined): string =>
  renderToStaticMarkup(shown ? <VisitAnswerPage {...shown} /> : <NoSuchLink />)
