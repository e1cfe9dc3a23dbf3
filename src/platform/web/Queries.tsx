import { type QueryClient, QueryClientContext, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useContext } from 'react'
import { makeQueryClient } from '#platform/web/queries.ts'
import { onCurrentStore } from '#platform/web/sync/current.ts'

let client: QueryClient | undefined

/* Data fetched for one person is never shown to another. */
function makeClient(): QueryClient {
  const made = makeQueryClient()
  onCurrentStore(() => made.clear())
  return made
}

/**
 * Provides the query client to what requests data from the server: one client for the whole app, or the one already around it. It is not
 * part of a first load, because data kept on the device needs no client; it is loaded with the first part that fetches (`routes.tsx`, or
 * that part's own chunk).
 */
export function Queries({ children }: { children: ReactNode }) {
  const given = useContext(QueryClientContext)
  if (given) return children
  client ??= makeClient()
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
