import { type ImportDetail, useCancel } from '#features/office/imports/web/data.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Meter } from '#ui/Meter.tsx'
import { Note } from '#ui/Note.tsx'

/** The server's progress, in figures; it goes on after the user leaves. */
export function ProgressCard({ detail }: { detail: ImportDetail }) {
  const cancel = useCancel(detail.id)
  const reachable = useReachable()
  const isUndo = detail.state === 'undoing'
  const { handled, total, fileName } = detail
  const percent = total > 0 ? Math.min(100, Math.floor((handled / total) * 100)) : 0
  const figures = `${Math.min(handled, total).toLocaleString('en-GB')} of ${total.toLocaleString('en-GB')}`
  const what = isUndo ? `Undoing ${fileName}` : `Importing ${fileName}`
  return (
    <Card padded aria-label="Progress">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 font-bold [overflow-wrap:anywhere]">
          {what}
          {detail.state === 'queued' ? '' : `, ${figures}`}
        </p>
        <span className="flex items-center gap-2">
          <span className="tabular-nums">{percent}%</span>
          {!isUndo && (
            <Button size="sm" busy={cancel.isPending} busyLabel="Stopping..." onClick={() => pressed(cancel, undefined)}>
              Cancel
            </Button>
          )}
        </span>
      </div>
      <Meter className="mt-3" value={percent} label={what} valueText={figures} />
      <p className="mt-3 text-14 text-ink-2">
        {reachable
          ? 'You can leave this screen; it carries on. All of it comes in, or none.'
          : 'No connection: the server carries on, and this screen catches up.'}
      </p>
      {cancel.error && (
        <Note tone="late" live className="mt-3">
          {sentenceOf(cancel.error)}
        </Note>
      )}
    </Card>
  )
}
