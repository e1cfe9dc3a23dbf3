import type { ReactNode } from 'react'
import { BeforeAfter } from '#app/pages/landing/BeforeAfter.tsx'
import { DeskPicture, Phone } from '#app/pages/landing/Picture.tsx'
import { cx } from '#ui/cx.ts'

/** The reasons to have it, each with the product as it is: pictures made of the demo practice. */
export const LandingPictures = () => (
  <section id="a-day" aria-labelledby="a-day-title" className="scroll-mt-4 border-y border-line bg-surface">
    <div className="mx-auto grid w-full max-w-[1200px] gap-12 px-4 py-10 md:px-12 lg:gap-20 lg:py-16">
      <div>
        <h2 id="a-day-title" className="text-30 tracking-[-0.025em]">
          A day with it
        </h2>
        <p className="mt-1 text-ink-2">Every picture is the app itself, showing the demo practice.</p>
      </div>
      <AtTheStop />
      <AtTheFoot />
      <InTheBarn />
      <AtTheTable />
    </div>
  </section>
)

const AtTheStop = () => (
  <div className="grid gap-10 md:gap-6 lg:grid-cols-3">
    <Tile
      title="Done in one tap"
      picture={<OnForge name="closeout" alt="Closing out a stop on a phone: each horse with what it had last time, and one button" />}
    >
      Same shoes, same feet, same price? Press As last time, and the work is on the horse’s record. Something was different? Press a foot
      and say what.
    </Tile>
    <Tile
      title="Paid the same day"
      picture={<OnForge name="invoice" alt="An invoice on the owner’s phone: the amount, when it’s due and how to pay" />}
    >
      Finished work becomes an invoice before you leave the yard, one for each owner, with the price you agreed. It goes as a link in a
      text, and you see who has paid.
    </Tile>
    <Tile
      title="Owners stop ringing"
      picture={<OnForge name="queue" alt="The owner’s page on a phone: their stop on a road, with the stops before it" />}
    >
      Every text has a link to one page: which stop they are, how many are before them, and whether you’re running late. Nobody sees another
      owner’s name or horse.
    </Tile>
  </div>
)

const AtTheFoot = () => (
  <Scene title="Every foot remembered" picture={<BeforeAfter />}>
    <p>Photos are filed by foot and date, so you can see what half a year has done.</p>
    <p>X-rays open beside them, and the vet’s files are with the same horse.</p>
  </Scene>
)

const InTheBarn = () => (
  <Scene
    isTurned
    title="Works in a barn"
    picture={<OnForge name="offline" alt="The round on a phone with no signal: everything is there, and changes are kept" />}
  >
    <p>No bars, no spinner. Your diary, clients and horses are on the phone, and you can keep working.</p>
    <p>When the signal’s back it’s all sent, once, in the order you did it.</p>
  </Scene>
)

const AtTheTable = () => (
  <div className="grid gap-10 lg:grid-cols-2 lg:gap-6">
    <Tile
      title="The week, in one look"
      picture={<Framed name="calendar" alt="The calendar: days with their visits, each in its own colour" />}
    >
      Bank holidays, double bookings and time off show where they matter. Drag a visit and its owner gets one text. Horses due next week are
      suggested from their own cycles.
    </Tile>
    <Tile title="Tax done" picture={<Framed name="tax" alt="The tax screen: income and costs of the year, quarter by quarter" />}>
      Payments, receipts and miles add up by the quarter, in HMRC’s own boxes, with mileage at HMRC’s rates. Your accountant or your
      bridging software gets the file, with every line behind it.
    </Tile>
  </div>
)

type TileProps = { title: string; picture: ReactNode; children: ReactNode }

const Tile = ({ title, picture, children }: TileProps) => (
  <div className="grid content-start gap-4 md:max-lg:grid-cols-[320px_minmax(0,1fr)] md:max-lg:items-center">
    {picture}
    <div className="grid gap-1.5">
      <h3 className="text-20 tracking-[-0.015em]">{title}</h3>
      <p className="text-ink-2">{children}</p>
    </div>
  </div>
)

const Scene = ({ title, picture, isTurned = false, children }: TileProps & { isTurned?: boolean }) => (
  <div
    className={cx(
      'grid items-center gap-6 lg:gap-14',
      isTurned ? 'lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]' : 'lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]',
    )}
  >
    <div className={isTurned ? 'lg:order-last' : ''}>{picture}</div>
    <div className="grid gap-2.5 text-18 text-ink-2">
      <h3 className="text-24 tracking-[-0.018em] text-ink">{title}</h3>
      {children}
    </div>
  </div>
)

type OfPhone = { name: 'closeout' | 'invoice' | 'queue' | 'offline'; alt: string }

const OnForge = ({ name, alt }: OfPhone) => (
  <div className="h-[400px] overflow-hidden rounded-xl bg-forge pt-8 lg:h-[460px]">
    <Phone isLazy name={name} alt={alt} className="mx-auto w-[min(300px,calc(100%-32px))]" />
  </div>
)

const Framed = ({ name, alt }: { name: 'calendar' | 'tax'; alt: string }) => (
  <div className="max-h-[440px] overflow-hidden rounded-xl border border-line-2 shadow-pop">
    <DeskPicture isLazy name={name} alt={alt} />
  </div>
)
