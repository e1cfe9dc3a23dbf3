import { CircleCheck, MapPin } from 'lucide-react'
import type { VisitInList, VisitsView } from '#app/my/visits-view.ts'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import { inWords } from '#lib/in-words.ts'
import { Note } from '#ui/Note.tsx'

/** The visits to come and those that were, of all their farriers. */
export const MyVisitsPage = ({ hasCancelled, severalPractices, coming, past }: VisitsView) => (
  <MyFrame title="Visits" place="visits">
    {hasCancelled && (
      <Note tone="ok" icon={CircleCheck} live>
        <b>It’s cancelled, and your farrier knows.</b>
      </Note>
    )}
    <section aria-labelledby="coming" className="grid gap-2.5">
      <h2 id="coming" className="text-20">
        Coming
      </h2>
      {coming.length === 0 && <p className="text-ink-2">No visit is booked. Your farrier tells you when one is.</p>}
      <ul className="grid gap-2.5">
        {coming.map((visit) => (
          <Row
            key={visit.id}
            visit={visit}
            names={severalPractices}
            href={visit.board ?? (visit.status === 'booked' ? hrefOf(visit) : null)}
          />
        ))}
      </ul>
    </section>
    {past.length > 0 && (
      <section aria-labelledby="past" className="grid gap-2.5">
        <h2 id="past" className="pt-2 text-20">
          Past
        </h2>
        <ul className="grid gap-2.5">
          {past.map((visit) => (
            <Row key={visit.id} visit={visit} names={severalPractices} href={visit.status === 'done' ? `${hrefOf(visit)}/card` : null} />
          ))}
        </ul>
      </section>
    )}
  </MyFrame>
)

const hrefOf = ({ slug, id }: VisitInList) => `/my/at/${slug}/visits/${id}`

const STATUS: Readonly<Partial<Record<VisitInList['status'], string>>> = { cancelled: 'Cancelled', no_show: 'Nobody was there' }

function Row({ visit, names, href }: { visit: VisitInList; names: boolean; href: string | null }) {
  const { when, horses, yard, practice, status, board } = visit
  const word = STATUS[status]
  const facts = (
    <>
      <b className="block">{when}</b>
      {horses.length > 0 && <span className="block">{board ? `To have in: ${inWords(horses)}` : inWords(horses)}</span>}
      {yard && (
        <span className="flex items-center gap-1.5 text-14 text-ink-2">
          <MapPin size={16} aria-hidden className="shrink-0" />
          {yard}
        </span>
      )}
      {names && <span className="block text-14 text-ink-2">{practice}</span>}
      {word && <span className="block text-14 font-medium text-due-ink">{word}</span>}
    </>
  )
  const look = 'block rounded-lg border border-line bg-surface px-4 py-3 text-ink'
  return (
    <li>
      {href ? (
        <a href={href} className={`${look} no-underline hover:bg-hover`}>
          {facts}
        </a>
      ) : (
        <div className={look}>{facts}</div>
      )}
    </li>
  )
}
