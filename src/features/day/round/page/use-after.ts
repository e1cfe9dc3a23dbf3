import { useEffect, useState } from 'react'
import type { AfterStop, PublicStop } from '#features/day/round/contract.ts'
import { serverUrl } from '#platform/web/server-url.ts'

/** What follows an owner's finished stops; requested when another one is finished, and empty until it is here. */
export function useAfter(token: string | null, stops: PublicStop[] | null): readonly AfterStop[] {
  const [after, setAfter] = useState<readonly AfterStop[]>([])
  const finished = (stops ?? []).filter(({ isCallComplete }) => isCallComplete).length
  useEffect(() => {
    if (!token || finished === 0) return
    const asked = new AbortController()
    fetch(serverUrl(`/api/appointments/today/${encodeURIComponent(token)}/after`), { signal: asked.signal })
      .then(async (answer) => answer.ok && setAfter((await answer.json()) as AfterStop[]))
      .catch(() => undefined) // Without a network the page goes on without it; the next finished stop requests it again.
    return () => asked.abort()
  }, [token, finished])
  return after
}
