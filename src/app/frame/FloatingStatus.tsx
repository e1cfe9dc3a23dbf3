import { type FocusEvent, useState } from 'react'
import { openStatus } from '#app/frame/status-dialog.ts'
import { type ConnectionStatus, connectionStatusOf, type Tone } from '#features/office/attention/web/connection-status.ts'
import type { SyncState } from '#features/office/attention/web/use-sync-state.ts'
import { lastSyncWords } from '#platform/web/sync/last-sync-words.ts'
import { useNow } from '#platform/web/use-now.ts'
import { cx } from '#ui/cx.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

const TINT: Record<Tone, string> = { ok: 'bg-ok-tint text-ok-ink', due: 'bg-due-tint text-due-ink', flag: 'bg-flag-tint text-flag-ink' }

/**
 * Spec §2 Status strips, on a desktop: the card with how many changes wait and when the last sync was, which opens the status dialog. While
 * all is well it is a green dot in the page's margin, where it lies on nothing; hover, focus or a press opens the card.
 */
export function FloatingStatus({ sync }: { sync: SyncState }) {
  const now = useNow()
  const status = connectionStatusOf(sync)
  const synced = lastSyncWords(sync.lastSyncAt, now)
  if (status.kind === 'online') return <Dot status={status} synced={synced} />
  return (
    <div data-screen-only className="fixed right-6 bottom-4 z-20 hidden animate-late md:block">
      <Card status={status} synced={synced} />
    </div>
  )
}

type Props = { status: ConnectionStatus; synced: string }

function Dot({ status, synced }: Props) {
  const [isOpen, setOpen] = useState(false)
  const leave = (event: FocusEvent<HTMLElement>) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is in it can be focused and pressed; this only notes where the pointer is
    <div
      data-screen-only
      onPointerEnter={() => setOpen(true)}
      onPointerLeave={(event) => !event.currentTarget.contains(document.activeElement) && setOpen(false)}
      onFocus={() => setOpen(true)}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      className="fixed right-0 bottom-0 z-20 hidden flex-row-reverse items-end md:flex"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        className="grid h-12 w-6 place-items-center focus-visible:-outline-offset-3"
      >
        <span aria-hidden className="size-3 rounded-full bg-ok shadow-[0_0_0_2px_var(--ground)]" />
        <VisuallyHidden>{`Online, last sync ${inSentence(synced)}`}</VisuallyHidden>
      </button>
      {isOpen && (
        <div className="pr-1 pb-4">
          <Card status={status} synced={synced} />
        </div>
      )}
    </div>
  )
}

/** Just now and Never begin the words on the card; here they are within them. A date keeps its capital. */
const inSentence = (synced: string) => (/^(Just|Never)/.test(synced) ? synced.toLowerCase() : synced)

const Card = ({ status: { tone, icon: Icon, title, count }, synced }: Props) => (
  <button
    type="button"
    aria-haspopup="dialog"
    onClick={openStatus}
    className="flex min-h-10 items-center gap-2.5 rounded-lg border border-line bg-surface py-1 pr-3.5 pl-1.5 text-left text-14 shadow-pop hover:border-control"
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
    <span className="text-ink-2">Last sync {synced}</span>
  </button>
)
