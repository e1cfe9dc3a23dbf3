import type { CurrentUser, Member } from '#features/core/practice/contract.ts'
import { diaryMembers } from '#features/core/practice/rules.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRows } from '#platform/web/use-rows.ts'

/**
 * The member whose diary is shown; null for everyone's. `asked`: a member's id, empty for everyone, null when none was chosen: then the
 * user's own, if they go out alone; an apprentice and the office see everyone's. Where one person works it is always everyone's.
 */
export function useShownMember(asked: string | null = null): string | null {
  const members = useRows<Member>('members') ?? []
  const user = useSession<CurrentUser>().user
  const offered = diaryMembers(members, asked ?? undefined)
  if (offered.length < 2) return null
  if (asked !== null) return offered.some(({ id }) => id === asked) ? asked : null
  const goesAlone = user?.role === 'owner' || user?.role === 'farrier'
  return goesAlone && offered.some(({ id }) => id === user.memberId) ? user.memberId : null
}
