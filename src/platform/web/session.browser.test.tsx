import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'
import { uuidv7 } from '#lib/ids.ts'
import { syncEndpoints } from '#lib/sync.ts'
import { currentStore } from '#platform/web/current.ts'
import { record } from '#platform/web/outbox.ts'
import { refreshSession, type SessionUser, signOut, startSession, useSession } from '#platform/web/session.ts'
import { useSyncStatus } from '#platform/web/status.ts'
import { currentEngine } from '#platform/web/sync.ts'
import { fakeApi, Refusal } from '#testing/browser/fake-api.ts'

const Person = z.object({ id: z.string(), firstName: z.string(), practice: z.object({ id: z.string() }) })
type Person = z.output<typeof Person>
const user = endpoint({ method: 'GET', path: '/api/auth/user', audience: 'member', summary: 'Who', response: Person })
const logout = endpoint({ method: 'GET', path: '/api/logout', audience: 'public', summary: 'Out', response: z.undefined(), status: 204 })

const person = (firstName: string): Person => ({ id: uuidv7(), firstName, practice: { id: uuidv7() } })
const epoch = uuidv7()
let api: ReturnType<typeof fakeApi>
let pushed: string[]

beforeEach(() => {
  pushed = []
  api = fakeApi()
    .on(logout, () => undefined)
    .on(syncEndpoints.pull, () => ({ epoch, view: epoch, since: 0, cursor: 1, more: false, rows: [] }))
    .on(syncEndpoints.push, ({ body }) => {
      pushed.push(...body.ops.map((op) => String(op.data.name)))
      return {
        epoch,
        view: epoch,
        results: body.ops.map((op) => ({ opId: op.opId, status: 'applied' as const, id: op.id, rev: 1, row: op.data })),
      }
    })
})
afterEach(async () => {
  await signOut(() => true)
  localStorage.clear()
  vi.unstubAllGlobals()
})

const signIn = (who: Person) => {
  api.on(user, () => who)
  return refreshSession()
}
const nobody = () =>
  api.on(user, () => {
    throw new Refusal('not_signed_in')
  })
const create = (name: string) => record([{ action: 'CREATE', entity: 'clients', data: { name } }])

function Shown() {
  const { user: who } = useSession<SessionUser & { firstName: string }>()
  const { pendingCount, reachable, signedOut } = useSyncStatus()
  return (
    <p>{`${who?.firstName ?? 'nobody'}, ${pendingCount} waiting, ${reachable ? 'online' : 'offline'}${signedOut ? ', signed out' : ''}`}</p>
  )
}

test('the app opens signed in and works without a network', async () => {
  localStorage.setItem('pritchel.user', JSON.stringify(person('Gwen')))
  api.offline(true)
  void startSession()
  const screen = await render(<Shown />)
  await expect.element(screen.getByText('Gwen, 0 waiting, offline')).toBeVisible()
  await create('Ann')
  await expect.element(screen.getByText('Gwen, 1 waiting, offline')).toBeVisible()
  api.offline(false)
  window.dispatchEvent(new Event('online'))
  await expect.element(screen.getByText('Gwen, 0 waiting, online')).toBeVisible()
  expect(pushed).toEqual(['Ann'])
})

test('no network shows at once, before anything is asked of the server', async () => {
  await signIn(person('Gwen'))
  const screen = await render(<Shown />)
  await vi.waitFor(() => expect(currentEngine()?.state.syncing).toBe(false))
  const asked = api.requests.length
  window.dispatchEvent(new Event('offline'))
  await expect.element(screen.getByText('Gwen, 0 waiting, offline')).toBeVisible()
  expect(api.requests).toHaveLength(asked)
  window.dispatchEvent(new Event('online'))
  await expect.element(screen.getByText('Gwen, 0 waiting, online')).toBeVisible()
})

test('a lost session keeps unsent changes in sight and sends them once the same person is back', async () => {
  const gwen = person('Gwen')
  await signIn(gwen)
  const screen = await render(<Shown />)
  api.on(syncEndpoints.push, () => {
    throw new Refusal('not_signed_in')
  })
  nobody()
  await create('Ann')
  await expect.element(screen.getByText('Gwen, 1 waiting, online, signed out')).toBeVisible()
  api.on(syncEndpoints.push, ({ body }) => ({
    epoch,
    view: epoch,
    results: body.ops.map((op) => ({ opId: op.opId, status: 'applied' as const, id: op.id, rev: 1, row: op.data })),
  }))
  await signIn(gwen)
  await expect.element(screen.getByText('Gwen, 0 waiting, online', { exact: true })).toBeVisible()
})

test('a lost session with nothing waiting signs the device out', async () => {
  await signIn(person('Gwen'))
  const screen = await render(<Shown />)
  nobody()
  await refreshSession()
  await expect.element(screen.getByText(/^nobody/)).toBeVisible()
  expect(currentStore()).toBeUndefined()
})

test('signing out asks first when changes wait, and keeps them for the same person', async () => {
  const gwen = person('Gwen')
  await signIn(gwen)
  api.on(syncEndpoints.push, () => {
    throw new Refusal('internal')
  })
  await create('Ann')
  const ask = vi.fn(() => false)
  expect(await signOut(ask)).toBe(false)
  expect(ask).toHaveBeenCalledWith(1)
  expect(await signOut(() => true)).toBe(true)
  await signIn(person('Huw'))
  expect(await currentStore()?.queue.count()).toBe(0)
  await currentEngine()?.syncNow()
  await signIn(gwen)
  expect(await currentStore()?.queue.count()).toBe(1)
  expect(pushed).toEqual([])
})

test("nothing leaves under another person's session", async () => {
  await signIn(person('Gwen'))
  await vi.waitFor(() => expect(currentEngine()?.state.syncing).toBe(false))
  localStorage.setItem('pritchel.user', JSON.stringify(person('Huw')))
  await create('Ann')
  expect(await currentEngine()?.syncNow()).toBe('signed_out')
  expect(pushed).toEqual([])
})

test('a sign-out made without a network reaches the server before anything else', async () => {
  await signIn(person('Gwen'))
  await vi.waitFor(() => expect(currentEngine()?.state.syncing).toBe(false))
  api.offline(true)
  await signOut(() => true)
  api.offline(false)
  api.requests.length = 0
  nobody()
  await refreshSession()
  expect(api.requests).toEqual(['GET /api/logout', 'GET /api/auth/user'])
})
