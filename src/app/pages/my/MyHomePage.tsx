import type { ReactNode } from 'react'
import type { HomeView, HorseOnHome, PracticeOnHome } from '#app/my/home-view.ts'
import { Invitations } from '#app/pages/my/Invitations.tsx'
import { IsThisYours } from '#app/pages/my/IsThisYours.tsx'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import { MyRound } from '#app/pages/my/MyRound.tsx'
import { TermsToAccept } from '#app/pages/my/TermsToAccept.tsx'
import { longDay } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import { Badge } from '#ui/Badge.tsx'
import { buttonClass } from '#ui/button-style.ts'

/** The portal's first page. */
export const MyHomePage = ({ matches, waiting, practices, cares }: HomeView) => (
  <MyFrame title={practices.length > 0 && practices.every(isYardsAlone) ? 'My yards' : 'My horses'} place="home">
    <Invitations waiting={waiting} />
    <IsThisYours matches={matches} />
    {cares && (
      <a href="/my/care" className={buttonClass({ block: true })}>
        Horses you look after
      </a>
    )}
    {practices.length + matches.length + waiting.length === 0 && (
      <p className="text-ink-2">No farrier here has this address. Add your other number or e-mail, or ask them to add it.</p>
    )}
    {practices.map((practice) => (
      <Practice key={practice.slug} practice={practice} />
    ))}
  </MyFrame>
)

/** They manage a yard there, and have no horse. */
const isYardsAlone = ({ yards, horses, past, next, round }: PracticeOnHome) =>
  yards.length > 0 && horses.length + past.length === 0 && !next && !round

const Practice = ({ practice }: { practice: PracticeOnHome }) => {
  const { slug, name, round, next, unread, horses, past, owedPence, termsFor, asked, photosAsked, yards } = practice
  return (
    <section aria-labelledby={slug} className="overflow-hidden rounded-lg border border-line bg-surface">
      <h2 id={slug} className="px-4 pt-3.5 pb-1 text-20">
        {name}
      </h2>
      {termsFor.length > 0 && (
        <div className="grid gap-2 px-4 py-3">
          <TermsToAccept slug={slug} name={name} clients={termsFor} />
        </div>
      )}
      {asked > 0 && (
        <Row href="/my/sharing">
          <b>{asked === 1 ? 'Somebody asks to see a horse of yours' : `${asked} people ask to see horses of yours`}</b>
          <span className="block text-14 underline underline-offset-4">Your yes or no</span>
        </Row>
      )}
      {photosAsked > 0 && (
        <Row href="/my/sharing#photos">
          <b>May photos of your horse’s feet be used in public?</b>
          <span className="block text-14 underline underline-offset-4">Your yes or no</span>
        </Row>
      )}
      {round && <MyRound slug={slug} {...round} />}
      {!isYardsAlone(practice) && <NextVisit practice={practice} />}
      {unread > 0 && (
        <Row href="/my/messages">
          <b>{unread === 1 ? 'A new message' : `${unread} new messages`}</b>
        </Row>
      )}
      {owedPence !== null && owedPence > 0 && (
        <Row href="/my/money">
          <b>
            You owe {pounds(owedPence)} to {name}
          </b>
        </Row>
      )}
      {horses.length > 0 && <Horses slug={slug} horses={horses} />}
      {horses.length === 0 && !next && !round && !isYardsAlone(practice) && (
        <p className="border-t border-line px-4 py-3 text-ink-2">No horse of yours is here now.</p>
      )}
      {yards.map((yard) => (
        <Row key={yard.id} href={`/my/at/${slug}/yards/${yard.id}`}>
          <b className="block [overflow-wrap:anywhere]">{yard.name}</b>
          <span className="block text-ink-2">{yard.next ? `Next visit: ${yard.next}` : 'No visit is booked'}</span>
          <span className="block underline underline-offset-4">Horses to have in</span>
        </Row>
      ))}
      {past.length > 0 && (
        <details className="border-t border-line">
          <summary className="min-h-12 px-4 py-3 font-medium">Before ({past.length})</summary>
          <Horses slug={slug} horses={past} />
        </details>
      )}
    </section>
  )
}

function NextVisit({ practice: { slug, next, laterVisits, round } }: { practice: PracticeOnHome }) {
  if (!next) return round ? null : <p className="px-4 pt-1 pb-3 text-ink-2">No visit is booked.</p>
  const href = `/my/at/${slug}/visits/${next.id}?of=${next.clientId}`
  return (
    <>
      <Row href={href}>
        <b className="block">
          {longDay(next.onDay)}, {next.when}
        </b>
        <span className="block [overflow-wrap:anywhere]">{next.horses.join(', ')}</span>
      </Row>
      {next.standing !== undefined && <Answer standing={next.standing} href={href} />}
      {laterVisits > 0 && (
        <Row href="/my/visits">{laterVisits === 1 ? 'One more visit is booked' : `${laterVisits} more visits are booked`}</Row>
      )}
    </>
  )
}

const STANDING = { confirmed: 'You have confirmed this visit', move: 'You have asked for another time', cancel: 'You have asked to cancel' }

/** Yes to a visit by one press; all else is on its page, where the request for another time is open already. */
const Answer = ({ standing, href }: { standing: NonNullable<PracticeOnHome['next']>['standing']; href: string }) =>
  standing ? (
    <p className="px-4 pb-3">
      <Badge tone={standing === 'confirmed' ? 'ok' : 'due'}>{STANDING[standing]}</Badge>
    </p>
  ) : (
    <form method="post" action={href} className="flex flex-wrap gap-2 px-4 pb-3">
      <input type="hidden" name="kind" value="confirmed" />
      <button type="submit" className={buttonClass({ variant: 'primary', className: 'flex-1' })}>
        Confirm
      </button>
      <a href={`${href}#answer-move`} className={buttonClass({ className: 'flex-1' })}>
        Another time
      </a>
    </form>
  )

const Row = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} className="grid min-h-12 content-center border-t border-line px-4 py-3 text-ink no-underline hover:bg-sunken">
    {children}
  </a>
)

const Horses = ({ slug, horses }: { slug: string; horses: readonly HorseOnHome[] }) => (
  <ul className="border-t border-line">
    {horses.map(({ id, name, due }) => (
      <li key={id} className="border-line not-first:border-t">
        <a
          href={`/my/at/${slug}/horses/${id}`}
          className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-2 text-ink no-underline hover:bg-sunken"
        >
          <b className="min-w-0 [overflow-wrap:anywhere]">{name}</b>
          <Badge tone={due.tone}>{due.words}</Badge>
        </a>
      </li>
    ))}
  </ul>
)
