import type { NoticeKind, NoticeState } from '#features/core/notices/contract.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** The fields of a text that a watcher receives. */
type Watched = { id: string; kind: NoticeKind; state: NoticeState; state_reason: string | null }
type Watcher = (tx: PracticeTx, row: Watched) => Promise<void>

const watchers = new Map<NoticeKind, Watcher>()

/**
 * Registers a watcher for a later feature: it is called, in the same transaction, with each new state of the texts of one kind. One watcher
 * per kind.
 */
export function watchNotices(kind: NoticeKind, seen: Watcher): void {
  watchers.set(kind, seen)
}

/** Whether texts of a kind have a watcher. */
export const isWatched = (kind: NoticeKind): boolean => watchers.has(kind)

/** Notifies the watcher that the state of a text has changed. */
export async function notifyWatcher(tx: PracticeTx, row: Watched): Promise<void> {
  await watchers.get(row.kind)?.(tx, row)
}
