// Baseline for a request with an API key: the same request by the session of the same member.
import type { BenchRequest } from '../ask.ts'
import { clientId, tokenOf } from '../seed.ts'

export const bySession = (practice: number): BenchRequest => ({
  path: `/api/clients/${clientId(practice, 1)}`,
  cookie: `pritchel=${tokenOf(practice)}`,
})
