import { openStatus } from '#app/frame/status-dialog.ts'
import { connectionStatusOf, type Tone } from '#features/office/attention/web/connection-status.ts'
import type { SyncState } from '#features/office/attention/web/use-sync-state.ts'
import { cx } from '#ui/cx.ts'

const LOOK: Record<Tone, string> = {
  ok: 'md:border-forge-line text-on-forge [&>svg]:text-forge-done',
  due: 'md:border-forge-due-line text-forge-due',
  flag: 'md:border-forge-flag-line text-forge-flag',
}

/** Connection and unsent changes in the bar, quietly: Online; 2 waiting; Offline, 7 saved. Opens the status dialog. */
export function SyncMark({ sync }: { sync: SyncState }) {
  const { tone, icon: Icon, lead, text } = connectionStatusOf(sync)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={openStatus}
      className={cx(
        'inline-flex min-h-12 shrink-0 items-center gap-1.5 rounded-full px-2 text-14 font-medium whitespace-nowrap hover:bg-forge-2 md:min-h-8 md:border md:px-2.5',
        LOOK[tone],
      )}
    >
      <Icon size={16} aria-hidden />
      {/* On a narrow desktop the card in the corner has the words. */}
      <span className="md:max-lg:sr-only">
        {lead && <span className="max-xs:sr-only">{lead}</span>}
        {text}
      </span>
    </button>
  )
}
