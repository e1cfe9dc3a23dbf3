import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import { liveRecordings } from '#platform/web/recorder/live.ts'
import { type Recording, shelfOf } from '#platform/web/recorder/shelf.ts'
import { useStore } from '#platform/web/sync/current.ts'

/** Recordings that were cut short, or left unsaved, on this device, the oldest first; undefined while they load. */
export function useInterrupted(): readonly Recording[] | undefined {
  const store = useStore()
  useEffect(() => {
    // Another look tries again.
    if (store)
      void shelfOf(store)
        .tidy()
        .catch(() => undefined)
  }, [store])
  return useLiveQuery(async () => {
    if (!store) return []
    // The locks are not in the database: they are queried first, so that the reads that follow are watched.
    const shelf = shelfOf(store)
    const [isLive] = await Promise.all([liveRecordings(), shelf.recording.count()])
    return shelf.left(isLive)
  }, [store])
}
