import { useCallback, useEffect, useState } from 'react'
import type { Network, postEndpoints } from '#features/office/posts/contract.ts'
import { call } from '#platform/web/api.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import { useReachable } from '#platform/web/sync/status.ts'

/** What is known of the networks that a post can go to. */
export type Networks = {
  /** As the server last said, on this device; undefined: it never did. */
  networks: readonly Network[] | undefined
  /** Why it did not say so just now. */
  fault: unknown
  again: () => void
}

/** The networks that a post can go to, also without a signal as they were last known here. Asked again when the server comes within reach. */
export function useNetworks(): Networks {
  const reachable = useReachable()
  const [known, know] = useState<Pick<Networks, 'networks' | 'fault'>>(() => ({ networks: kept(), fault: undefined }))
  const again = useCallback(() => {
    call<typeof postEndpoints.networks>('GET /api/posts/networks').then(
      (networks) => {
        keep(networks)
        know({ networks, fault: undefined })
      },
      (fault: unknown) => know(({ networks }) => ({ networks, fault })),
    )
  }, [])
  useEffect(() => {
    if (reachable) again()
  }, [reachable, again])
  return { ...known, again }
}

/** With the local copy, which another practice never sees. */
function keyOf(): string | undefined {
  const owner = currentStore()?.owner
  return owner && `posts.networks/${owner.practiceId}`
}

function kept(): readonly Network[] | undefined {
  const key = keyOf()
  const text = key && localStorage.getItem(key)
  return text ? (JSON.parse(text) as Network[]) : undefined
}

function keep(networks: readonly Network[]): void {
  const key = keyOf()
  try {
    if (key) localStorage.setItem(key, JSON.stringify(networks))
  } catch {
    // A full disk: the server is asked again.
  }
}
