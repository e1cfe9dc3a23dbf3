import { FileDown, Link2Off } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { type Card, cardDay, cardPath, cardPdfPath } from '#features/day/visit-card/card.ts'
import { HorseOnCard } from '#features/day/visit-card/page/HorseOnCard.tsx'
import { buttonClass } from '#ui/button-style.ts'
import { OwnerCalendar } from '#ui/OwnerCalendar.tsx'
import { OwnerHead } from '#ui/OwnerHead.tsx'

/** The owner's card of a visit: what was done, seen and advised, the photos, and when they meet next. It needs no script. */
export const VisitCardPage = ({ card, token, calendar }: { card: Card; token: string; calendar: string | null }) => (
  <Frame
    name={card.practiceName}
    phone={card.phone}
    picture={card.picture}
    detail={[card.farrierName, card.frcNumber && `FRC ${card.frcNumber}`].filter(Boolean).join(', ')}
  >
    <div>
      <h1>Visit card</h1>
      <p>
        <time dateTime={card.day}>{cardDay(card.day)}</time>
        {card.yardName && `, ${card.yardName}`}
      </p>
      <p className="text-ink-2">For {card.ownerName}</p>
    </div>
    {card.horses.map((horse, at) => (
      <HorseOnCard key={horse.id} horse={horse} photosAt={`/api/visit-cards/${token}/photos`} at={at} />
    ))}
    <OwnerCalendar path={cardPath(token)} hasVisit={card.horses.some(({ booked }) => booked)} address={calendar} />
    <a data-screen-only href={cardPdfPath(token)} className={buttonClass({ block: true })}>
      <FileDown size={20} aria-hidden className="shrink-0" />
      Save as PDF
    </a>
    <p className="text-14 text-ink-2">
      Questions? Contact your farrier directly.
      {card.untilDay && (
        <span data-screen-only className="block">
          {`This link works until ${cardDay(card.untilDay)}. Anyone who has it can see this card.`}
        </span>
      )}
    </p>
  </Frame>
)

/** One page for every link that opens nothing: it does not reveal which were real. */
export const NoVisitCard = () => (
  <Frame name="Visit card">
    <div className="grid justify-items-center gap-2 px-2 py-14 text-center">
      <Link2Off size={40} strokeWidth={1.5} aria-hidden className="text-ink-2" />
      <h1>This link doesn’t work</h1>
      <p className="max-w-96 text-ink-2">
        Part of it may be missing, it may have expired, or your farrier may have stopped sharing it. Ask your farrier for a new one.
      </p>
    </div>
  </Frame>
)

const Frame = ({ children, ...head }: ComponentProps<typeof OwnerHead> & { children: ReactNode }) => (
  <div className="print:[color-scheme:light]">
    <OwnerHead {...head} />
    <main className="mx-auto grid max-w-[640px] gap-4 px-4 pt-4 pb-10 sm:pt-8">{children}</main>
  </div>
)
