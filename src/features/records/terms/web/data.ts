import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { NewTermsAcceptance, TermsAcceptance, TermsSection, termsEndpoints } from '#features/records/terms/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { call } from '#platform/web/api.ts'
import { queryFor } from '#platform/web/queries.ts'
import { record } from '#platform/web/sync/outbox.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { syncNow } from '#platform/web/sync/sync.ts'

/** An acceptance as this device holds it. */
export type KnownAcceptance = Kept<TermsAcceptance>

const PATH = '/api/terms-acceptance'

/** The version in force; null: the sample, which no client has been requested to accept yet. Only the server has the words. */
export const useTermsInForce = () =>
  useQuery({ ...queryFor<typeof termsEndpoints.versions>('GET /api/terms-versions'), select: ([newest]) => newest ?? null, gcTime: 0 })

/** To whom the terms went, and how far they got. */
export const useSentTerms = () => useQuery({ ...queryFor<typeof termsEndpoints.sent>('GET /api/terms-acceptance/sent'), gcTime: 0 })

/** Refetches both after a change. */
export function useRefetch() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => path === '/api/terms-versions' || path === `${PATH}/sent` })
}

/** Records an acceptance, also offline; false when that failed. The server sets the version. */
export const recordAcceptance = async ({ clientId, acceptanceMethod, notes = null }: NewTermsAcceptance): Promise<boolean> =>
  (await record([
    {
      action: 'CREATE',
      entity: 'terms_acceptances',
      endpoint: PATH,
      data: { clientId, acceptanceMethod, notes, acceptedAt: currentTime().toISOString() },
      alsoShow: BLANK,
    },
  ])) !== false

/** Has the server send the terms in force to a client. @throws ApiError, Unreachable */
export const sendTerms = (clientId: string, method: 'sms' | 'email') =>
  call<typeof termsEndpoints.send>('POST /api/terms-acceptance/send', { body: { clientId, method } })

/** Puts new terms in force. @throws ApiError, Unreachable */
export async function writeTerms(sections: TermsSection[]) {
  const version = await call<typeof termsEndpoints.write>('POST /api/terms-versions', { body: { sections } })
  await syncNow()
  return version
}

const BLANK = { termsVersion: '', typedName: null, fromAddress: null, fromAgent: null, memberId: null } satisfies Partial<TermsAcceptance>
