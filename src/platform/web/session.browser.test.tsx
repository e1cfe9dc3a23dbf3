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
import { readMeta, Store } from '#platform/web/store.ts'
import { acknowledgeCleared, currentEngine, forceSync } from '#platform/web/sync.ts'
import { fakeApi, Refusal } from '#testing/browser/fake-api.ts'
import { MemoryServer } from '#testing/browser/memory-server.ts'

const Person = z.object({ id: z.string(), firstName: z.string(), practice: z.object({ id: z.string() }) })
type Person = z.output<typeof Person>
const user = endpoint({ method: 'GET', path: '/api/auth/user', audience: 'member', summary: 'Who', response: Person })
const logout = endpoint({ method: 'GET', path: '/api/logout', audience: 'public', summary: 'Out', response: z.undefined(), status: 204 })

const person = (firstName: string): Person => ({ id: uuidv7(), firstName, practice: { id: uuidv7() } })
let api: ReturnType<typeof fakeApi>
let server: MemoryServer

beforeEach(() => {
  server = new MemoryServer()
  api = fakeApi()
    .on(logout, () => undefined)
    .on(syncEndpoints.pull, async ({ query }) => ({ since: query.since, ...(await server.wires.pull(query)) }))
  takesPushes()
})
afterEach(async () => {
  await signOut(() => true)
  localStorage.clear()
  vi.unstubAllGlobals()
})

const takesPushes = () => api.on(syncEndpoints.push, ({ body }) => server.wires.push(body))
/** Names of what the server was sent. */
const pushed = () => server.pushes.flat().map((op) => op.data.name)
const signIn = (who: Person) => {
  api.on(user, () => who)
  return refreshSession()
}
const nobody = () =>
  api.on(user, () => {
    throw new Refusal('not_signed_in')
  })
/** Until the engine rests: after the pass it begins with comes the one that whoever signed in asked for meanwhile. */
async function atRest(passes = 2) {
  await expect.poll(() => server.pulls).toBe(passes)
  await expect.poll(() => currentEngine()?.state.syncing).toBe(false)
}
const create = (name: string) => record([{ action: 'CREATE', entity: 'clients', data: { name } }])

function Shown() {
  const { user: who } = useSession<SessionUser & { firstName: string }>()
  const { pendingCount, reachable, signedOut, copyWasCleared, isCaptive } = useSyncStatus()
  const way = isCaptive ? 'sign in to the network first' : reachable ? 'online' : 'offline'
  return (
    <p>{`${who?.firstName ?? 'nobody'}, ${pendingCount} waiting, ${way}${signedOut ? ', signed out' : ''}${copyWasCleared ? ', cleared' : ''}`}</p>
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
  expect(pushed()).toEqual(['Ann'])
})

test('no network shows at once, before anything is asked of the server', async () => {
  await signIn(person('Gwen'))
  const screen = await render(<Shown />)
  await atRest()
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
  takesPushes()
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
  expect(pushed()).toEqual([])
})

test("nothing leaves under another person's session", async () => {
  await signIn(person('Gwen'))
  await atRest()
  localStorage.setItem('pritchel.user', JSON.stringify(person('Huw')))
  await create('Ann')
  expect(await currentEngine()?.syncNow()).toBe('signed_out')
  expect(pushed()).toEqual([])
})

test('a sign-out made without a network reaches the server before anything else', async () => {
  await signIn(person('Gwen'))
  await atRest()
  api.offline(true)
  await signOut(() => true)
  api.offline(false)
  api.requests.length = 0
  nobody()
  await refreshSession()
  expect(api.requests).toEqual(['GET /api/logout', 'GET /api/auth/user'])
})

test("a cookie that became another person's between two requests sends nothing of this one's", async () => {
  await signIn(person('Gwen'))
  const screen = await render(<Shown />)
  api.on(syncEndpoints.push, () => {
    throw new Refusal('wrong_person')
  })
  await create('Ann')
  await expect.element(screen.getByText('Gwen, 1 waiting, online, signed out')).toBeVisible()
  expect((await currentStore()?.queue.toArray())?.map((item) => item.state)).toEqual(['sent'])
})

test('a network with a page of its own refuses nothing, and is called what it is', async () => {
  await signIn(person('Gwen'))
  const screen = await render(<Shown />)
  const ours = window.fetch
  vi.stubGlobal('fetch', async () => new Response('<html>Pay</html>', { headers: { 'content-type': 'text/html' } }))
  await create('Ann')
  await expect.element(screen.getByText('Gwen, 1 waiting, sign in to the network first')).toBeVisible()
  vi.stubGlobal('fetch', ours)
  expect(await forceSync()).toEqual({ end: 'done' })
  await expect.element(screen.getByText('Gwen, 0 waiting, online', { exact: true })).toBeVisible()
  expect(pushed()).toEqual(['Ann'])
})

test('a copy the browser cleared is told of until the person has read it', async () => {
  const gwen = person('Gwen')
  await signIn(gwen)
  const screen = await render(<Shown />)
  await atRest()
  await create('Ann')
  await atRest(3)
  await expect.element(screen.getByText('Gwen, 0 waiting, online', { exact: true })).toBeVisible()
  await Promise.all((currentStore()?.tables ?? []).map((table) => table.clear()))
  await forceSync()
  await expect.element(screen.getByText('Gwen, 0 waiting, online, cleared')).toBeVisible()
  await acknowledgeCleared()
  await expect.element(screen.getByText('Gwen, 0 waiting, online', { exact: true })).toBeVisible()
})

test('the device’s copy names its owner for the service worker only while they are signed in', async () => {
  const gwen = person('Gwen')
  await signIn(gwen)
  const store = currentStore() as Store
  await expect.poll(() => readMeta(store, 'owner')).toMatchObject({ personId: gwen.id })
  await signOut(() => true)
  // The app's own handle is closed in its own time.
  const left = new Store(store.owner)
  expect(await readMeta(left, 'owner')).toBeUndefined()
  left.close()
})
