import { useEffect } from 'react'
import type { CurrentUser, Member } from '#features/core/practice/contract.ts'
import { refreshSession } from '#platform/web/session/session.ts'
import { useRow } from '#platform/web/use-rows.ts'

/** When an owner changes a role, it reaches the device with the local copy; the signed-in user is then fetched again, so that the screens follow. */
export function useFreshRole(user: CurrentUser | null | undefined): void {
  const now = useRow<Member>('members', user?.memberId)?.role
  const isStale = now !== undefined && user?.role !== now
  useEffect(() => {
    if (isStale) void refreshSession()
  }, [isStale])
}
