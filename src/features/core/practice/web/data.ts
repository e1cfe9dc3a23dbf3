import { useQuery } from '@tanstack/react-query'
import type { backupEndpoints } from '#features/core/practice/backups.ts'
import type {
  CurrentUser,
  MemberChange,
  MyNameInput,
  PracticeInput,
  practiceEndpoints,
  Registration,
  Role,
} from '#features/core/practice/contract.ts'
import type { Invitation, invitationEndpoints } from '#features/core/practice/invitations.ts'
import type { ShellRequest, shellEndpoints } from '#features/core/practice/shells.ts'
import { call } from '#platform/web/api.ts'
import { queryFor } from '#platform/web/queries.ts'
import { refreshSession, sessionNow, useSession } from '#platform/web/session/session.ts'
import { reachable } from '#platform/web/sync/reach.ts'
import { syncNow } from '#platform/web/sync/sync.ts'

type Endpoints = typeof practiceEndpoints
type Invitations = typeof invitationEndpoints

const REFETCH_MS = 3000

/** The signed-in user, with the practice; null when no one is signed in, undefined while unknown. */
export const useCurrentUser = (): CurrentUser | null | undefined => useSession<CurrentUser>().user

/** Which ways of signing in this server offers; none until the server has responded (`isKnown`); the request is repeated until it does. */
export function useSignInOptions(): { emailLink: boolean; demo: boolean; isKnown: boolean } {
  const { data } = useQuery({
    ...queryFor<Endpoints['options']>('GET /api/auth/options'),
    refetchInterval: ({ state }) => (state.error ? REFETCH_MS : false),
  })
  return { emailLink: data?.emailLink ?? false, demo: data?.demo ?? false, isKnown: data !== undefined }
}

/**
 * Registers a practice and opens it on this device: `in`. `mail`: the link in the mail does that. `later`: it is made, and the signal went
 * before it could be opened.
 */
export async function register(body: Registration): Promise<'in' | 'mail' | 'later'> {
  await call<Endpoints['register']>('POST /api/auth/register', { body })
  await refreshSession()
  return sessionNow().user ? 'in' : reachable() ? 'mail' : 'later'
}

/** Opens on this device the practice that was registered; false while the server can't be reached. */
export async function goOnRegistered(): Promise<boolean> {
  await refreshSession()
  return Boolean(sessionNow().user)
}

/** Signs in and opens the practice on this device. */
export async function signIn(body: { email: string; password: string }) {
  await call<Endpoints['signIn']>('POST /api/auth/password', { body })
  await refreshSession()
}

/** Has a link mailed, to sign in with or to choose a new password; does not reveal whether the address has an account. */
export const requestLink = (body: { email: string; isForgotten?: boolean }) =>
  call<Endpoints['askLink']>('POST /api/auth/email-link', { body })

/** Signs in with the token of a link, which then is spent; without a new password the old one stays. */
export async function signInWithLink(token: string, password: string) {
  await call<Endpoints['useLink']>('POST /api/auth/email-link/use', { body: { token, ...(password ? { password } : {}) } })
  await refreshSession()
}

/** Opens the demo practice on this device. */
export async function openDemo() {
  await call<Endpoints['demo']>('POST /api/auth/demo')
  await refreshSession()
}

/** Changes the practice and one's own name; absent fields stay. */
export async function changePractice(body: PracticeInput) {
  await call<Endpoints['updatePractice']>('PUT /api/practice', { body })
  await refreshSession()
}

/** Changes one's own name, as colleagues see it. */
export async function changeMyName(body: MyNameInput) {
  await call<Endpoints['changeMyName']>('PUT /api/auth/user', { body })
  await refreshSession()
}

/** Makes the code by which the shell that opened this browser signs in, and the letters to type instead. */
export const letShellIn = (body: ShellRequest) => call<(typeof shellEndpoints)['code']>('POST /api/auth/shell/code', { body })

/** The practices one works in. */
export const useMyPractices = () => useQuery({ ...queryFor<Endpoints['practices']>('GET /api/auth/practices'), gcTime: 0 })

/** Switches to another practice: its local copy is opened on this device, and the current one stays for the way back. */
export async function enterPractice(practiceId: string) {
  await call<Endpoints['enterPractice']>('POST /api/auth/practice', { body: { practiceId } })
  await refreshSession()
}

/** All current and former members, for owners. */
export const useMembers = () => useQuery({ ...queryFor<Endpoints['members']>('GET /api/members'), gcTime: 0 })

/** The open invitations, for owners. */
export const usePendingInvitations = () => useQuery({ ...queryFor<Invitations['pending']>('GET /api/invitations'), gcTime: 0 })

/** Invites a person to the practice. */
export const invite = (body: Invitation) => call<Invitations['invite']>('POST /api/invitations', { body })

/** Invites a former member back. */
export const inviteBack = ({ id, role }: { id: string; role: Role }) =>
  call<Invitations['inviteBack']>('POST /api/members/:id/invite', { params: { id }, body: { role } })

/** Replaces the link with a new one. */
export const inviteAgain = (id: string) => call<Invitations['inviteAgain']>('POST /api/invitations/:id/again', { params: { id } })

/** Withdraws an invitation. */
export const withdrawInvitation = (id: string) => call<Invitations['withdraw']>('DELETE /api/invitations/:id', { params: { id } })

/** The practices that have invited the signed-in user. */
export const useMyInvitations = () => useQuery({ ...queryFor<Invitations['mine']>('GET /api/auth/invitations'), gcTime: 0 })

/** Accepts an invitation and opens that practice on this device. */
export async function acceptInvitation(id: string) {
  await call<Invitations['acceptMine']>('POST /api/auth/invitations/:id/accept', { params: { id } })
  await refreshSession()
}

export const declineInvitation = (id: string) => call<Invitations['declineMine']>('DELETE /api/auth/invitations/:id', { params: { id } })

/** The invitation behind a link. */
export const openInvitation = (token: string) => call<Invitations['open']>('POST /api/auth/invitation', { body: { token } })

/** Accepts by a link; true when that signed in too, and the practice is open on this device. */
export async function acceptByLink(token: string, password: string): Promise<boolean> {
  const { isSignedIn } = await call<Invitations['accept']>('POST /api/auth/invitation/accept', {
    body: { token, ...(password ? { password } : {}) },
  })
  if (isSignedIn) await refreshSession()
  return isSignedIn
}

export const declineByLink = (token: string) => call<Invitations['decline']>('POST /api/auth/invitation/decline', { body: { token } })

/** Changes a member's role, or whether they still work here. */
export const changeMember = ({ id, ...body }: MemberChange & { id: string }) =>
  syncedAfter(call<Endpoints['changeMember']>('PUT /api/members/:id', { params: { id }, body }))

/** Syncs at once, so that the device receives the changes the server made itself. */
async function syncedAfter<T>(answer: Promise<T>): Promise<T> {
  const known = await answer
  void syncNow()
  return known
}

/** The sessions of this user; `refetch` fetches them again. */
export const useSessions = () => useQuery({ ...queryFor<Endpoints['sessions']>('GET /api/auth/sessions'), gcTime: 0 })

/** Signs one of one's devices out. */
export const endSession = (id: string) => call<Endpoints['endSession']>('DELETE /api/auth/sessions/:id', { params: { id } })

/** The server's backups, fetched again each time; every second while one is awaited or in progress, because only the server knows when it is done. */
export const useBackups = (isAwaited: boolean) =>
  useQuery({
    ...queryFor<typeof backupEndpoints.backups>('GET /api/backups'),
    gcTime: 0,
    refetchInterval: ({ state }) => (isAwaited || state.data?.isUnderWay ? 1000 : false),
  })

/** Starts a backup of the whole server; it is in progress when this resolves. */
export const backUp = () => call<typeof backupEndpoints.backUp>('POST /api/backups')
