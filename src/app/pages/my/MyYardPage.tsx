import { CircleCheck } from 'lucide-react'
import type { VisitAtYard, YardView } from '#app/my/yard-view.ts'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import { SaidList } from '#app/pages/my/SaidList.tsx'
import { PaintedStop } from '#features/day/round/page/PaintedStop.tsx'
import { RoundNews } from '#features/day/round/page/RoundNews.tsx'
import { dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { buttonClass } from '#ui/button-style.ts'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { TextArea } from '#ui/TextArea.tsx'

/** A yard for its manager: today's place in the round, the coming visits with the horses to have in, and a word to the farrier. It is pinned up, too. */
export const MyYardPage = (view: YardView) => (
  <MyFrame title={view.name} place="home" back={{ href: '/my', label: '‹ Home' }}>
    <p className="text-ink-2 [overflow-wrap:anywhere]">
      {view.practiceName}
      <span className="block">{`As at ${shortDay(dayOf(view.asAt, view.zone))}, ${timeOf(view.asAt, view.zone)}`}</span>
    </p>
    {view.isClosed ? (
      <Note>{`${view.practiceName} is on a plan without the yard’s board. Ask them when they come.`}</Note>
    ) : (
      <>
        {view.isLapsed && (
          <Note tone="due">{`${view.practiceName} isn’t keeping its diary here at the moment. Ring them before you have a horse in.`}</Note>
        )}
        {view.stops.length > 0 && <Today view={view} />}
        {view.prepLine && view.visits.some(({ isDone }) => !isDone) && <Note>{view.prepLine}</Note>}
        <Coming visits={view.visits} practiceName={view.practiceName} />
      </>
    )}
    <Write view={view} />
    <Leave view={view} />
  </MyFrame>
)

function Today({ view: { stops, asAt, zone, slug, id } }: { view: YardView }) {
  const note = stops.find((stop) => stop.note && (!stop.isCallComplete || stop.isSkipped))?.note
  return (
    <section aria-labelledby="today" data-screen-only className="overflow-hidden rounded-lg border border-line bg-surface">
      <h2 id="today" className="px-4 pt-3.5 pb-1 text-20">
        Today
      </h2>
      {note && (
        <div className="px-4 pb-2">
          <RoundNews note={note} hasKeptPlace={false} />
        </div>
      )}
      {stops.map((stop) => (
        <PaintedStop key={stop.id} stop={stop} asAt={asAt} zone={zone} />
      ))}
      <p className="px-4 pb-3">
        <a href={`/my/at/${slug}/yards/${id}`} className="inline-grid min-h-12 content-center underline underline-offset-4">
          Look again
        </a>
      </p>
    </section>
  )
}

const Coming = ({ visits, practiceName }: Pick<YardView, 'visits' | 'practiceName'>) => (
  <section aria-labelledby="coming" className="grid gap-2.5 print:block print:space-y-2.5">
    <h2 id="coming" className="text-20">
      Coming visits
    </h2>
    {visits.length === 0 && <p className="text-ink-2">{`No visit is booked. It shows here once ${practiceName} books one.`}</p>}
    {visits.map((visit) => (
      <Visit key={visit.id} visit={visit} practiceName={practiceName} />
    ))}
  </section>
)

/** More stand in two columns on a phone too: a manager reads them on the way round the boxes. */
const MANY = 10

function Visit({ visit: { id, when, isDone, horses }, practiceName }: { visit: VisitAtYard; practiceName: string }) {
  const none = isDone ? 'Done.' : `No horse is named. Ask ${practiceName} which to have in.`
  return (
    <section aria-labelledby={id} className="grid gap-2 rounded-lg border border-line bg-surface px-4 py-3 print:block">
      <h3 id={id} className="text-18 break-after-avoid">
        {when}
      </h3>
      {horses.length === 0 ? (
        <p className="text-ink-2">{none}</p>
      ) : (
        <>
          <p className="text-14 text-ink-2">{horses.length === 1 ? 'Horse to have in' : `Horses to have in: ${horses.length}`}</p>
          <ul className={cx('gap-x-6 sm:columns-2 print:columns-3', horses.length > MANY && 'columns-2')}>
            {horses.map((horse, at) => (
              // Two may have one name.
              // biome-ignore lint/suspicious/noArrayIndexKey: it is painted once
              <li key={at} className="break-inside-avoid py-1 font-bold [overflow-wrap:anywhere]">
                {horse}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const Write = ({ view: { slug, id, practiceName, isLapsed, said, hasSaid, typed, fault } }: { view: YardView }) => (
  <section id="write" aria-labelledby="write-title" data-screen-only className="grid gap-3 rounded-lg border border-line bg-surface p-4">
    <h2 id="write-title" className="text-20 [overflow-wrap:anywhere]">
      {`Write to ${practiceName}`}
    </h2>
    {hasSaid && (
      <Note tone="ok" icon={CircleCheck} live>
        It’s on their list of things to see to. They can answer you here, ring you or text you.
      </Note>
    )}
    {isLapsed && !fault ? (
      <p className="text-ink-2">They take no messages here at the moment. Ring them instead.</p>
    ) : (
      <form method="post" action={`/my/at/${slug}/yards/${id}/message`} className="grid gap-3">
        <Field label="About this yard" help="A gate, a horse to have in, where to park. In an emergency, ring them." error={fault}>
          <TextArea name="words" rows={4} maxLength={1000} defaultValue={typed} required />
        </Field>
        <button type="submit" className={buttonClass({ variant: 'primary', block: true })}>
          Send
        </button>
      </form>
    )}
    {said.length > 0 && <SaidList said={said} farrier={practiceName} />}
  </section>
)

const Leave = ({ view: { slug, id, name, practiceName } }: { view: YardView }) => (
  <details data-screen-only>
    <summary className="min-h-12 py-3">Not your yard any more?</summary>
    <form method="post" action={`/my/at/${slug}/yards/${id}/leave`} className="grid gap-2">
      <p className="text-ink-2">{`You won’t see ${name} here any more, and ${practiceName} is told.`}</p>
      <button type="submit" className={buttonClass({ variant: 'danger', className: 'w-fit' })}>
        Stop seeing this yard
      </button>
    </form>
  </details>
)
