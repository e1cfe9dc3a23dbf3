import { type QueryClient, QueryClientContext, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useContext } from 'react'
import { makeQueryClient } from '#platform/web/queries.ts'
import { onCurrentStore } from '#platform/web/sync/current.ts'

let client: QueryClient | undefined

/* What was asked for one person is no other's. */
function makeClient(): QueryClient {
  const made = makeQueryClient()
  onCurrentStore(() => made.clear())
  return made
}

/**
 * What asks the server stands inside this: one client for the whole app, or the one that is already around it. It is no part of a first load,
 * because what a device keeps needs none; so it is loaded with the first part that asks (`routes.tsx`, or that part's own chunk).
 */
export function Queries({ children }: { children: ReactNode }) {
  const given = useContext(QueryClientContext)
  if (given) return children
  client ??= makeClient()
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
