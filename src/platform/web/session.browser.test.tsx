import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'
import { uuidv7 } from '#lib/ids.ts'
import { keptQueueEndpoints } from '#lib/kept-queue.ts'
import { syncEndpoints } from '#lib/sync.ts'
import { Unreachable } from '#platform/web/api.ts'
import { currentStore } from '#platform/web/current.ts'
import { record } from '#platform/web/outbox.ts'
import { refreshSession, type SessionUser, sessionNow, settle, signOut, startSession, useSession } from '#platform/web/session.ts'
import { useSyncStatus } from '#platform/web/status.ts'
import { readMeta, type Store } from '#platform/web/store.ts'
import { acknowledgeCleared, currentEngine, forceSync } from '#platform/web/sync.ts'
import { fakeApi, Refusal } from '#testing/browser/fake-api.ts'
import { MemoryServer } from '#testing/browser/memory-server.ts'

const Person = z.object({ id: z.string(), sessionId: z.string().optional(), firstName: z.string(), practice: z.object({ id: z.string() }) })
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
    .on(syncEndpoints.pull, async ({ query }) => {
      const page = await server.wires.pull(query)
      return { ...page, since: query.since, proof: page.proof ?? '' }
    })
  takesPushes()
})
afterEach(async () => {
  await signOut(() => 'forget')
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

/** The server as it holds keys, for whoever is signed in. */
function holdsKeys() {
  const keys = new Map<string, string>()
  const needed = (id: string) => {
    const key = keys.get(id)
    if (!key) throw new Refusal('kept_key_not_found')
    return { key }
  }
  api
    .on(keptQueueEndpoints.deposit, ({ params, body }) => void keys.set(params.id, body.key))
    .on(keptQueueEndpoints.read, ({ params }) => needed(params.id))
    .on(keptQueueEndpoints.remove, ({ params }) => void keys.delete(params.id))
  return keys
}
const refusePushes = () =>
  api.on(syncEndpoints.push, () => {
    throw new Refusal('internal')
  })
/** Everything in every database of this browser, as text, sealed bytes too. */
async function onDisk(): Promise<string> {
  const found: string[] = []
  for (const name of await Dexie.getDatabaseNames()) {
    const db = await new Dexie(name).open()
    for (const table of db.tables)
      found.push(
        name,
        JSON.stringify(await table.toArray(), (_, value) => asText(value)),
      )
    db.close()
  }
  return found.join('\n')
}
const asText = (value: unknown) =>
  value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? new TextDecoder('latin1').decode(value as ArrayBuffer) : value
const endedFor = (who: Person, why: 'signed_out' | 'dismissed' | 'revoked') =>
  api.on(user, () => {
    throw new Refusal(why, { sessionId: uuidv7(), personId: who.id, practiceId: who.practice.id })
  })

test('signing out with nothing unsent asks nothing, and leaves nothing of the practice on the device', async () => {
  const gwen = person('Gwen')
  await signIn(gwen)
  await create('Ann')
  await expect.poll(pushed).toEqual(['Ann'])
  await expect.poll(() => currentStore()?.queue.count()).toBe(0)
  localStorage.setItem(`draft/${gwen.practice.id}/${gwen.id}/client`, '{"name":"Ann"}')
  const ask = vi.fn(() => 'stay' as const)
  expect(await signOut(ask)).toBe(true)
  expect(ask).not.toHaveBeenCalled()
  expect(await onDisk()).not.toContain('Ann')
  expect(JSON.stringify(localStorage)).not.toMatch(/Ann|Gwen/)
})

test('with changes unsent it asks first, and who stays keeps everything', async () => {
  await signIn(person('Gwen'))
  refusePushes()
  await create('Ann')
  const ask = vi.fn(() => 'stay' as const)
  expect(await signOut(ask)).toBe(false)
  expect(ask).toHaveBeenCalledWith({ changes: 1, files: 0, recordings: 0 })
  expect(await currentStore()?.queue.count()).toBe(1)
})

test('who keeps them gets them back at the next sign-in, and they go once; nobody can read them meanwhile', async () => {
  const gwen = person('Gwen')
  const keys = holdsKeys()
  await signIn(gwen)
  refusePushes()
  await create('Ann')
  expect(await signOut(() => 'keep')).toBe(true)
  expect([keys.size, await onDisk()]).toEqual([1, expect.not.stringContaining('Ann')])
  takesPushes()
  await signIn(person('Huw'))
  await currentEngine()?.syncNow()
  expect([pushed(), await onDisk()]).toEqual([[], expect.not.stringContaining('Ann')])
  await signOut(() => 'forget')
  await signIn(gwen)
  await expect.poll(pushed).toEqual(['Ann'])
  await expect.poll(() => keys.size).toBe(0)
  await refreshSession()
  await currentEngine()?.syncNow()
  expect(pushed()).toEqual(['Ann'])
  expect(await readMeta(currentStore() as Store, 'wasCleared')).toBeUndefined()
})

test('without a connection nothing can be kept, and nothing has happened', async () => {
  await signIn(person('Gwen'))
  refusePushes()
  await create('Ann')
  api.offline(true)
  await expect(signOut(() => 'keep')).rejects.toThrow(Unreachable)
  api.offline(false)
  expect(await currentStore()?.queue.count()).toBe(1)
})

test('what came in while the question stood is asked about again', async () => {
  await signIn(person('Gwen'))
  refusePushes()
  await create('Ann')
  const asked: number[] = []
  const signedOut = await signOut(async ({ changes }) => {
    asked.push(changes)
    if (changes > 1) return 'stay'
    await create('Beth')
    return 'forget'
  })
  expect([signedOut, asked]).toEqual([false, [1, 2]])
  expect(await currentStore()?.queue.count()).toBe(2)
})

test.each(['signed_out', 'revoked', 'dismissed'] as const)(
  '%s: the copy ends, and what is unsent is asked about before anything else',
  async (why) => {
    const gwen = person('Gwen')
    const keys = holdsKeys()
    await signIn(gwen)
    server.write('clients', uuidv7(), { name: 'Old client' })
    await forceSync()
    refusePushes()
    await create('Ann')
    endedFor(gwen, why)
    await refreshSession()
    expect(sessionNow().ended).toMatchObject({ why, unsent: { changes: 1 } })
    expect(currentStore()).toBeUndefined()
    expect(await onDisk()).not.toContain('Old client')
    expect(await onDisk()).toContain('Ann')
    await settle(why === 'dismissed' ? 'forget' : 'keep')
    expect(sessionNow()).toEqual({ user: null })
    expect([keys.size, await onDisk()]).toEqual([why === 'dismissed' ? 0 : 1, expect.not.stringContaining('Ann')])
    takesPushes()
    await signIn(gwen)
    await currentEngine()?.syncNow()
    await expect.poll(pushed).toEqual(why === 'dismissed' ? [] : ['Ann'])
  },
)

test('the question outlives the page, and is answered without a network by a file', async () => {
  const gwen = person('Gwen')
  await signIn(gwen)
  refusePushes()
  await create('Ann')
  endedFor(gwen, 'revoked')
  await refreshSession()
  api.offline(true)
  void startSession()
  await expect.poll(() => sessionNow().ended?.unsent).toEqual({ changes: 1, files: 0, recordings: 0 })
  await settle('forget')
  expect(await onDisk()).not.toContain('Ann')
})

test('a word about a session that the same person has replaced since ends nothing', async () => {
  const gwen = { ...person('Gwen'), sessionId: uuidv7() }
  api.on(user, () => gwen)
  localStorage.setItem('pritchel.user', JSON.stringify(gwen))
  await startSession()
  refusePushes()
  await create('Ann')
  endedFor(gwen, 'signed_out')
  await refreshSession()
  expect(sessionNow().ended).toBeUndefined()
  expect(await currentStore()?.queue.count()).toBe(1)
})

test('a device whose cookie was left by a plain link learns it when it is next opened', async () => {
  const gwen = person('Gwen')
  await signIn(gwen)
  server.write('clients', uuidv7(), { name: 'Old client' })
  await forceSync()
  nobody()
  await refreshSession()
  expect([sessionNow().user, await onDisk()]).toEqual([null, expect.stringContaining('Old client')])
  endedFor(gwen, 'signed_out')
  await refreshSession()
  expect(await onDisk()).not.toContain('Old client')
})

test("nothing leaves under another person's session", async () => {
  await signIn(person('Gwen'))
  await atRest()
  localStorage.setItem('pritchel.user', JSON.stringify(person('Huw')))
  await create('Ann')
  expect(await currentEngine()?.syncNow()).toBe('signed_out')
  expect(pushed()).toEqual([])
})

test('a sign-out made without a network reaches the server before anything else, and does not end the next session', async () => {
  const gwen = { ...person('Gwen'), sessionId: uuidv7() }
  await signIn(gwen)
  await atRest()
  api.offline(true)
  await signOut(() => 'forget')
  api.offline(false)
  api.requests.length = 0
  await refreshSession()
  expect([api.requests, sessionNow().user]).toEqual([['GET /api/auth/user', 'GET /api/logout'], null])
  await signIn(gwen)
  api.offline(true)
  await signOut(() => 'forget')
  api.offline(false)
  api.requests.length = 0
  await signIn({ ...gwen, sessionId: uuidv7() })
  expect(api.requests).not.toContain('GET /api/logout')
  expect(sessionNow().user).toMatchObject({ id: gwen.id })
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

test('the device’s copy names its owner for the service worker', async () => {
  const gwen = person('Gwen')
  await signIn(gwen)
  await expect.poll(() => readMeta(currentStore() as Store, 'owner')).toMatchObject({ personId: gwen.id })
})
