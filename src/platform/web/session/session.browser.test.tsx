import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { uuidv7 } from '#lib/ids.ts'
import { syncEndpoints } from '#lib/sync.ts'
import { refreshSession, sessionNow, startSession, useSession } from '#platform/web/session/session.ts'
import type { SessionUser } from '#platform/web/session/signed-in.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import { useSyncStatus } from '#platform/web/sync/status.ts'
import { type Owner, readMeta, Store } from '#platform/web/sync/store.ts'
import { acknowledgeCleared, currentEngine, forceSync } from '#platform/web/sync/sync.ts'
import { Refusal } from '#testing/browser/fake-api.ts'
import {
  api,
  atRest,
  create,
  endedFor,
  nobody,
  person,
  pushed,
  refusePushes,
  server,
  shownDuring,
  signIn,
  stageSessions,
  takesPushes,
  user,
} from '#testing/browser/session-stage.ts'

stageSessions()

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

test('no network shows at once, before any request to the server', async () => {
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

test('an answer from before the user signed in, which comes after, ends nothing', async () => {
  const late = Promise.withResolvers<never>()
  api.on(user, () => late.promise)
  const asked = refreshSession()
  const gwen = person('Gwen')
  await signIn(gwen)
  await atRest()
  const store = currentStore()
  late.reject(new Refusal('not_signed_in'))
  await asked
  expect(sessionNow().user).toEqual(gwen)
  expect(currentStore()).toBe(store)
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

test("nothing leaves under another person's session", async () => {
  await signIn(person('Gwen'))
  await atRest()
  const huw = person('Huw')
  api.on(user, () => huw)
  localStorage.setItem('pritchel.user', JSON.stringify(huw))
  await create('Ann')
  expect(await currentEngine()?.syncNow()).toBe('signed_out')
  expect(pushed()).toEqual([])
})

test('a pass that was refused while the server still recognises the session signs no one out', async () => {
  await signIn(person('Gwen'))
  await atRest()
  let refusals = 1
  api.on(syncEndpoints.pull, async ({ query }) => {
    if (refusals-- > 0) throw new Refusal('not_signed_in')
    const page = await server.wires.pull(query)
    return { ...page, since: query.since, proof: page.proof ?? '' }
  })
  const shown = await shownDuring(async () => {
    expect(await currentEngine()?.syncNow()).toBe('signed_out')
    await expect.poll(() => currentEngine()?.state).toMatchObject({ signedOut: false, syncing: false })
  })
  expect(new Set(shown)).toEqual(new Set(['Gwen']))
})

test("a cookie that became another person's between two requests sends nothing of this one's", async () => {
  await signIn(person('Gwen'))
  const screen = await render(<Shown />)
  const [gwens, huw] = [currentStore()?.owner as Owner, person('Huw')]
  api.on(user, () => huw)
  api.on(syncEndpoints.push, () => {
    throw new Refusal('wrong_person')
  })
  await create('Ann')
  await expect.element(screen.getByText('Huw, 0 waiting, online')).toBeVisible()
  const copy = new Store(gwens)
  expect((await copy.queue.toArray()).map((item) => item.state)).toEqual(['sent'])
  copy.close()
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

test('the warning about a cleared local copy stays until the person has read it', async () => {
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
