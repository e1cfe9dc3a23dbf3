import { Dexie } from 'dexie'
import { expect, test, vi } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { Unreachable } from '#platform/web/api.ts'
import { keepDraft, readDraft } from '#platform/web/session/drafts.ts'
import { answerEnded, refreshSession, sessionNow, signOut, startSession } from '#platform/web/session/session.ts'
import { NotDeleted } from '#platform/web/session/signed-in.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import { readMeta, type Store } from '#platform/web/sync/store.ts'
import { currentEngine, forceSync } from '#platform/web/sync/sync.ts'
import {
  api,
  atRest,
  create,
  endedFor,
  holdsKeys,
  nobody,
  onDisk,
  person,
  pushed,
  refusePushes,
  server,
  shownDuring,
  signIn,
  stageSessions,
  takesPushes,
} from '#testing/browser/session-stage.ts'

stageSessions()

test('signing out with nothing unsent shows no question, and leaves nothing of the practice on the device', async () => {
  const gwen = person('Gwen')
  await signIn(gwen)
  await create('Ann')
  await expect.poll(pushed).toEqual(['Ann'])
  await expect.poll(() => currentStore()?.queue.count()).toBe(0)
  localStorage.setItem(`draft/${gwen.practice.id}/${gwen.id}/finds`, '{"keys":["Ann"]}')
  const ask = vi.fn(() => 'stay' as const)
  expect(await signOut(ask)).toBe(true)
  expect(ask).not.toHaveBeenCalled()
  expect(await onDisk()).not.toContain('Ann')
  expect(JSON.stringify(localStorage)).not.toMatch(/Ann|Gwen/)
})

test('with changes unsent a question comes first, and a user who stays keeps everything', async () => {
  await signIn(person('Gwen'))
  refusePushes()
  await create('Ann')
  const ask = vi.fn(() => 'stay' as const)
  expect(await signOut(ask)).toBe(false)
  expect(ask).toHaveBeenCalledWith(expect.objectContaining({ changes: 1, files: 0, recordings: 0 }))
  expect(await currentStore()?.queue.count()).toBe(1)
})

test('a user who keeps them gets them back at the next sign-in, and they are sent once; no one can read them in the meantime', async () => {
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

test('what came in while the question was open gets a question of its own', async () => {
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

test('one change sent and another one recorded in the meantime are not the change the question was about', async () => {
  await signIn(person('Gwen'))
  refusePushes()
  await create('Ann')
  const asked: number[] = []
  const signedOut = await signOut(async ({ changes }) => {
    asked.push(changes)
    if (asked.length > 1) return 'stay'
    await currentStore()?.queue.clear()
    await create('Beth')
    return 'forget'
  })
  expect([signedOut, asked]).toEqual([false, [1, 1]])
  expect(await currentStore()?.queue.count()).toBe(1)
})

test('where they can’t be sealed or the local copy can’t be deleted, the user stays signed in', async () => {
  await signIn(person('Gwen'))
  holdsKeys()
  refusePushes()
  await create('Ann')
  const encrypt = vi.spyOn(crypto.subtle, 'encrypt').mockRejectedValue(new Error('the disk is full'))
  const shown = await shownDuring(() => expect(signOut(() => 'keep')).rejects.toThrow('the disk is full'))
  encrypt.mockRestore()
  const remove = vi.spyOn(Dexie, 'delete').mockReturnValue(Dexie.Promise.reject(new Error('a window is open')))
  shown.push(...(await shownDuring(() => expect(signOut(() => 'forget')).rejects.toThrow(NotDeleted))))
  remove.mockRestore()
  expect(shown).not.toContain(null)
  expect(sessionNow().user).toMatchObject({ firstName: 'Gwen' })
  expect(localStorage.getItem('pritchel.user')).toContain('Gwen')
  expect([await currentStore()?.queue.count(), localStorage.getItem('pritchel.leaving')]).toEqual([1, null])
})

test('a form that was filled in and not saved is part of the question, can be kept, and comes back; a colleague’s stays where it is', async () => {
  const gwen = person('Gwen')
  holdsKeys()
  await signIn(gwen)
  const colleague = `draft/${gwen.practice.id}/${uuidv7()}/closeout/1`
  keepDraft('closeout/1', { line: 'Near fore cast' })
  localStorage.setItem(colleague, '{"line":"Off hind cast"}')
  const ask = vi.fn(() => 'keep' as const)
  expect(await signOut(ask)).toBe(true)
  expect(ask).toHaveBeenCalledWith(expect.objectContaining({ changes: 0, forms: 1 }))
  expect(JSON.stringify(localStorage)).not.toContain('Near fore cast')
  expect(localStorage.getItem(colleague)).toContain('Off hind cast')
  await signIn(gwen)
  await expect.poll(() => readDraft('closeout/1')).toEqual({ line: 'Near fore cast' })
})

test('an ended local copy keeps what is in its forms until its person has answered', async () => {
  const gwen = person('Gwen')
  await signIn(gwen)
  keepDraft('closeout/1', { line: 'Near fore cast' })
  endedFor(gwen, 'revoked')
  await refreshSession()
  expect(sessionNow().ended?.unsent).toMatchObject({ changes: 0, forms: 1 })
  expect(JSON.stringify(localStorage)).toContain('Near fore cast')
  await answerEnded('forget')
  expect(JSON.stringify(localStorage)).not.toContain('Near fore cast')
})

test('the question of an ended session stays unchanged when the server reports it again', async () => {
  const gwen = person('Gwen')
  await signIn(gwen)
  refusePushes()
  await create('Ann')
  endedFor(gwen, 'revoked')
  await refreshSession()
  const asked = sessionNow().ended
  await refreshSession()
  expect(sessionNow().ended).toBe(asked)
  endedFor(gwen, 'dismissed')
  await refreshSession()
  expect(sessionNow().ended?.why).toBe('dismissed')
})

test('a second refusal shows no user as signed out while their local copy is still being deleted', async () => {
  const gwen = person('Gwen')
  await signIn(gwen)
  const isSeen = Promise.withResolvers<void>()
  const real = Dexie.delete.bind(Dexie)
  const deleting = vi.spyOn(Dexie, 'delete').mockImplementation((name) => isSeen.promise.then(() => real(name)) as ReturnType<typeof real>)
  endedFor(gwen, 'signed_out')
  const ending = refreshSession()
  await expect.poll(() => deleting.mock.calls.length).toBeGreaterThan(0)
  nobody()
  await refreshSession()
  expect(sessionNow().user).toBeUndefined()
  isSeen.resolve()
  await ending
  expect(sessionNow()).toEqual({ user: null })
  vi.restoreAllMocks()
})

test('the device gets no push messages once its session has ended', async () => {
  const gwen = person('Gwen')
  const unsubscribe = vi.fn(async () => true)
  const pushManager = { getSubscription: async () => ({ unsubscribe }) }
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue({ pushManager } as unknown as ServiceWorkerRegistration)
  await signIn(gwen)
  endedFor(gwen, 'signed_out')
  await refreshSession()
  expect(unsubscribe).toHaveBeenCalled()
  vi.restoreAllMocks()
})

test.each(['signed_out', 'revoked', 'dismissed'] as const)(
  '%s: the copy ends, and the question about what is unsent comes before anything else',
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
    await answerEnded(why === 'dismissed' ? 'forget' : 'keep')
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
  await expect.poll(() => sessionNow().ended?.unsent).toMatchObject({ changes: 1, files: 0, recordings: 0 })
  await answerEnded('forget')
  expect(await onDisk()).not.toContain('Ann')
})

test('a device whose cookie was left by a plain link notices it when it is next opened', async () => {
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

test('a sign-out made without a network reaches the server before anything else, and does not end the next session', async () => {
  const gwen = { ...person('Gwen'), sessionId: uuidv7() }
  await signIn(gwen)
  await atRest()
  api.offline(true)
  await signOut(() => 'forget')
  api.offline(false)
  api.requests.length = 0
  await refreshSession()
  expect(api.requests).toEqual(['GET /api/auth/user', 'GET /api/logout', 'GET /api/auth/user'])
  expect([sessionNow().user, localStorage.getItem('pritchel.leaving')]).toEqual([null, null])
  await signIn(gwen)
  api.offline(true)
  await signOut(() => 'forget')
  api.offline(false)
  api.requests.length = 0
  await signIn({ ...gwen, sessionId: uuidv7() })
  expect(api.requests).not.toContain('GET /api/logout')
  expect(sessionNow().user).toMatchObject({ id: gwen.id })
})

test.each([
  ['a server that is down', () => new Response('', { status: 503 })],
  ['too many requests', () => new Response('', { status: 429 })],
  ['the redirect of a network with a page of its own', () => Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' })],
])('a sign-out that met %s is not undone by itself', async (_, answer) => {
  const gwen = { ...person('Gwen'), sessionId: uuidv7() }
  await signIn(gwen)
  await atRest()
  const { fetch } = window
  vi.stubGlobal('fetch', async () => answer())
  expect(await signOut(() => 'forget')).toBe(true)
  vi.stubGlobal('fetch', fetch)
  const pulls = server.pulls
  await refreshSession()
  expect([sessionNow().user, currentStore(), server.pulls]).toEqual([null, undefined, pulls])
})
