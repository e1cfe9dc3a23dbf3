import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { Integration, integrationEndpoints } from '#features/office/integrations/contract.ts'
import { call } from '#platform/web/api.ts'
import { goOutside } from '#platform/web/device/outside.ts'
import { queryFor } from '#platform/web/queries.ts'

type Endpoints = typeof integrationEndpoints
type Change = { id: string; enabled: boolean; settings?: Integration['settings'] }
/** Lines of what was exchanged that are read at once. */
const LINES = 50

const LIST = queryFor<Endpoints['list']>('GET /api/integrations')
const ADDRESS = queryFor<Endpoints['feedAddress']>('GET /api/integrations/feed/address')

/** What can be connected, which only the server has. */
export const useIntegrations = () =>
  useQuery({
    ...LIST,
    refetchOnMount: 'always',
    // What is being exchanged, or taken out, is soon done.
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? LOOK_MS : false),
  })

const LOOK_MS = 3000
const isUnderWay = ({ id, enabled, isEnding, status, lastSuccessAt, isRehearsed }: Integration) =>
  isEnding || (id !== 'feed' && enabled && status === 'connected' && lastSuccessAt === null && !isRehearsed)

/** Switches a connection on or off, or changes its settings. */
export const useChange = () =>
  useReplacing(({ id, ...body }: Change) => call<Endpoints['change']>('PUT /api/integrations/:id', { params: { id }, body }))

/** Begins to sign in to a service, whose page takes the place of this one and leads back to it; where nothing leaves, it is connected at once. */
export function useSignIn() {
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: ({ id, settings }: { id: string; settings: Pick<Integration['settings'], 'level' | 'books' | 'booksFrom'> }) =>
      call<Endpoints['signIn']>('POST /api/integrations/:id/sign-in', { params: { id }, body: { settings } }),
    async onSuccess({ url }) {
      if (!url.startsWith('/')) return goOutside(url)
      await queries.invalidateQueries({ queryKey: LIST.queryKey })
      navigate(url, { replace: true })
    },
  })
}

/** Ends a connection; `there`: whether what we put there is left or taken out. */
export const useDisconnect = () =>
  useReplacing(({ id, there = 'leave' }: { id: string; there?: 'leave' | 'remove' }) =>
    call<Endpoints['disconnect']>('DELETE /api/integrations/:id', { params: { id }, query: { there } }),
  )

/** Exchanges now; `many`: what is done about very many changes there. */
export const useCheck = () =>
  useReplacing(({ id, many }: { id: string; many?: 'ask' | 'back' }) =>
    call<Endpoints['check']>('POST /api/integrations/:id/check', { params: { id }, body: { ...(many && { many }) } }),
  )

/** What was exchanged, newest first; read again after each exchange (`last`). */
export const useExchanged = (id: string, last: string | null) =>
  useInfiniteQuery({
    queryKey: ['GET /api/integrations/:id/log', id, last],
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam }) =>
      call<Endpoints['log']>('GET /api/integrations/:id/log', {
        params: { id },
        query: { limit: LINES, ...(pageParam && { after: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < LINES ? undefined : page.at(-1)?.id),
    refetchOnMount: 'always',
  })

/** The calendars of the account there, fetched from the far side each time. */
export const useFarCalendars = (id: string) =>
  useQuery({
    queryKey: ['GET /api/integrations/:id/calendars', id],
    queryFn: () => call<Endpoints['calendars']>('GET /api/integrations/:id/calendars', { params: { id } }),
    refetchOnMount: 'always',
  })

/** How many invoices and credit notes go to accounting from a day on. */
export const usePapersFrom = (id: string, from: string) =>
  useQuery({
    queryKey: ['GET /api/integrations/:id/papers', id, from],
    placeholderData: keepPreviousData,
    queryFn: () => call<Endpoints['papersFrom']>('GET /api/integrations/:id/papers', { params: { id }, query: { from } }),
    refetchOnMount: 'always',
  })

const HELD = 'GET /api/integrations/:id/held'

/** What waits for a person; read again after each exchange (`last`). */
export const useHeld = (id: string, last: string | null) =>
  useQuery({
    queryKey: [HELD, id, last],
    placeholderData: keepPreviousData,
    queryFn: () => call<Endpoints['held']>(HELD, { params: { id } }),
    refetchOnMount: 'always',
  })

/** Sends what was held back again, or leaves it out; its card says so too. */
export function useRelease(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ itemId, answer }: { itemId: string; answer: 'again' | 'leave' }) =>
      call<Endpoints['release']>('POST /api/integrations/:id/held/:itemId', { params: { id, itemId }, body: { answer } }),
    async onSuccess(left) {
      queries.setQueriesData({ queryKey: [HELD, id] }, left)
      await queries.invalidateQueries({ queryKey: LIST.queryKey })
    },
  })
}

/** The newsletter lists of the account there, fetched each time, and how many people would be on one. */
export const useFarLists = (id: string) =>
  useQuery({
    queryKey: ['GET /api/integrations/:id/lists', id],
    queryFn: () => call<Endpoints['lists']>('GET /api/integrations/:id/lists', { params: { id } }),
    refetchOnMount: 'always',
  })

/** Test version: what would be there. */
export const useRehearsed = (id: string) =>
  useQuery({
    queryKey: ['GET /api/integrations/:id/rehearsal', id],
    queryFn: () => call<Endpoints['rehearsal']>('GET /api/integrations/:id/rehearsal', { params: { id } }),
    refetchOnMount: 'always',
  })

/** The secret address of the member's own feed; kept only while it is shown. */
export const useFeedAddress = () => useQuery({ ...ADDRESS, gcTime: 0 })

/** Replaces that address. */
export function useRenewFeed() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call<Endpoints['renewFeed']>('POST /api/integrations/feed/address'),
    onSuccess: (now) => queries.setQueryData(ADDRESS.queryKey, now),
  })
}

/** The answer takes the place of what is shown. */
function useReplacing<A>(mutationFn: (input: A) => Promise<Integration>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (now) =>
      queries.setQueryData<Integration[]>(LIST.queryKey, (before = []) => before.map((one) => (one.id === now.id ? now : one))),
  })
}
