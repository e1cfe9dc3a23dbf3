import type { ReactNode } from 'react'
import { Phone, Picture } from '#app/pages/landing/Picture.tsx'

/** The product as it is, in pictures made of it. */
export const LandingPictures = () => (
  <section id="a-day" aria-labelledby="a-day-title" className="scroll-mt-4 border-y border-line bg-surface">
    <div className="mx-auto grid w-full max-w-[1376px] gap-10 px-4 py-10 md:px-12 lg:gap-14 lg:py-14">
      <h2 id="a-day-title" className="text-24 tracking-[-0.018em]">
        A day with it
      </h2>
      <Scene
        title="Sunday evening: the week, in one look"
        picture={<Framed name="calendar" alt="The calendar on a desktop: five days with their visits, each in its own colour" />}
      >
        <p>
          Bank holidays, double bookings and time off show where they matter. Drag a visit and the owner gets one text, after you have
          thought twice.
        </p>
        <p>The horses due next week are proposed from their own cycles, one visit at a time.</p>
      </Scene>
      <Scene
        isTurned
        title="Mid-morning: the owner stops ringing"
        picture={
          <div className="h-[480px] overflow-hidden rounded-xl bg-forge pt-8 md:h-[520px]">
            <Phone
              isLazy
              name="queue"
              alt="The owner's page on a phone: their stop number on a road with the stops before it"
              className="mx-auto w-[min(300px,calc(100%-32px))]"
            />
          </div>
        }
      >
        <p>
          Every text carries a link to one page: their stop, how many are before them, and whether you are running late. It follows the
          round by itself.
        </p>
        <p>They see their own place and nobody else’s name, address or horse.</p>
      </Scene>
      <Scene
        title="At the kitchen table: who is due"
        picture={<Framed name="horses" alt="The horses on a desktop: owner, last service, next due and a status each" />}
      >
        <p>
          Every horse with its last service, its next due day and a status worked out from its cycle. Ten thousand of them are searched as
          you type.
        </p>
        <p>All of it lies on your own device too, so it opens in a barn with no signal.</p>
      </Scene>
    </div>
  </section>
)

type SceneProps = { title: string; picture: ReactNode; isTurned?: boolean; children: ReactNode }

const Scene = ({ title, picture, isTurned = false, children }: SceneProps) => (
  <div className="grid items-center gap-6 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)] lg:gap-12">
    <div className={isTurned ? 'lg:order-last' : ''}>{picture}</div>
    <div className="grid gap-2.5 text-18 text-ink-2">
      <h3 className="text-24 tracking-[-0.018em] text-ink">{title}</h3>
      {children}
    </div>
  </div>
)

const Framed = ({ name, alt }: { name: 'calendar' | 'horses'; alt: string }) => (
  <div className="overflow-hidden rounded-xl border border-line-2 shadow-pop">
    <Picture isLazy name={name} alt={alt} />
  </div>
)
