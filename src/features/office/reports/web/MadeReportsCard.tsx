import { Download, Trash2, X } from 'lucide-react'
import { sizeWords } from '#features/evidence/files/rules.ts'
import type { Export } from '#features/office/exports/contract.ts'
import { isUnderWay, reportHref, useMadeReports, useRemoveReport } from '#features/office/reports/web/data.ts'
import { dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { List } from '#ui/List.tsx'
import { Meter } from '#ui/Meter.tsx'
import { toast } from '#ui/toast-store.ts'

/** Older ones are left out. */
const MOST_SHOWN = 4

/** The member's own report files, each kept for a day; nothing when there is none. */
export function MadeReportsCard({ zone }: { zone: string }) {
  const { data = [] } = useMadeReports()
  const shown = data.filter(({ state }) => state !== 'gone').slice(0, MOST_SHOWN)
  if (shown.length === 0) return null
  return (
    <Card title="Your files">
      <List label="Your files">
        {shown.map((made) => (
          <Made key={made.id} made={made} zone={zone} />
        ))}
      </List>
    </Card>
  )
}

function Made({ made, zone }: { made: Export; zone: string }) {
  const remove = useRemoveReport()
  const { id, fileName, handled, total, state } = made
  const isMaking = isUnderWay(made)
  const percent = total > 0 ? Math.floor((handled / total) * 100) : 0
  const take = () =>
    pressed(remove, id, { onError: (fault) => toast({ title: 'Not removed', description: sentenceOf(fault), variant: 'destructive' }) })
  return (
    <li className="grid gap-2 py-2.5 pr-2 pl-4">
      <div className="flex items-center gap-1">
        <span className="min-w-0 flex-1">
          <span className="block font-medium [overflow-wrap:anywhere]">{fileName}</span>
          <span className="block text-14 text-ink-2">{exportStatusText(made, zone)}</span>
        </span>
        {state === 'done' && (
          <LinkButton
            href={reportHref(made)}
            size="icon"
            variant="quiet"
            icon={Download}
            download={fileName}
            aria-label={`Download ${fileName}`}
          >
            {null}
          </LinkButton>
        )}
        <Button
          size="icon"
          variant="quiet"
          icon={isMaking ? X : Trash2}
          aria-label={`${isMaking ? 'Stop' : 'Remove'} ${fileName}`}
          busy={remove.isPending}
          onClick={take}
        />
      </div>
      {isMaking && <Meter value={percent} label={fileName} valueText={`${percent}%`} />}
    </li>
  )
}

function exportStatusText({ state, handled, total, bytes, problem, diesAt }: Export, zone: string): string {
  if (state === 'queued') return 'Waiting its turn'
  if (state === 'running') return total > 0 ? `${handled.toLocaleString('en-GB')} of ${total.toLocaleString('en-GB')}` : 'Starting'
  if (state === 'failed') return problem ?? 'It failed'
  return `${sizeWords(bytes ?? 0)}${diesAt ? `, until ${shortDay(dayOf(diesAt, zone))}, ${timeOf(diesAt, zone)}` : ''}`
}
