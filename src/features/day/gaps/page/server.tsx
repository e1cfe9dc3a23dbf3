import { renderToStaticMarkup } from 'react-dom/server'
import type { OfferPage } from '#features/day/gaps/offer-page.ts'
import { SlotOfferPage } from '#features/day/gaps/page/SlotOfferPage.tsx'
import { NoSuchLink } from '#ui/OwnerFrame.tsx'

/** The markup of a slot that was offered; `serve.ts` puts the document around it. Nothing: the page that says there is none. */
export const render = (page: OfferPage | undefined): string => renderToStaticMarkup(page ? <SlotOfferPage page={page} /> : <NoSuchLink />)
