import { lazy, Suspense, useState } from 'react'
import type { Fact, ReportPreview, ReportType } from '#features/office/reports/contract.ts'
import { cellWords, countInWords, daysInWords, REPORTS } from '#features/office/reports/rules.ts'
import { pounds } from '#lib/money.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { LogoMark } from '#ui/icons.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const PreviewDialog = lazy(() =>
  import('#features/office/reports/web/PreviewDialog.tsx').then((module) => ({ default: module.PreviewDialog })),
)

/** Rows on the sheet; the table it opens has more. */
const MOST_SHOWN = 5

type Props = { type: ReportType; practice: string; preview: ReportPreview | undefined; isStale: boolean }

/** Spec §2 Reports, the preview: the report as a sheet of paper, its sums and its first rows. */
export function PreviewPanel({ type, practice, preview, isStale }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { label, counted } = REPORTS[type]
  return (
    <section aria-label="Report preview" aria-busy={isStale} className="grid content-start gap-2.5 rounded-lg bg-sunken p-3">
      <h2 className="text-14 tracking-normal text-ink-2">Report preview</h2>
      <div className={cx('grid content-start gap-2 rounded-sm bg-surface px-3 py-4 text-14 shadow-pop', isStale && 'opacity-60')}>
        <p className="flex items-center gap-2 font-bold">
          <LogoMark size={20} aria-hidden />
          <span className="min-w-0 truncate">{practice}</span>
        </p>
        <h3 className="mt-1 text-18">{label}</h3>
        {preview ? (
          <>
            <p className="text-ink-2">{daysInWords(preview)}</p>
            {preview.facts.length > 0 && <Facts facts={preview.facts} />}
            <Rows preview={preview} />
            {preview.notes.map((note) => (
              <p key={note} className="text-ink-2">
                {note}
              </p>
            ))}
            <p className="border-t border-line pt-2 text-ink-2">{countInWords(preview.total, counted)}</p>
          </>
        ) : (
          <SkeletonRows label="Putting the report together..." />
        )}
      </div>
      {preview && preview.rows.length > 0 && (
        <Button size="sm" onClick={() => setOpen(true)}>
          See the rows
        </Button>
      )}
      {isOpen && preview && (
        <Suspense>
          <PreviewDialog type={type} preview={preview} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}

const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line pt-2 tabular-nums">
    {facts.map(({ label, kind, value, isTotal }) => (
      <div
        key={label}
        className={cx(
          'col-span-2 grid grid-cols-subgrid py-0.5',
          isTotal && 'mb-1 border-b border-line pb-1.5 font-bold last:mb-0 last:border-b-0 last:pb-0',
        )}
      >
        <dt>{label}</dt>
        <dd className="text-right">{kind === 'money' ? pounds(value) : cellWords(kind, value)}</dd>
      </div>
    ))}
  </dl>
)

function Rows({ preview: { columns, rows, total, facts } }: { preview: ReportPreview }) {
  if (total === 0) return <p className="border-t border-line pt-2">There's nothing between these dates.</p>
  if (facts.length > 0) return null
  return (
    <ol className="grid border-t border-line">
      {rows.slice(0, MOST_SHOWN).map((cells, at) => {
        const said = cells.map((cell, place) => cellWords(columns[place]?.kind ?? 'text', cell))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a report have no names, and are all replaced together
          <li key={at} className="border-b border-line py-1.5">
            <span className="block truncate font-medium">{said[0]}</span>
            <span className="line-clamp-2 text-ink-2">{said.slice(1, 5).filter(Boolean).join(', ')}</span>
          </li>
        )
      })}
    </ol>
  )
}
