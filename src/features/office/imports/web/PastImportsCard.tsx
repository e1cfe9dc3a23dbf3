import type { Import } from '#features/office/imports/contract.ts'
import { usePastImports } from '#features/office/imports/web/data.ts'
import { LeftOutButton } from '#features/office/imports/web/LeftOutButton.tsx'
import { UndoButton } from '#features/office/imports/web/UndoButton.tsx'
import { doneInWords, isUnderWay } from '#features/office/imports/words.ts'
import { dayAndYear, dayOf } from '#lib/dates.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/EmptyState.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

type Props = { zone: string; onOpen: (id: string) => void }

/** Past imports, each with undo. Hidden until there is one. */
export function PastImportsCard({ zone, onOpen }: Props) {
  const { data, isPending, error, refetch } = usePastImports()
  const reachable = useReachable()
  // The file chooser shows already that the server can't be reached.
  if (!data && !reachable) return null
  if (isPending)
    return (
      <Card title="Past imports">
        <SkeletonRows label="Loading past imports..." rows={2} />
      </Card>
    )
  if (error && !data)
    return (
      <Card title="Past imports">
        <ErrorState title="This list couldn't be loaded" onRetry={() => refetch()}>
          {sentenceOf(error)}
        </ErrorState>
      </Card>
    )
  const shown = data?.filter(({ state }) => state !== 'cancelled') ?? []
  if (shown.length === 0) return null
  return (
    <Card title="Past imports">
      <ul aria-label="Past imports" className="divide-y divide-line">
        {shown.map((each) => (
          <PastImport key={each.id} past={each} zone={zone} onOpen={onOpen} />
        ))}
      </ul>
    </Card>
  )
}

function PastImport({ past, zone, onOpen }: { past: Import } & Props) {
  const { state, kept } = past
  return (
    <li className="grid items-center gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-bold [overflow-wrap:anywhere]">{past.fileName}</span>
          {state === 'undone' && <Badge tone="neutral">Undone</Badge>}
          {state === 'failed' && <Badge tone="late">Failed</Badge>}
          {isUnderWay(past) && <Badge tone="due">Under way</Badge>}
        </p>
        <p className="text-14 text-ink-2">
          {dayAndYear(dayOf(past.createdAt, zone))}, {past.memberName}.{' '}
          {state === 'failed' ? past.problem : past.counts && `${doneInWords(past.counts)}.`}
          {state === 'undone' && kept && kept.length > 0 && ` ${kept.length} stayed.`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {state === 'done' && <UndoButton detail={past} size="sm" onStarted={onOpen} />}
        {state === 'done' && past.hasLeftOut && <LeftOutButton detail={past} size="sm" />}
        {(isUnderWay(past) || state === 'failed' || (state === 'undone' && kept && kept.length > 0)) && (
          <Button size="sm" aria-label={`Open ${past.fileName}`} onClick={() => onOpen(past.id)}>
            Open
          </Button>
        )}
      </div>
    </li>
  )
}
