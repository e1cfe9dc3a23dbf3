import { CalendarCheck, FileDown, Link2Off } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { type Card, type CardFoot, type CardHorse, type CardPhoto, cardDay, cardPath, cardPdfPath } from '#features/day/visit-card/card.ts'
import { serverUrl } from '#platform/web/server-url.ts'
import { buttonClass } from '#ui/button-style.ts'
import { FootGlyph } from '#ui/FootGlyph.tsx'
import { OwnerCalendar } from '#ui/OwnerCalendar.tsx'
import { OwnerHead } from '#ui/OwnerHead.tsx'
import { StatusBadge } from '#ui/StatusBadge.tsx'

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
      <Horse key={horse.id} horse={horse} token={token} at={at} />
    ))}
    <OwnerCalendar path={cardPath(token)} hasVisit={card.horses.some(({ booked }) => booked)} address={calendar} />
    <a data-screen-only href={cardPdfPath(token)} className={buttonClass({ block: true })}>
      <FileDown size={20} aria-hidden className="shrink-0" />
      Save as PDF
    </a>
    <p className="text-14 text-ink-2">
      Questions? Contact your farrier directly.
      <span data-screen-only className="block">
        {`This link works until ${cardDay(card.untilDay)}. Anyone who has it can see this card.`}
      </span>
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

function Horse({ horse, token, at }: { horse: CardHorse; token: string; at: number }) {
  const { name, notDone, work, seen, advice, photosComing } = horse
  const [lead, ...photos] = horse.photos
  const id = `horse-${at}`
  return (
    <section aria-labelledby={id} className="overflow-hidden rounded-lg border border-line bg-surface print:break-inside-avoid">
      {lead && <Lead photo={lead} token={token} />}
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 pt-3.5">
        <h2 id={id} className="text-20">
          {name}
        </h2>
        <StatusBadge status={notDone ? 'skipped' : 'complete'}>{notDone ? 'Not done' : 'Done'}</StatusBadge>
      </div>
      <div className="grid gap-4 px-4 pt-2 pb-4">
        {notDone && <p>{notDone.reason ?? 'It wasn’t done on this visit.'}</p>}
        {work.map(({ id: workId, serviceType, description, feet }, n) => (
          <Part key={workId} title={n === 0 ? 'What was done' : 'And'}>
            <p className="text-18 font-bold">{serviceType}</p>
            {feet.length > 0 && <Feet feet={feet} />}
            {description && <p className="whitespace-pre-line">{description}</p>}
          </Part>
        ))}
        <Words title="What was seen" lines={seen} />
        <Words title="Advice" lines={advice} />
        {photos.length > 0 && (
          <Part title={photos.length === 1 ? 'Another photo' : 'More photos'}>
            <Photos photos={photos} token={token} />
          </Part>
        )}
        {photosComing > 0 && (
          <p className="text-14 text-ink-2">
            {photosComing === 1 ? 'A photo is still on its way.' : `${photosComing} photos are still on their way.`} Look again in a moment.
          </p>
        )}
      </div>
      <Next horse={horse} />
    </section>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid gap-1.5">
    <h3 className="text-14 font-medium text-ink-2">{title}</h3>
    {children}
  </div>
)

const Words = ({ title, lines }: { title: string; lines: readonly string[] }) =>
  lines.length > 0 && (
    <Part title={title}>
      {lines.map((line) => (
        <p key={line} className="whitespace-pre-line">
          {line}
        </p>
      ))}
    </Part>
  )

/** The four feet as they stand under the horse: near on the left, fronts first. */
const Feet = ({ feet }: { feet: readonly CardFoot[] }) => (
  <ul className="grid gap-x-4 gap-y-3 py-1 xs:grid-cols-2">
    {feet.map(({ foot, name, words, look }) => (
      <li key={foot} className="flex items-center gap-3">
        <FootGlyph look={look} size={34} />
        <span className="min-w-0 leading-tight">
          <span className="block text-14 text-ink-2">{name}</span>
          <span className="block [overflow-wrap:anywhere]">{words}</span>
        </span>
      </li>
    ))}
  </ul>
)

/** The first photo, as wide as the card. */
const Lead = ({ photo: { id, words }, token }: { photo: CardPhoto; token: string }) => {
  const path = serverUrl(`/api/visit-cards/${token}/photos/${id}`)
  return (
    <a href={`${path}?size=large`} className="block bg-sunken">
      <img src={path} alt={words} className="aspect-4/3 w-full object-cover" />
    </a>
  )
}

const Photos = ({ photos, token }: { photos: readonly CardPhoto[]; token: string }) => (
  <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
    {photos.map(({ id, words }) => {
      const path = serverUrl(`/api/visit-cards/${token}/photos/${id}`)
      return (
        <li key={id}>
          <a href={`${path}?size=large`} className="block overflow-hidden rounded-md border border-line bg-sunken">
            <img src={path} alt={words} className="aspect-4/3 w-full object-cover" />
          </a>
        </li>
      )
    })}
  </ul>
)

function Next({ horse: { nextDueOn, booked } }: { horse: CardHorse }) {
  if (!nextDueOn && !booked) return null
  return (
    <div className="flex items-start gap-3 border-t border-line bg-sunken px-4 py-3">
      <CalendarCheck size={20} aria-hidden className="mt-0.5 shrink-0" />
      <div>
        {nextDueOn && (
          <p>
            Next due <b>{cardDay(nextDueOn)}</b>
          </p>
        )}
        {booked && (
          <p>
            Booked <b>{booked}</b>
          </p>
        )}
      </div>
    </div>
  )
}
