import type { FollowedCalendar } from '#features/visits/calendars/server/service.ts'
import { realMs } from '#lib/clock.ts'
import type { Database } from '#platform/server/database/db.ts'

/** As long as a session that another server has ended counts as open. */
const FRESH_MS = 1500
const MOST = 10_000

type SentCalendar = { etag: string; practiceIds: readonly string[]; atMs: number }
type Recent = ReturnType<typeof openRecent>

const kept = new WeakMap<Database['announcing'], Recent>()

/**
 * Whether what a reader of a calendar was sent a moment ago is still all of it: this server has written nothing to its practices since, and
 * another server's writes are known after that moment.
 */
export const isStillAll = ({ announcing }: Pick<Database, 'announcing'>, token: string, etag: string): boolean =>
  kept.get(announcing)?.isStill(token, etag) ?? false

/** Reads a followed calendar by its address again, and remembers for a moment what the reader was sent. */
export async function readAgain(
  { db }: { db: Database },
  token: string,
  open: () => Promise<FollowedCalendar | undefined>,
): Promise<FollowedCalendar | undefined> {
  const recent = kept.get(db.announcing) ?? openRecent(db)
  kept.set(db.announcing, recent)
  const atMs = realMs()
  const found = await open()
  recent.keep(token, found && { ...found, atMs })
  return found
}

function openRecent({ announcing }: Pick<Database, 'announcing'>) {
  const said = new Map<string, SentCalendar>()
  const changedMs = new Map<string, number>()
  const room = (map: Map<string, unknown>) => {
    if (map.size >= MOST) {
      said.clear()
      changedMs.clear()
    }
  }
  announcing.listen((practiceId) => {
    room(changedMs)
    changedMs.set(practiceId, realMs())
  })
  return {
    isStill(token: string, etag: string): boolean {
      const one = said.get(token)
      return one?.etag === etag && realMs() - one.atMs < FRESH_MS && one.practiceIds.every((id) => (changedMs.get(id) ?? 0) < one.atMs)
    },
    keep(token: string, found: SentCalendar | undefined): void {
      said.delete(token)
      room(said)
      if (found) said.set(token, { etag: found.etag, practiceIds: found.practiceIds, atMs: found.atMs })
    },
  }
}
