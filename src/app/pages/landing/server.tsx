import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { LandingContent } from '#app/pages/landing/LandingContent.tsx'
import { PublicPage } from '#app/pages/landing/PublicPage.tsx'
import { NotFoundPage } from '#app/pages/not-found/NotFoundPage.tsx'
import { PricingContent } from '#app/pages/pricing/PricingContent.tsx'
import { SubscribeContent } from '#app/pages/subscribe/SubscribeContent.tsx'
import { TermsContent } from '#app/pages/terms/TermsContent.tsx'

type PublicDocument = { title: string; description: string; body: string }

/** Public pages, by path; `serve-pages.ts` puts the document around them. */
const PAGES: Record<string, { title: string; description: string; content: (isTestVersion: boolean, isMember: boolean) => ReactNode }> = {
  '/landing': {
    title: 'Practice diary for farriers',
    description:
      'The whole round in one thumb: diary, horses, four feet, photos, texts and invoices for UK farriers. It works with no signal.',
    content: (isTestVersion, isMember) => LandingContent({ isTestVersion, isMember }),
  },
  '/pricing': {
    title: 'Pricing',
    description: 'Farrier Essential £9.99, Professional £19.99, Enterprise £39.99 a month. 8 weeks of Professional free for new farriers.',
    content: PricingContent.bind(null, {}),
  },
  '/terms': {
    title: 'Terms & Conditions',
    description: 'Terms and Conditions of Business for professional farriery services: visits, cancellations, payment, data protection.',
    content: TermsContent.bind(null, {}),
  },
  '/subscribe': {
    title: 'Test Version',
    description: 'Free test access to all of Pritchel except payments and SMS notifications, and what it costs in production.',
    content: SubscribeContent.bind(null, {}),
  },
}
const NOT_FOUND = { title: '404 Page Not Found', description: "There's no page at this address.", content: NotFoundPage }

/** The paths of the public pages. */
export const publicPaths = Object.keys(PAGES)

/** One of those pages, or for any other path the not-found page; `isMember`: for a reader who is signed in. */
export function renderPublic(path: string, isTestVersion: boolean, isMember = false): PublicDocument {
  const { title, description, content } = PAGES[path] ?? NOT_FOUND
  const body = renderToStaticMarkup(
    <PublicPage path={path} isTestVersion={isTestVersion}>
      {content(isTestVersion, isMember)}
    </PublicPage>,
  )
  return { title, description, body }
}
