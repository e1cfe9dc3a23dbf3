import { startTransition, useEffect, useState } from 'react'
import type { Live } from '#platform/web/sync/live.ts'

/**
 * A value from the disk, kept current. What came from there can wait for what a person does: as a transition React draws it in pieces of a few
 * milliseconds, where a store that is read in step with the screen has it drawn in one.
 */
export function useLive<T>(live: Live<T>): T | undefined {
  const [shown, show] = useState(() => ({ live, value: live.read() }))
  useEffect(() => {
    const take = () =>
      startTransition(() => show((was) => (was.live === live && was.value === live.read() ? was : { live, value: live.read() })))
    const stop = live.listen(take)
    take()
    return stop
  }, [live])
  return shown.live === live ? shown.value : live.read()
}
