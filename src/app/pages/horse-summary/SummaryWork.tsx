import type { SummaryVisit } from '#app/pages/horse-summary/summary.ts'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import { dayAndYear } from '#lib/dates.ts'

/** The work of a summary, newest first; a phone shows each visit's cells under one another. */
export function SummaryWork({ visits }: { visits: readonly SummaryVisit[] }) {
  const { labelOf } = useKinds()
  return (
    <ul aria-label="Work" className="divide-y divide-line">
      {visits.map((visit) => (
        <li
          key={visit.id}
          className="grid break-inside-avoid gap-x-5 gap-y-1 py-2.5 first:pt-0 last:pb-0 md:grid-cols-[150px_minmax(0,1fr)_minmax(0,1fr)] print:grid-cols-[120px_minmax(0,1fr)_minmax(0,1fr)]"
        >
          <div>
            <p className="font-bold">
              <time dateTime={visit.day}>{dayAndYear(visit.day)}</time>
            </p>
            <p className="text-14 text-ink-2">{visit.by}</p>
          </div>
          <div>
            <p className="font-bold">{labelOf(visit.serviceType)}</p>
            <Lines lines={visit.feet} />
            {visit.description && <p className="whitespace-pre-line">{visit.description}</p>}
            {visit.photos && <p className="text-14 text-ink-2">{visit.photos}</p>}
          </div>
          <div>
            <Lines label="Found" lines={visit.found} />
            <Lines label="Measured" lines={visit.measured} />
            <Lines label="Advised" lines={visit.advised ? [visit.advised] : []} />
          </div>
        </li>
      ))}
    </ul>
  )
}

const Lines = ({ label, lines }: { label?: string; lines: readonly string[] }) =>
  lines.map((line) => (
    <p key={line} className="whitespace-pre-line">
      {label && <span className="text-ink-2">{`${label} `}</span>}
      {line}
    </p>
  ))
