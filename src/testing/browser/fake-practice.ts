import { vi } from 'vitest'
import { type CurrentUser, practiceEndpoints } from '#features/core/practice/contract.ts'
import { type Settings, settingsFrom } from '#features/core/practice/rules.ts'
import { uuidv7 } from '#lib/ids.ts'
import { syncEndpoints } from '#lib/sync.ts'
import { refreshSession, signOut } from '#platform/web/session/session.ts'
import { fakeApi } from '#testing/browser/fake-api.ts'
import { MemoryServer } from '#testing/browser/memory-server.ts'

/** The member a test is signed in as. */
const fakeUser = (change: Partial<CurrentUser> = {}): CurrentUser => ({
  id: uuidv7(),
  firstName: 'Gareth',
  lastName: 'Probert',
  profileImageUrl: null,
  email: 'gareth@example.com',
  memberId: uuidv7(),
  role: 'owner',
  initials: 'GP',
  sessionId: uuidv7(),
  isTestVersion: true,
  mapStyleUrl: null,
  hasGeocoder: false,
  hasTranscriber: false,
  practice: {
    id: uuidv7(),
    name: 'Probert Farriery',
    nation: 'wales',
    zone: 'Europe/London',
    tier: 'professional',
    trialEndsOn: null,
    paidUntil: null,
    nextTier: null,
    isPastDue: false,
    isEnding: false,
    frcNumber: null,
    workingDays: [1, 2, 3, 4, 5],
    isDemo: false,
  },
  ...change,
})

/**
 * A practice on a server in memory: `server.write` puts records there, `signIn` opens the device's own copy of them. Call `leave` after
 * each test.
 */
export function fakePractice() {
  const server = new MemoryServer()
  const api = fakeApi()
    .on(syncEndpoints.push, ({ body }) => server.wires.push(body))
    .on(syncEndpoints.pull, async ({ query }) => {
      const page = await server.wires.pull(query)
      return { ...page, since: query.since, proof: page.proof ?? '' }
    })
  return {
    server,
    api,
    /** What the practice has decided otherwise than the defaults. */
    decides: (change: Partial<Settings>) => server.write('settings', uuidv7(), { ...settingsFrom(undefined), ...change }),
    /** Every op the server has applied, oldest first. */
    ops: () => [...server.applied.values()],
    async signIn(change: Partial<CurrentUser> = {}) {
      const user = fakeUser(change)
      api.on(practiceEndpoints.user, () => user)
      await refreshSession()
      return user
    },
    async leave() {
      await signOut(() => 'forget')
      localStorage.clear()
      vi.unstubAllGlobals()
      delete document.documentElement.dataset.theme
      history.replaceState(null, '', '/')
    },
  }
}
