import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportedVisit } from '#features/imports/contract.ts'
import { importVisits, type PreviewProps, type VisitsPreview } from '#features/imports/web/data.ts'
import { PreviewFooter, PreviewRow, Unreadable } from '#features/imports/web/PreviewRow.tsx'
import { dayAndYear, shortDay } from '#lib/dates.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { syncNow } from '#platform/web/sync.ts'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'

/** What a calendar would add to the diary; what was brought in before is passed over, what names no client becomes an own entry. */
export function VisitsPreviewCard({ file, preview, onCancel, onDone }: PreviewProps<VisitsPreview>) {
  const [skipped, setSkipped] = useState<ReadonlySet<number>>(new Set())
  const fresh = preview.visits.filter((visit) => !visit.isAlreadyHere)
  const wanted = fresh.filter((visit) => !skipped.has(visit.index)).length
  const importing = useMutation({
    mutationFn: () => importVisits(file, { skip: [...skipped] }),
    onSuccess({ added, skipped: left }) {
      void syncNow()
      onDone(`${entries(added)} added to the diary, ${left} left out. Nobody was texted.`)
    },
  })
  const toggle = (index: number) => setSkipped(skipped.has(index) ? without(skipped, index) : new Set([...skipped, index]))
  return (
    <Card title={`${entries(preview.visits.length)} in ${file.name}`}>
      <p className="border-b border-line px-4 py-3 text-14 text-ink-2">{summary(preview, fresh.length)}</p>
      <Unreadable sentences={preview.unreadable} />
      <ul className="divide-y divide-line">
        {preview.visits.map((visit) => (
          <PreviewRow
            key={visit.index}
            title={visit.title}
            details={[whenOf(visit), visit.location]}
            warnings={visit.warnings}
            isOut={visit.isAlreadyHere || skipped.has(visit.index)}
            badge={visit.isAlreadyHere ? <Badge>In your diary</Badge> : <WhoseBadge visit={visit} />}
          >
            {!visit.isAlreadyHere && <Checkbox label="Bring in" checked={!skipped.has(visit.index)} onChange={() => toggle(visit.index)} />}
          </PreviewRow>
        ))}
      </ul>
      <PreviewFooter
        label={wanted === 0 ? 'Nothing to bring in' : `Bring in ${entries(wanted)}`}
        isDisabled={wanted === 0}
        isBusy={importing.isPending}
        error={importing.error && sentenceOf(importing.error)}
        onCancel={onCancel}
        onConfirm={() => importing.mutate()}
      />
    </Card>
  )
}

const WhoseBadge = ({ visit }: { visit: ImportedVisit }) =>
  visit.client ? <Badge tone="ok">{visit.client.name}</Badge> : <Badge tone="line">Own entry</Badge>

const whenOf = (visit: ImportedVisit) =>
  `${shortDay(visit.onDay)} ${visit.onDay.slice(0, 4)}, ${visit.isAllDay ? 'all day' : `${visit.localStart} to ${visit.localEnd}`}`

function summary(preview: VisitsPreview, fresh: number) {
  const known = preview.visits.length - fresh
  return [
    `${dayAndYear(preview.fromDay)} to ${dayAndYear(preview.toDay)} is read.`,
    known > 0 && `${known} ${known === 1 ? 'is' : 'are'} in your diary already.`,
    preview.outsideWindow > 0 && `Some entries before or after that are left out.`,
    preview.cancelled > 0 && `${preview.cancelled} cancelled ${preview.cancelled === 1 ? 'entry is' : 'entries are'} left out.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const entries = (n: number) => `${n} ${n === 1 ? 'entry' : 'entries'}`

const without = (set: ReadonlySet<number>, index: number) => new Set([...set].filter((each) => each !== index))
