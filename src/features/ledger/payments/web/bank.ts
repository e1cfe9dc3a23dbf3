import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BankLine, BankProposal, bankEndpoints } from '#features/ledger/payments/contract.ts'
import { call } from '#platform/web/api.ts'
import { syncNow } from '#platform/web/sync/sync.ts'

type Endpoints = typeof bankEndpoints
export type BankState = BankLine['state']

/** As the contract has it; the browser doesn't hold the contract. */
const MOST_TEXT = 5_000_000
const AT_ONCE = 50
const LIST = '/api/bank-lines'

/** Lines of statements of one state, newest first, a page at a time. */
export const useBankLines = (state: BankState) =>
  useInfiniteQuery({
    queryKey: [LIST, state],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after, signal }) =>
      call<Endpoints['list']>('GET /api/bank-lines', { query: { state, limit: AT_ONCE, ...(after && { after }) }, signal }),
    getNextPageParam: (last) => (last.length === AT_ONCE ? last.at(-1)?.id : undefined),
    refetchOnMount: 'always',
  })

/** Brings a statement. */
export function useBring() {
  const again = useRefetch()
  return useMutation({
    mutationFn: async (file: File) => {
      const text = textOf(await file.arrayBuffer())
      if (text.length > MOST_TEXT) throw new Unfit('This file is too large for a statement. Export a shorter period.')
      if (text.trim() === '') throw new Unfit('This file is empty.')
      return call<Endpoints['bring']>('POST /api/bank-lines', { body: { fileName: file.name || 'statement.csv', text }, gzip: true })
    },
    onSuccess: again,
  })
}

/** Refused before it is sent; the message is a sentence for people. */
export class Unfit extends Error {}

/** The payer of a line, and what it is for. */
export type Match = { paymentId?: string; payerClientId?: string; invoiceIds?: string[]; isPayout?: true }

/** A proposal as it is accepted. */
export function matchOf({ by, paymentId, payerClientId, invoices }: BankProposal): Match {
  if (by === 'payout') return { isPayout: true }
  if (paymentId) return { paymentId }
  return { ...(payerClientId && { payerClientId }), invoiceIds: invoices.map(({ id }) => id) }
}

/** The choice for one line: whose it is, that it is not of the practice, or that neither holds any longer. */
export function useMatchLine() {
  const queries = useQueryClient()
  const again = useRefetch()
  return useMutation({
    mutationFn: ({ id, action }: { id: string; action: Match | 'ignore' | 'reopen' }) => {
      if (action === 'ignore') return call<Endpoints['ignore']>('POST /api/bank-lines/:id/ignore', { params: { id } })
      if (action === 'reopen') return call<Endpoints['reopen']>('POST /api/bank-lines/:id/reopen', { params: { id } })
      return call<Endpoints['accept']>('POST /api/bank-lines/:id/accept', { params: { id }, body: action })
    },
    async onSuccess(line) {
      // Removed from its list at once; the others are fetched again.
      for (const state of ['new', 'matched', 'ignored'] as const) {
        queries.setQueryData<InfiniteData<BankLine[]>>([LIST, state], (before) => before && without(before, line.id))
      }
      await again()
    },
  })
}

/** Accepts every proposal that is sure. */
export function useAcceptSure() {
  const again = useRefetch()
  return useMutation({ mutationFn: () => call<Endpoints['acceptSure']>('POST /api/bank-lines/accept-sure'), onSuccess: again })
}

function useRefetch() {
  const queries = useQueryClient()
  return async () => {
    void syncNow()
    await queries.invalidateQueries({ queryKey: [LIST] })
  }
}

const without = ({ pages, pageParams }: InfiniteData<BankLine[]>, id: string) => ({
  pages: pages.map((page) => page.filter((line) => line.id !== id)),
  pageParams,
})

/** Banks write UTF-8, or what Windows wrote before it. */
function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
