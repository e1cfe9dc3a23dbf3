import { ArrowRight, Check } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { LandingFeatures } from '#app/pages/landing/LandingFeatures.tsx'
import { LandingPictures } from '#app/pages/landing/LandingPictures.tsx'
import { LandingPricing } from '#app/pages/landing/LandingPricing.tsx'
import { LandingQuestions } from '#app/pages/landing/LandingQuestions.tsx'
import { Phone } from '#app/pages/landing/Picture.tsx'
import { GHOST, START_TRIAL } from '#app/pages/landing/PublicPage.tsx'
import { buttonClass } from '#ui/button-style.ts'
import { cx } from '#ui/cx.ts'

type Props = {
  /** Whether there is a demo practice to look round. */
  isTestVersion?: boolean
  /** The reader is signed in. */
  isMember?: boolean
  onStart?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined
}

/**
 * Spec §2 Public landing page, the part between its bars. `onStart` is what trying does inside the app; without it a script or a plain
 * link.
 */
export const LandingContent = ({ onStart, isTestVersion = true, isMember = false }: Props) => (
  <>
    <Hero onStart={onStart} />
    <LandingFeatures />
    <LandingPictures />
    <LandingPricing isMember={isMember} />
    <LandingQuestions />
    <LastWord onStart={onStart} isTestVersion={isTestVersion} />
  </>
)

const Hero = ({ onStart }: Pick<Props, 'onStart'>) => (
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
          Diary, horses, four feet, photos, texts and invoices for UK farriers. It keeps working in a barn with no signal.
        </p>
        <div className="flex flex-wrap gap-3">
          <TryNow onStart={onStart} />
          <a href="#a-day" className={buttonClass({ size: 'lg', className: cx(GHOST, 'max-sm:hidden') })}>
            See a day's round
          </a>
          {/* On a phone the bar has no room for it. */}
          <a href={START_TRIAL} className={buttonClass({ size: 'lg', className: cx(GHOST, 'sm:hidden max-sm:w-full') })}>
            Start Free Trial
          </a>
        </div>
        <HeroPoints />
      </div>
      <div className="relative max-lg:h-[460px] max-sm:h-[400px]">
        <OwnerPreview />
        <Phone
          name="round"
          alt="Today's round on a phone: the next stop with its horses, and one button to set off"
          className="absolute top-8 right-9 w-[302px] max-lg:right-0 max-sm:inset-x-0 max-sm:mx-auto"
        />
      </div>
    </div>
  </section>
)

const TryNow = ({ onStart }: Pick<Props, 'onStart'>) => (
  <a href="/" data-try-now onClick={onStart} className={buttonClass({ variant: 'primary', size: 'lg', className: 'max-sm:w-full' })}>
    Try now, no card needed
    <ArrowRight size={20} aria-hidden />
  </a>
)

const LastWord = ({ onStart, isTestVersion }: Props) => (
  <section aria-labelledby="last-title" className="bg-forge px-4 py-12 text-center text-on-forge md:py-16">
    <h2 id="last-title" className="text-30 tracking-[-0.025em]">
      {isTestVersion ? 'Look round it now' : 'Try it on your next round'}
    </h2>
    <p className="mx-auto mt-1 mb-6 max-w-[52ch] text-18 text-on-forge-2">
      {isTestVersion
        ? 'The demo practice is open to everyone: a full round today, with owners, horses and invoices. Nothing you press reaches anybody.'
        : 'Two names are all you need to book your first visit.'}
    </p>
    <div className="flex flex-wrap justify-center gap-3">
      <TryNow onStart={onStart} />
      <a href={START_TRIAL} className={buttonClass({ size: 'lg', className: cx(GHOST, 'max-sm:w-full') })}>
        Start Free Trial
      </a>
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

/* What an owner sees meanwhile; the words beside it say the same. */
const OwnerPreview = () => (
  <div
    aria-hidden
    className="absolute top-[286px] -left-6 z-10 grid w-[236px] gap-1 rounded-2xl bg-surface px-4 py-3.5 text-ink shadow-drag max-lg:top-56 max-lg:left-0 max-sm:hidden lg:max-xl:hidden"
  >
    <p className="text-14 text-ink-2">Emma sees</p>
    <p className="text-20 font-bold tracking-[-0.015em]">You are stop #5</p>
    <p className="text-ink-2">2 stops before you</p>
    <span className="my-1 block h-2.5 overflow-hidden rounded-full bg-sunken shadow-[inset_0_0_0_1px_var(--line-2)]">
      <span className="block h-full w-3/5 rounded-l-full bg-ember" />
    </span>
    <p className="text-14 text-ink-2">Scheduled for: PM (Stop only)</p>
  </div>
)
