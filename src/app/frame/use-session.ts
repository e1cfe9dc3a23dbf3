import { useQuery } from '@tanstack/react-query'
import type { Person } from '#app/frame/person.ts'
import type { practiceEndpoints } from '#features/practice/contract.ts'
import { asking, orNullOn401 } from '#platform/web/queries.ts'

type Session = { state: 'unknown' } | { state: 'signed-out' } | { state: 'signed-in'; person: Person }

/** Who is signed in on this device. */
export function useSession(): Session {
  const { queryKey, queryFn } = asking<typeof practiceEndpoints.user>('GET /api/auth/user')
  const { data, isPending } = useQuery({ queryKey, queryFn: (context) => orNullOn401(queryFn(context)) })
  if (isPending) return { state: 'unknown' }
  return data ? { state: 'signed-in', person: { ...data, practiceName: data.practice.name } } : { state: 'signed-out' }
}
