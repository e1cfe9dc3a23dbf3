import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { VisitAnswerPage } from '#features/visits/answers/page/VisitAnswerPage.tsx'
import { NoSuchLink } from '#ui/OwnerFrame.tsx'

/**
 * The markup of the page where an owner answers by a link; `serve.ts` puts the document around it. Without input: the page for a link that
 * opens nothing.
 */
export const render = (shown: ComponentProps<typeof VisitAnswerPage> | undefined): string =>
  renderToStaticMarkup(shown ? <VisitAnswerPage {...shown} /> : <NoSuchLink />)
