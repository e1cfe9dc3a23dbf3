import { openStatus } from '#app/frame/status-dialog.ts'
import { connectionStatusOf, type Tone } from '#features/office/attention/web/connection-status.ts'
import type { SyncState } from '#features/office/attention/web/use-sync-state.ts'
import { lastSyncWords } from '#platform/web/sync/last-sync-words.ts'
import { useNow } from '#platform/web/use-now.ts'
import { cx } from '#ui/cx.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

const TINT: Record<Tone, string> = { ok: 'bg-ok-tint text-ok-ink', due: 'bg-due-tint text-due-ink', flag: 'bg-flag-tint text-flag-ink' }

/** Spec §2 Status strips: the card that floats on a desktop, with how many changes wait and when the last sync was. Opens the status dialog. */
export function FloatingStatus({ sync }: { sync: SyncState }) {
  const now = useNow()
  const { tone, icon: Icon, title, count } = connectionStatusOf(sync)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={openStatus}
      data-screen-only
      className="fixed right-6 bottom-4 z-20 hidden min-h-10 items-center gap-2.5 rounded-lg border border-line bg-surface py-1 pr-3.5 pl-1.5 text-left text-14 shadow-pop hover:border-control md:flex"
    >
      <span className={cx('grid size-7 shrink-0 place-items-center rounded-full', TINT[tone])}>
        <Icon size={16} aria-hidden />
      </span>
      <VisuallyHidden>Offline Status: </VisuallyHidden>
      <span className="font-bold">{title}</span>
      {count && (
        <span className="grid h-6 place-items-center rounded-full bg-due px-2 text-14 font-bold whitespace-nowrap text-on-due tabular-nums">
          {count}
        </span>
      )}
      <span className="text-ink-2">Last sync {lastSyncWords(sync.lastSyncAt, now)}</span>
    </button>
  )
}
