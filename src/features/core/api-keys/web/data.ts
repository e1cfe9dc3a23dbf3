import { useQuery } from '@tanstack/react-query'
import type { apiKeyEndpoints, NewApiKey } from '#features/core/api-keys/contract.ts'
import { call } from '#platform/web/api.ts'
import { queryFor } from '#platform/web/queries.ts'

type Endpoints = typeof apiKeyEndpoints

/** The practice's API keys, fetched again each time the screen is opened: programs use them meanwhile. */
export const useApiKeys = () => useQuery({ ...queryFor<Endpoints['list']>('GET /api/api-keys'), gcTime: 0 })

/** Makes a key. The answer alone has what it opens by. */
export const makeApiKey = (body: NewApiKey) => call<Endpoints['make']>('POST /api/api-keys', { body })

/** Revokes a key. */
export const revokeApiKey = (id: string) => call<Endpoints['revoke']>('DELETE /api/api-keys/:id', { params: { id } })
