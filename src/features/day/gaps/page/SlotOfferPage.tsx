import { CalendarCheck, Check, CircleCheck, Clock, MapPin } from 'lucide-react'
import type { OfferPage } from '#features/day/gaps/offer-page.ts'
import { buttonClass } from '#ui/button-style.ts'
import { HorseshoeIcon } from '#ui/icons.tsx'
import { Note } from '#ui/Note.tsx'
import { OwnerFrame } from '#ui/OwnerFrame.tsx'

/** A slot that came free, as one of the clients it was offered to sees it: the first yes has it. It needs no script. */
export const SlotOfferPage = ({ page }: { page: OfferPage }) => (
  <OwnerFrame name={page.practiceName} picture={page.picture}>
    <OfferStatus page={page} />
    <section className="rounded-lg border border-line bg-surface p-4">
      <p className="text-14 text-ink-2">
        {page.standing === 'yours' ? `${page.ownerName}, your visit` : `${page.ownerName}, a slot has come free`}
      </p>
      <h1 className="text-24 tracking-tight">{page.when}</h1>
      <ul className="mt-2 grid gap-1">
        {page.horses.map(({ name, work }) => (
          <li key={name} className="flex items-start gap-2">
            <HorseshoeIcon size={18} className="mt-0.5 shrink-0 text-ink-2" />
            {[name, work?.toLowerCase()].filter(Boolean).join(', ')}
          </li>
        ))}
        {page.yardName && (
          <li className="flex items-start gap-2">
            <MapPin size={18} aria-hidden className="mt-0.5 shrink-0 text-ink-2" />
            {page.yardName}
          </li>
        )}
      </ul>
    </section>
    {(page.standing === 'open' || page.standing === 'declined') && <YesOrNo page={page} />}
    <p className="text-14 text-ink-2">Questions? Contact your farrier directly. Anyone with this link can answer for you.</p>
  </OwnerFrame>
)

function YesOrNo({ page: { until, standing } }: { page: OfferPage }) {
  return (
    <div className="grid gap-2.5">
      <form method="post">
        <input type="hidden" name="says" value="yes" />
        <button type="submit" className={buttonClass({ variant: 'primary', size: 'lg', block: true })}>
          <Check size={22} aria-hidden className="shrink-0" />
          Yes, book it
        </button>
      </form>
      {standing === 'open' && (
        <form method="post">
          <input type="hidden" name="says" value="no" />
          <button type="submit" className={buttonClass({ block: true })}>
            No, thank you
          </button>
        </form>
      )}
      <p className="text-center text-ink-2">{`The first to say yes gets it. The offer ends at ${until}.`}</p>
    </div>
  )
}

function OfferStatus({ page: { standing, ownerName, prepLine } }: { page: OfferPage }) {
  switch (standing) {
    case 'yours':
      return (
        <Note tone="ok" icon={CalendarCheck} live>
          <b className="block">{`It’s yours, ${ownerName}. The visit is booked.`}</b>
          {prepLine}
        </Note>
      )
    case 'gone':
      return (
        <Note tone="due" icon={Clock} live>
          <b className="block">This slot has gone.</b> Nothing is booked. Your farrier will be in touch about another day.
        </Note>
      )
    case 'ended':
      return (
        <Note tone="due" icon={Clock}>
          <b className="block">This offer has ended.</b> Nothing is booked. Ring or text your farrier for another day.
        </Note>
      )
    case 'declined':
      return (
        <Note icon={CircleCheck} live>
          <b className="block">Thanks for letting us know.</b> Nothing is booked. If you change your mind, it may still be free.
        </Note>
      )
    default:
      return null
  }
}
