import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AskOutcome, ClientPortal, guestEndpoints, InviteHow, OwnerAsk } from '#features/records/guests/contract.ts'
import type { shareEndpoints } from '#features/records/guests/share-contract.ts'
import type { Also } from '#features/records/horses/web/data.ts'
import { currentTime } from '#lib/clock.ts'
import { call } from '#platform/web/api.ts'
import { queryFor } from '#platform/web/queries.ts'
import { type Change, record } from '#platform/web/sync/outbox.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { syncNow } from '#platform/web/sync/sync.ts'

/** A request as this device holds it. */
export type KnownAsk = Kept<OwnerAsk>
type Undo = () => Promise<boolean>

/** Answers an owner's request. Returns how to undo that, or false when this device no longer has it. */
export async function answer(ask: Pick<OwnerAsk, 'id'>, outcome: AskOutcome, memberId: string): Promise<false | Undo> {
  const { done, undone } = answering(ask, outcome, memberId)
  return (await record(done)) !== false && (async () => (await record(undone)) !== false)
}

/** The answer to an owner's request, to be recorded with what was done about it. */
export const answering = ({ id }: Pick<OwnerAsk, 'id'>, outcome: AskOutcome, memberId: string): Also => ({
  done: [marked(id, { seenAt: currentTime().toISOString(), outcome }, memberId)],
  undone: [marked(id, { seenAt: null, outcome: null }, null)],
})

/** Replies to what a sharer or a yard manager wrote. Returns whether this device still has it; once sent, it can't be undone. */
export async function reply({ id }: Pick<OwnerAsk, 'id'>, words: string, memberId: string): Promise<boolean> {
  const now = currentTime().toISOString()
  const data = { seenAt: now, outcome: 'done', reply: words } as const
  const alsoShow = { seenBy: memberId, repliedAt: now, repliedBy: memberId }
  return (await record([{ action: 'UPDATE', entity: 'owner_asks', id, data, alsoShow }])) !== false
}

const marked = (id: string, data: Pick<OwnerAsk, 'seenAt' | 'outcome'>, seenBy: string | null): Change => ({
  action: 'UPDATE',
  entity: 'owner_asks',
  id,
  data,
  alsoShow: { seenBy },
})

/** Who sees what is a client's, by the server's answer. */
export const useClientPortal = (clientId: string) =>
  useQuery({ ...queryFor<typeof guestEndpoints.portal>('GET /api/clients/:id/portal', { params: { id: clientId } }), gcTime: 0 })

/** Who manages a yard, by the server's answer. */
export const useYardPortal = (yardId: string) =>
  useQuery({ ...queryFor<typeof guestEndpoints.yardPortal>('GET /api/yards/:id/portal', { params: { id: yardId } }), gcTime: 0 })

/** Has the server invite the manager of a yard. @throws ApiError, Unreachable */
export const inviteManager = (yardId: string, body: { toName: string; to: string }) =>
  call<typeof guestEndpoints.inviteManager>('POST /api/yards/:id/portal/invite', { params: { id: yardId }, body })

/** Ends at once what a manager sees of a yard, or withdraws an invitation. @throws ApiError, Unreachable */
export const endManager = (yardId: string, body: { personId: string } | { inviteId: string }) =>
  call<typeof guestEndpoints.endManager>('POST /api/yards/:id/portal/end', { params: { id: yardId }, body })

/** What was opened of a client's, of a horse and its files, or of a yard. */
export const useOpenings = (of: { clientId: string } | { horseId: string } | { yardId: string }) =>
  useQuery({ ...queryFor<typeof guestEndpoints.log>('GET /api/guests/log', { query: of }), gcTime: 0 })

/** Fetches again who sees what. */
export function useRefetch() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['/api/clients/:id/portal'] })
}

/** Has the server invite a client. @throws ApiError, Unreachable */
export async function invite(clientId: string, how: InviteHow) {
  const invited = await call<typeof guestEndpoints.invite>('POST /api/clients/:id/portal/invite', {
    params: { id: clientId },
    body: { how },
  })
  await syncNow()
  return invited
}

/** Has the server invite several clients by one request. Returns whom it could not, and why. @throws ApiError, Unreachable */
export async function inviteAll(invites: readonly { clientId: string; how: 'sms' | 'email' }[]) {
  const { refused } = await call<typeof guestEndpoints.inviteAll>('POST /api/portal/invites', { body: { invites: [...invites] } })
  await syncNow()
  return refused
}

/** Ends at once what a person sees of a client's; without one, everyone's. @throws ApiError, Unreachable */
export async function endAccess(clientId: string, personId?: string) {
  await call<typeof guestEndpoints.end>('POST /api/clients/:id/portal/end', {
    params: { id: clientId },
    body: personId ? { personId } : {},
  })
  await syncNow()
}

type InvitingOther = Parameters<typeof call<typeof guestEndpoints.inviteOther>>[1]['body']

/** Has the server invite a person besides a client. @throws ApiError, Unreachable */
export async function inviteOther(clientId: string, body: InvitingOther) {
  await call<typeof guestEndpoints.inviteOther>('POST /api/clients/:id/portal/others', { params: { id: clientId }, body })
  await syncNow()
}

/** Ends at once what a person besides a client sees of theirs, or withdraws their invitation. @throws ApiError, Unreachable */
export async function endOther(clientId: string, { role, what, id }: Pick<ClientPortal['others'][number], 'role' | 'what' | 'id'>) {
  await call<typeof guestEndpoints.endOther>('POST /api/clients/:id/portal/others/end', {
    params: { id: clientId },
    body: { role, what, id },
  })
  await syncNow()
}

/** The links to a horse, by the server's answer. */
export const useShares = (horseId: string) =>
  useQuery({ ...queryFor<typeof shareEndpoints.list>('GET /api/horses/:id/shares', { params: { id: horseId } }), gcTime: 0 })

/** Fetches again which links there are. */
export function useRefetchShares() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['/api/horses/:id/shares'] })
}

/** Ends a link at once. @throws ApiError, Unreachable */
export const endShare = (id: string) => call<typeof shareEndpoints.end>('POST /api/shares/:id/end', { params: { id } })

/** Lets this browser see the portal as a client does; the address where it is. @throws ApiError, Unreachable */
export const lookAs = async (clientId: string): Promise<string> =>
  (await call<typeof guestEndpoints.preview>('POST /api/clients/:id/portal/preview', { params: { id: clientId } })).path
