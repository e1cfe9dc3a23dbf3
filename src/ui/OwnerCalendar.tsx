import { CalendarPlus } from 'lucide-react'
import { buttonClass } from '#ui/button-style.ts'

type Props = {
  /** The page's own address, which the file and the form follow. */
  path: string
  /** There is a visit to add. */
  hasVisit: boolean
  /** Where the owner's calendar of their visits is; null: they have not turned one on. */
  address: string | null
}

/** On an owner's page: their visit as a file, and all their visits as a calendar that updates automatically. It needs no script. */
export const OwnerCalendar = ({ path, hasVisit, address }: Props) => (
  <section aria-labelledby="calendar" data-screen-only className="grid gap-2.5">
    <h2 id="calendar" className="text-18">
      Your calendar
    </h2>
    {hasVisit && (
      <a href={`${path}/visit.ics`} className={buttonClass({ block: true })}>
        <CalendarPlus size={20} aria-hidden className="shrink-0" />
        Add to calendar
      </a>
    )}
    {address ? (
      <>
        <a href={address.replace(/^https?:/, 'webcal:')} className={buttonClass({ block: true })}>
          Show all my visits in my calendar
        </a>
        <p className="text-14 text-ink-2">
          Or paste this address into your calendar app. It shows your visits alone, and follows when one moves. Keep it to yourself.
          <span className="mt-1 block [overflow-wrap:anywhere] select-all">{address}</span>
        </p>
      </>
    ) : (
      <form method="post" action={`${path}/calendar`}>
        <button type="submit" className={buttonClass({ variant: 'quiet', block: true })}>
          Keep all my visits in my calendar
        </button>
      </form>
    )}
  </section>
)
