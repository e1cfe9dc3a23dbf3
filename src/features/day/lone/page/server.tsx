import { renderToStaticMarkup } from 'react-dom/server'
import type { AskPage } from '#features/day/lone/ask-page.ts'
import { LoneAskPage } from '#features/day/lone/page/LoneAskPage.tsx'
import { NoSuchLink } from '#ui/OwnerFrame.tsx'

/** The markup of the question behind a link; `serve.ts` puts the document around it. Undefined: the page for an invalid link. */
export const render = (page: AskPage | undefined): string => renderToStaticMarkup(page ? <LoneAskPage page={page} /> : <NoSuchLink />)
