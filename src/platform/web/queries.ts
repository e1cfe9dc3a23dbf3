import { QueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#lib/endpoint.ts'
import { type AnswerOf, ApiError, type CallArguments, call, type RouteOf } from '#platform/web/api.ts'

/** Reads are never stale, refetched automatically or retried (Spec §7). For what lives on the server only; the rest uses `useRows`. */
export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

/** Options of `useQuery` for one read: `useQuery(asking<typeof noticeEndpoints.list>('GET /api/notices', { query }))`. */
export function queryFor<E extends Endpoint>(route: RouteOf<E>, ...args: CallArguments<E>) {
  const [options] = args
  return {
    queryKey: [...route.split(' ').slice(1), ...(options ? [options] : [])],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<AnswerOf<E>> => {
      const withSignal = [{ ...options, signal }] as unknown as CallArguments<E>
      return call<E>(route, ...withSignal)
    },
  }
}

/** The answer, or null when no user is signed in (Spec §7). */
export async function orNullOn401<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}
