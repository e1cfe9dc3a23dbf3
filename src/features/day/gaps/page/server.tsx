import { renderToStaticMarkup } from 'react-dom/server'
import type { OfferPage } from '#features/day/gaps/offer-page.ts'
import { SlotOfferPage } from '#features/day/gaps/page/SlotOfferPage.tsx'
import { NoSuchLink } from '#ui/OwnerFrame.tsx'

/** The markup of an offered slot; `serve.ts` puts the document around it. Without input: the page for a link that opens nothing. */
export const render = (page: OfferPage | undefined): string => renderToStaticMarkup(page ? <SlotOfferPage page={page} /> : <NoSuchLink />)
