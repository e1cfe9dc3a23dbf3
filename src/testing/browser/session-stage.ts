import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'
import { uuidv7 } from '#lib/ids.ts'
import { keptQueueEndpoints } from '#lib/kept-queue.ts'
import { syncEndpoints } from '#lib/sync.ts'
import { refreshSession, signOut, useSession } from '#platform/web/session/session.ts'
import type { SessionUser } from '#platform/web/session/signed-in.ts'
import { record } from '#platform/web/sync/outbox.ts'
import { currentEngine } from '#platform/web/sync/sync.ts'
import { fakeApi, Refusal } from '#testing/browser/fake-api.ts'
import { MemoryServer } from '#testing/browser/memory-server.ts'

const Person = z.object({ id: z.string(), sessionId: z.string().optional(), firstName: z.string(), practice: z.object({ id: z.string() }) })
export type Person = z.output<typeof Person>
export const user = endpoint({ method: 'GET', path: '/api/auth/user', audience: 'member', summary: 'Who', response: Person })
const logout = endpoint({ method: 'GET', path: '/api/logout', audience: 'public', summary: 'Out', response: z.undefined(), status: 204 })

/* The server of the test that runs, as it signs people in and out and takes their changes. */
export let api: ReturnType<typeof fakeApi>
export let server: MemoryServer

/** Sets both up before each test of a file, and leaves nothing of them on the device. */
export function stageSessions() {
  beforeEach(() => {
    server = new MemoryServer()
    api = fakeApi()
      .on(logout, () => void nobody())
      .on(syncEndpoints.pull, async ({ query }) => {
        const page = await server.wires.pull(query)
        return { ...page, since: query.since, proof: page.proof ?? '' }
      })
    takesPushes()
    // No news comes: what begins a pass is the test's alone.
    vi.stubGlobal('EventSource', SilentNews)
  })
  afterEach(async () => {
    await signOut(() => 'forget')
    for (const name of await ownDatabases()) await Dexie.delete(name)
    practiceIds.clear()
    localStorage.clear()
    vi.unstubAllGlobals()
  })
}

class SilentNews extends EventTarget {
  readonly readyState = 0
  close() {}
}

/* Of this test alone: files that run in parallel have databases in the same browser. */
const practiceIds = new Set<string>()
const ownDatabases = async () => (await Dexie.getDatabaseNames()).filter((name) => [...practiceIds].some((id) => name.includes(id)))

export function person(firstName: string): Person {
  const practice = { id: uuidv7() }
  practiceIds.add(practice.id)
  return { id: uuidv7(), firstName, practice }
}
export const takesPushes = () => api.on(syncEndpoints.push, ({ body }) => server.wires.push(body))
/** Names of what the server was sent. */
export const pushed = () => server.pushes.flat().map((op) => op.data.name)
export const signIn = (who: Person) => {
  api.on(user, () => who)
  return refreshSession()
}
export const nobody = () =>
  api.on(user, () => {
    throw new Refusal('not_signed_in')
  })
/** Until the engine rests: its first pass is followed by the one that signing in requested in the meantime. */
export async function atRest(passes = 2) {
  await expect.poll(() => server.pulls).toBe(passes)
  await expect.poll(() => currentEngine()?.state.syncing).toBe(false)
}
export const create = (name: string) => record([{ action: 'CREATE', entity: 'clients', data: { name } }])

/** The server that holds keys, for the signed-in user. */
export function holdsKeys() {
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
export const refusePushes = () =>
  api.on(syncEndpoints.push, () => {
    throw new Refusal('internal')
  })
/** Everything in every database that this browser has of this test’s practices, as text, sealed bytes too. */
export async function onDisk(): Promise<string> {
  const found: string[] = []
  for (const name of await ownDatabases()) {
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
export const endedFor = (who: Person, why: 'signed_out' | 'dismissed' | 'revoked') =>
  api.on(user, () => {
    throw new Refusal(why, { sessionId: uuidv7(), personId: who.id, practiceId: who.practice.id })
  })

/** Every user shown as signed in while something happened, null for none. */
export async function shownDuring(work: () => Promise<unknown>) {
  const shown: unknown[] = []
  const watching = await renderHook(() => {
    const { user: who } = useSession<SessionUser & { firstName: string }>()
    shown.push(who?.firstName ?? who)
  })
  await work()
  await watching.unmount()
  return shown
}
