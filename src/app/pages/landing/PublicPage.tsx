import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { serverUrl } from '#platform/web/server-url.ts'
import { Banner } from '#ui/Banner.tsx'
import { buttonClass } from '#ui/button-style.ts'
import { cx } from '#ui/cx.ts'
import { LogoMark } from '#ui/icons.tsx'

/* Sign-in and registration begin on the server, so these leave the app. */
const LOGIN = serverUrl('/api/login')
export const START_TRIAL = serverUrl('/api/login?for=trial')
export const GHOST = 'border-forge-line! bg-transparent! text-on-forge! hover:bg-forge-2!'

type Props = { path: string; isTestVersion?: boolean; children: ReactNode }

/** The frame around every page for visitors who have not signed in. Plain links: it works without script, and outside the app. */
export const PublicPage = ({ path, isTestVersion = true, children }: Props) => (
  <div className="flex min-h-dvh flex-col">
    <a href="#main" className="sr-only z-50 rounded-lg bg-surface px-4 py-3 focus:not-sr-only focus:fixed focus:top-2 focus:left-2">
      Skip to the page
    </a>
    <header>
      {isTestVersion && (
        <Banner tone="test" icon={Info}>
          <b>TEST VERSION</b>, all features, no payment required
        </Banner>
      )}
      <PublicBar path={path} />
    </header>
    <main id="main" className="min-w-0 flex-1">
      {children}
    </main>
    <PublicFooter />
  </div>
)

const NAV = [
  { href: '/landing#features', label: 'Features' },
  { href: '/pricing', label: 'Pricing' },
  { href: '/landing#questions', label: 'Support' },
]

const NAV_LINK =
  'relative flex h-16 items-center px-3 font-medium text-on-forge-2 no-underline hover:text-on-forge aria-[current]:text-on-forge ' +
  'aria-[current]:after:absolute aria-[current]:after:inset-x-3 aria-[current]:after:bottom-0 aria-[current]:after:h-[3px] ' +
  'aria-[current]:after:rounded-t-[3px] aria-[current]:after:bg-ember-hot'

const PublicBar = ({ path }: { path: string }) => (
  <div className="flex h-16 items-center gap-2 bg-forge px-4 text-on-forge md:px-12">
    <a href="/" className="flex min-h-12 items-center gap-2.5 text-20 font-bold tracking-[-0.02em] no-underline">
      <LogoMark size={30} />
      Pritchel
    </a>
    <nav aria-label="Main" className="ml-5 hidden md:flex">
      {NAV.map(({ href, label }) => (
        <a key={href} href={href} aria-current={href === path ? 'page' : undefined} className={NAV_LINK}>
          {label}
        </a>
      ))}
    </nav>
    <span className="flex-1" />
    <a href={LOGIN} className={buttonClass({ variant: 'forge' })}>
      Sign in
    </a>
    <a href={START_TRIAL} className={buttonClass({ className: cx(GHOST, 'max-sm:hidden') })}>
      Start Free Trial
    </a>
  </div>
)

/* Spec §2 Public landing page: Features, Support and Business. */
const COLUMNS = [
  {
    title: 'Features',
    links: [
      { href: '/landing#features', label: 'Everything in it' },
      { href: '/landing#a-day', label: 'A day with it' },
      { href: '/landing#pricing', label: 'Client Portal' },
    ],
  },
  {
    title: 'Support',
    links: [
      { href: '/landing#questions', label: 'Questions and answers' },
      { href: '/subscribe', label: 'View Test Features' },
      { href: LOGIN, label: 'Sign in' },
    ],
  },
  {
    title: 'Business',
    links: [
      { href: '/pricing', label: 'Pricing' },
      { href: '/terms', label: 'Terms & Conditions' },
      { href: START_TRIAL, label: 'Start Free Trial' },
    ],
  },
]

const PublicFooter = () => (
  <footer className="border-t border-line px-4 py-10 md:px-12">
    <div className="mx-auto grid max-w-[1280px] grid-cols-2 gap-8 sm:grid-cols-3 lg:grid-cols-[1.6fr_1fr_1fr_1fr]">
      <div className="col-span-2 sm:max-lg:col-span-3 lg:col-span-1">
        <p className="flex items-center gap-2 text-18 font-bold">
          <LogoMark size={26} />
          Pritchel
        </p>
        <p className="mt-2 max-w-[36ch] text-ink-2">Practice software for UK farriers, from the van to the kitchen table.</p>
      </div>
      {COLUMNS.map(({ title, links }) => (
        <nav key={title} aria-labelledby={`footer-${title}`}>
          <h2 id={`footer-${title}`} className="text-16">
            {title}
          </h2>
          <ul className="mt-1">
            {links.map(({ href, label }) => (
              <li key={label}>
                <a
                  href={href}
                  className="inline-flex min-h-12 items-center text-ink-2 no-underline hover:text-ink hover:underline md:min-h-9"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      ))}
    </div>
  </footer>
)
