import { Download, PackageOpen, Trash2 } from 'lucide-react'
import type { Export } from '#features/office/exports/contract.ts'
import { exportHref, isUnderWay, useExports, useRemoveExport, useStartAll } from '#features/office/exports/web/data.ts'
import { dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { List } from '#ui/List.tsx'
import { Meter } from '#ui/Meter.tsx'
import { Note } from '#ui/Note.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast-store.ts'

/** Exports the whole practice as one ZIP, on any day; lists recent exports and clients' packs. */
export function ExportCard({ zone }: { zone: string }) {
  const reachable = useReachable()
  const { data, error } = useExports()
  const start = useStartAll()
  const isBusy = start.isPending || (data?.some((one) => one.kind === 'practice' && isUnderWay(one)) ?? false)
  return (
    <Card title="Export everything">
      <div className="grid gap-3 px-4 pt-4 pb-4">
        <p>
          One ZIP with every client, horse, visit, text and price as tables for Excel, the same as JSON for other programs, and every photo,
          video and document. It's yours on every plan, paid or not.
        </p>
        <Button
          variant="primary"
          icon={PackageOpen}
          className="justify-self-start"
          busy={isBusy}
          busyLabel="Putting it together..."
          disabled={!reachable}
          onClick={() => pressed(start, undefined)}
        >
          Export everything
        </Button>
        {!reachable && <p className="text-14 text-ink-2">You're offline. The server puts it together when you're connected.</p>}
        {start.error && (
          <Note tone="late" live>
            {sentenceOf(start.error)}
          </Note>
        )}
      </div>
      {data ? (
        <Made made={data.filter(({ state }) => state !== 'gone')} zone={zone} />
      ) : error ? (
        reachable && (
          <Note tone="late" className="mx-4 mb-4">
            {sentenceOf(error)}
          </Note>
        )
      ) : (
        <div className="px-4 pb-4">
          <SkeletonRows label="Loading exports..." />
        </div>
      )}
    </Card>
  )
}

const Made = ({ made, zone }: { made: readonly Export[]; zone: string }) =>
  made.length > 0 && (
    <div className="border-t border-line">
      <List label="Recent exports">
        {made.map((one) => (
          <Row key={one.id} made={one} zone={zone} />
        ))}
      </List>
    </div>
  )

function Row({ made, zone }: { made: Export; zone: string }) {
  const remove = useRemoveExport()
  const take = () =>
    pressed(remove, made.id, {
      onError: (fault) => toast({ title: 'Not removed', description: sentenceOf(fault), variant: 'destructive' }),
    })
  return (
    <li className="grid gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="min-w-48 flex-1">
          <span className="block font-bold [overflow-wrap:anywhere]">{made.fileName}</span>
          <span className="block text-14 text-ink-2">{exportStatusText(made, zone)}</span>
        </span>
        {made.state === 'done' && (
          <LinkButton href={exportHref(made)} size="sm" icon={Download} download={made.fileName}>
            Download
          </LinkButton>
        )}
        <Button size="icon" variant="quiet" icon={Trash2} aria-label={`Remove ${made.fileName}`} busy={remove.isPending} onClick={take} />
      </div>
      {isUnderWay(made) && <Progress made={made} />}
    </li>
  )
}

function Progress({ made: { handled, total, fileName } }: { made: Export }) {
  const percent = total > 0 ? Math.floor((handled / total) * 100) : 0
  return <Meter value={percent} label={fileName} valueText={`${percent}%`} />
}

function exportStatusText({ state, handled, total, bytes, problem, diesAt }: Export, zone: string): string {
  if (state === 'queued') return 'Waiting its turn'
  if (state === 'running') return total > 0 ? `${handled.toLocaleString('en-GB')} of ${total.toLocaleString('en-GB')} files` : 'Starting'
  if (state === 'failed') return problem ?? 'It failed'
  const until = diesAt ? `, until ${shortDay(dayOf(diesAt, zone))}, ${timeOf(diesAt, zone)}` : ''
  return `${sizeWords(bytes ?? 0)}${until}`
}

/** `840 kB`, `12 MB`, `3.4 GB`. */
function sizeWords(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`
  return bytes < 1_000_000_000 ? `${Math.round(bytes / 1_000_000)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`
}
