import { connectionStatusOf, type Tone, unsentSentence } from '#features/office/attention/web/connection-status.ts'
import type { SyncState } from '#features/office/attention/web/use-sync-state.ts'
import { lastSyncWords } from '#platform/web/sync/last-sync-words.ts'
import { useNow } from '#platform/web/use-now.ts'
import { cx } from '#ui/cx.ts'

const TINT: Record<Tone, string> = { ok: 'bg-ok-tint text-ok-ink', due: 'bg-due-tint text-due-ink', flag: 'bg-flag-tint text-flag-ink' }

/** The device's connection status, that unsent changes are safe, and the time of the last sync. */
export function ConnectionHead({ sync }: { sync: SyncState }) {
  const now = useNow()
  const { tone, icon: Icon, title, count } = connectionStatusOf(sync)
  return (
    <div className="flex items-center gap-3.5">
      <span className={cx('grid size-14 shrink-0 place-items-center rounded-full', TINT[tone])}>
        <Icon size={24} aria-hidden />
      </span>
      <div className="min-w-0">
        <p className="text-18 font-bold">{count ? `${title}, ${count}` : title}</p>
        <p className="text-ink-2">{unsentSentence(sync)}</p>
        <p className="text-14 text-ink-2">Last sync {lastSyncWords(sync.lastSyncAt, now)}</p>
      </div>
    </div>
  )
}
