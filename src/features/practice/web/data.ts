import { useQuery } from '@tanstack/react-query'
import type { backupEndpoints } from '#features/practice/backups.ts'
import type {
  CurrentUser,
  Invitation,
  MemberChange,
  MyNameInput,
  PracticeInput,
  practiceEndpoints,
  Registration,
} from '#features/practice/contract.ts'
import { call } from '#platform/web/api.ts'
import { asking } from '#platform/web/queries.ts'
import { refreshSession, useSession } from '#platform/web/session.ts'
import { syncNow } from '#platform/web/sync.ts'

type Endpoints = typeof practiceEndpoints

const ASK_AGAIN_MS = 3000

/** Who is signed in, with the practice; null for nobody, undefined while unknown. */
export const useCurrentUser = (): CurrentUser | null | undefined => useSession<CurrentUser>().user

/** Which ways of signing in this server offers; none known until it has answered, and it is asked again until it does. */
export function useSignInOptions(): { emailLink: boolean; demo: boolean } {
  const { data } = useQuery({
    ...asking<Endpoints['options']>('GET /api/auth/options'),
    refetchInterval: ({ state }) => (state.error ? ASK_AGAIN_MS : false),
  })
  return data ?? { emailLink: false, demo: false }
}

/** Makes a practice and opens it on this device. */
export async function register(body: Registration) {
  await call<Endpoints['register']>('POST /api/auth/register', { body })
  await refreshSession()
}

/** Signs in and opens the practice on this device. */
export async function signIn(body: { email: string; password: string }) {
  await call<Endpoints['signIn']>('POST /api/auth/password', { body })
  await refreshSession()
}

/** Has a link mailed; tells nothing of whether somebody signs in with the address. */
export const askForLink = (email: string) => call<Endpoints['askLink']>('POST /api/auth/email-link', { body: { email } })

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

/** The practices one works in. */
export const useMyPractices = () => useQuery({ ...asking<Endpoints['practices']>('GET /api/auth/practices'), gcTime: 0 })

/** Goes on in another practice: its own copy is opened on this device, and this one's stays for the way back. */
export async function enterPractice(practiceId: string) {
  await call<Endpoints['enterPractice']>('POST /api/auth/practice', { body: { practiceId } })
  await refreshSession()
}

/** Everybody who works or worked here, for owners. */
export const useMembers = () => useQuery({ ...asking<Endpoints['members']>('GET /api/members'), gcTime: 0 })

/** Takes somebody into the practice. */
export const inviteMember = (body: Invitation) => told(call<Endpoints['invite']>('POST /api/members', { body }))

/** Makes a new link for who has not signed in yet. */
export const inviteAgain = (id: string) => call<Endpoints['inviteAgain']>('POST /api/members/:id/invite', { params: { id } })

/** Changes what somebody may do here, or whether they still work here. */
export const changeMember = ({ id, ...body }: MemberChange & { id: string }) =>
  told(call<Endpoints['changeMember']>('PUT /api/members/:id', { params: { id }, body }))

/** The device learns at once what the server did by itself. */
async function told<T>(answer: Promise<T>): Promise<T> {
  const known = await answer
  void syncNow()
  return known
}

/** Where this person is signed in; its `refetch` asks again. */
export const useSessions = () => useQuery({ ...asking<Endpoints['sessions']>('GET /api/auth/sessions'), gcTime: 0 })

/** Signs one of one's devices out. */
export const endSession = (id: string) => call<Endpoints['endSession']>('DELETE /api/auth/sessions/:id', { params: { id } })

/** The server's backups, asked for anew each time; every second while one is awaited or under way, because only the server knows when it is done. */
export const useBackups = (isAwaited: boolean) =>
  useQuery({
    ...asking<typeof backupEndpoints.backups>('GET /api/backups'),
    gcTime: 0,
    refetchInterval: ({ state }) => (isAwaited || state.data?.isUnderWay ? 1000 : false),
  })

/** Has the server back everything up; it is under way when this resolves. */
export const backUp = () => call<typeof backupEndpoints.backUp>('POST /api/backups')
