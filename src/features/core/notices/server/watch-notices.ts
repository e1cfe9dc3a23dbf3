import type { NoticeKind, NoticeState } from '#features/core/notices/contract.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** What a watcher may know of a text. */
type Watched = { id: string; kind: NoticeKind; state: NoticeState; state_reason: string | null }
type Watcher = (tx: PracticeTx, row: Watched) => Promise<void>

const watchers = new Map<NoticeKind, Watcher>()

/** Has a feature to the right told, in the same transaction, how far each text of one kind has got; one watcher a kind. */
export function watchNotices(kind: NoticeKind, seen: Watcher): void {
  watchers.set(kind, seen)
}

/** Whether somebody wants to know of texts of a kind. */
export const isWatched = (kind: NoticeKind): boolean => watchers.has(kind)

/** Tells who wants to know that the state of a text has changed. */
export async function notifyWatcher(tx: PracticeTx, row: Watched): Promise<void> {
  await watchers.get(row.kind)?.(tx, row)
}
