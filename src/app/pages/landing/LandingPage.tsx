import { ArrowRight, Check, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { LandingFeatures } from '#app/pages/landing/LandingFeatures.tsx'
import { OwnerPreview, PhonePreview } from '#app/pages/landing/PhonePreview.tsx'
import { tryNow } from '#app/pages/landing/try-now.ts'
import { Banner } from '#ui/Banner.tsx'
import { buttonClass } from '#ui/button-style.ts'
import { cx } from '#ui/cx.ts'
import { LogoMark } from '#ui/icons.tsx'

/** What Pritchel is, for a farrier who has not signed in. Spec §2 Public landing page. */
export const LandingPage = () => (
  <div className="min-h-dvh">
    <header>
      <Banner tone="test" icon={Info}>
        <b>TEST VERSION</b>, all features, no payment required
      </Banner>
      <LandingBar />
    </header>
    <main>
      <Hero />
      <LandingFeatures />
    </main>
    <LandingFooter />
  </div>
)

const GHOST = 'border-forge-line! bg-transparent! text-on-forge! hover:bg-forge-2!'
/* Sign-in and registration begin on the server, so these leave the app. */
const LOGIN = '/api/login'

const LandingBar = () => (
  <div className="flex h-16 items-center gap-2 bg-forge px-4 text-on-forge md:px-12">
    <a href="/" className="flex min-h-12 items-center gap-2.5 text-20 font-bold tracking-[-0.02em] no-underline">
      <LogoMark size={30} />
      Pritchel
    </a>
    <nav aria-label="Main" className="ml-5 hidden md:block">
      <a href="#features" className="flex h-16 items-center px-3 font-medium text-on-forge-2 no-underline hover:text-on-forge">
        Features
      </a>
    </nav>
    <span className="flex-1" />
    <a href={LOGIN} className={buttonClass({ variant: 'forge' })}>
      Sign in
    </a>
    <a href={LOGIN} className={buttonClass({ className: cx(GHOST, 'max-sm:hidden') })}>
      Start Free Trial
    </a>
  </div>
)

const Hero = () => (
  <section className="relative overflow-hidden bg-forge text-on-forge">
    <Road />
    <div className="relative mx-auto grid max-w-[1376px] px-4 md:px-12 lg:h-[520px] lg:grid-cols-[minmax(0,600px)_1fr]">
      <div className="pt-8 pb-10 lg:pt-12">
        <h1 className="text-40 max-xs:text-30 tracking-[-0.03em] sm:text-64 sm:tracking-[-0.035em]">
          The whole round,
          <br />
          in one thumb.
        </h1>
        <p className="mt-4 mb-6 max-w-[500px] text-18 text-on-forge-2 sm:text-20 sm:leading-[1.875rem]">
          Diary, clients, horses and the texts to owners, for UK farriers. It keeps working in a barn with no signal.
        </p>
        <div className="flex flex-wrap gap-3">
          <a href="/" onClick={tryNow} className={buttonClass({ variant: 'primary', size: 'lg' })}>
            Try now, no card needed
            <ArrowRight size={20} aria-hidden />
          </a>
          <a href={LOGIN} className={buttonClass({ size: 'lg', className: GHOST })}>
            Start Free Trial
          </a>
        </div>
        <HeroPoints />
      </div>
      <div className="relative max-lg:h-[460px] max-sm:h-[400px]" aria-hidden>
        <OwnerPreview />
        <PhonePreview />
      </div>
    </div>
  </section>
)

const HeroPoints = () => (
  <ul className="mt-7 grid gap-2.5 text-on-forge-2">
    <Point>
      <b className="text-on-forge">One tap</b> records a finished stop, horse by horse
    </Point>
    <Point>
      <b className="text-on-forge">Owners see their stop</b>, so they stop ringing you
    </Point>
    <Point>
      <b className="text-on-forge">The next due date</b> comes from each horse's own cycle
    </Point>
  </ul>
)

const Point = ({ children }: { children: ReactNode }) => (
  <li className="flex items-center gap-3">
    <span className="grid size-[26px] shrink-0 place-items-center rounded-full bg-forge-done text-on-forge-done">
      <Check size={16} strokeWidth={2.5} aria-hidden />
    </span>
    <span>{children}</span>
  </li>
)

/* The road of the day behind the hero. */
const Road = () => (
  <svg
    aria-hidden="true"
    viewBox="0 0 700 560"
    preserveAspectRatio="xMaxYMid slice"
    className="absolute inset-y-0 right-0 h-full w-full max-lg:opacity-60 lg:w-[700px]"
    fill="none"
  >
    <path d="M-40 600C120 560 180 430 330 400S540 250 610 180 690 60 760 40" className="stroke-forge-2" strokeWidth="74" />
    <path
      d="M-40 600C120 560 180 430 330 400S540 250 610 180 690 60 760 40"
      className="stroke-forge-line"
      strokeWidth="3"
      strokeDasharray="18 16"
    />
  </svg>
)

const LandingFooter = () => (
  <footer className="border-t border-line px-4 py-8 md:px-12">
    <div className="mx-auto flex max-w-[1280px] flex-wrap items-center gap-x-6 gap-y-2 text-ink-2">
      <span className="flex items-center gap-2 font-bold text-ink">
        <LogoMark size={24} />
        Pritchel
      </span>
      <span className="flex-1 max-sm:basis-full">Practice software for UK farriers.</span>
      <a href="#features" className="link py-3">
        Features
      </a>
      <a href={LOGIN} className="link py-3">
        Sign in
      </a>
    </div>
  </footer>
)
