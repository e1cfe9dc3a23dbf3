import type { FollowedCalendar } from '#features/visits/calendars/server/service.ts'
import { realMs } from '#lib/clock.ts'
import type { Database } from '#platform/server/database/db.ts'

/** As long as a session that another server has ended is taken for open. */
const FRESH_MS = 1500
const MOST = 10_000

type Said = { etag: string; practiceIds: readonly string[]; atMs: number }
type Recent = ReturnType<typeof openRecent>

const kept = new WeakMap<Database['announcing'], Recent>()

/**
 * A followed calendar by its address. A program that asks again at once is told without the database that nothing has changed: as long as this
 * server has written nothing to its practices, and for the moment in which another server's writes may not be known yet. What a calendar holds is
 * always read.
 */
export async function readAgain(
  { db }: { db: Database },
  token: string,
  known: string | undefined,
  open: () => Promise<FollowedCalendar | undefined>,
): Promise<FollowedCalendar | undefined> {
  const recent = kept.get(db.announcing) ?? openRecent(db)
  kept.set(db.announcing, recent)
  if (known && recent.isStill(token, known)) return { etag: known, practiceIds: [] }
  const atMs = realMs()
  const found = await open()
  recent.keep(token, found && { ...found, atMs })
  return found
}

function openRecent({ announcing }: Pick<Database, 'announcing'>) {
  const said = new Map<string, Said>()
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
    keep(token: string, found: Said | undefined): void {
      said.delete(token)
      room(said)
      if (found) said.set(token, { etag: found.etag, practiceIds: found.practiceIds, atMs: found.atMs })
    },
  }
}
