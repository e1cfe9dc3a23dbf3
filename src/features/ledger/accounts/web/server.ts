import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { accountEndpoints, FeeProposal } from '#features/ledger/accounts/contract.ts'
import type { PaperLink, SendingChannel, SentPaper } from '#features/ledger/invoices/sending-contract.ts'
import type { Day } from '#lib/dates.ts'
import { call } from '#platform/web/api.ts'
import { queryFor } from '#platform/web/queries.ts'
import { serverUrl } from '#platform/web/server-url.ts'
import { syncNow } from '#platform/web/sync/sync.ts'

type Endpoints = typeof accountEndpoints

/** Where a statement opens as a PDF. */
export const statementPdfHref = (clientId: string, from: Day, to: Day): string =>
  serverUrl(`/api/accounts/statement.pdf?${new URLSearchParams({ clientId, from, to })}`)

/** A payer's statement, as the server has it. */
export const useStatement = (clientId: string, from: Day, to: Day) =>
  useQuery({
    ...queryFor<Endpoints['statement']>('GET /api/accounts/statement', { query: { clientId, from, to } }),
    refetchOnMount: 'always',
    enabled: from !== '' && to !== '' && from <= to,
  })

/** Texts or e-mails a payer a link to their statement; what truly became of it. @throws ApiError, Unreachable */
export const sendStatement = (clientId: string, from: Day, channel: SendingChannel): Promise<SentPaper> =>
  call<Endpoints['sendStatement']>('POST /api/accounts/:id/statement/send', { params: { id: clientId }, body: { from, channel } })

/** Makes a link to a payer's statement, to hand over oneself. @throws ApiError, Unreachable */
export const linkStatement = (clientId: string, from: Day): Promise<PaperLink> =>
  call<Endpoints['statementLink']>('POST /api/accounts/:id/statement/link', { params: { id: clientId }, body: { from } })

/** Has every link to a payer's statements open nothing any more. @throws ApiError, Unreachable */
export const takeBackStatements = (clientId: string): Promise<void> =>
  call<Endpoints['takeBackStatements']>('DELETE /api/accounts/:id/statement/link', { params: { id: clientId } })

/** Texts or e-mails a payer that their payment has come. @throws ApiError, Unreachable */
export const sendReceipt = (paymentId: string, channel: SendingChannel): Promise<SentPaper> =>
  call<Endpoints['receipt']>('POST /api/accounts/receipt/:id', { params: { id: paymentId }, body: { channel } })

/** Reminds a payer of what is overdue, and refetches when each was reminded. */
export function useChase() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (clientId: string) => call<Endpoints['chase']>('POST /api/accounts/:id/chase', { params: { id: clientId }, body: {} }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['/api/accounts/debtors'] }),
  })
}

const PROPOSALS = queryFor<Endpoints['proposals']>('GET /api/accounts/proposals', { query: {} })

/** Fees that could be charged now. */
export const useProposals = () => useQuery({ ...PROPOSALS, refetchOnMount: 'always' })

/** Charges or dismisses a proposed fee; either way it is no longer proposed. */
export function useDecideFee() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, pence }: { id: string; pence: number | null }): Promise<void> => {
      if (pence === null) await call<Endpoints['dismissProposal']>('POST /api/accounts/proposals/:id/dismiss', { params: { id } })
      else await call<Endpoints['acceptProposal']>('POST /api/accounts/proposals/:id/accept', { params: { id }, body: { pence } })
    },
    onSuccess(_, { id }) {
      queries.setQueryData<FeeProposal[]>(PROPOSALS.queryKey, (before = []) => before.filter((one) => one.id !== id))
      void syncNow()
    },
  })
}
