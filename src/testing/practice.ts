import type { InjectOptions } from 'fastify'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { SyncOp } from '#lib/sync.ts'
import type { Actor, MemberActor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { App } from '#platform/server/http/http.ts'
import { openSession } from '#platform/server/http/session.ts'

export type FixturePractice = Awaited<ReturnType<typeof makeFixturePractice>>
type Role = Actor['role']

/** An empty practice with one signed-in member, and short ways to act as them. */
export async function makeFixturePractice(app: App, name: string, role: Role = 'owner') {
  const who = { practiceId: uuidv7(), personId: uuidv7(), memberId: uuidv7() }
  const practiceName = `${name} Farriery`
  await app.db.withDirectory(async (tx) => {
    await tx.insertInto('directory.practices').values({ id: who.practiceId, name: practiceName, slug: who.practiceId }).execute()
  })
  await app.db.withPractice(who.practiceId, async (tx) => {
    await tx.insertInto('sync_counters').values({ practice_id: who.practiceId, epoch: uuidv7() }).execute()
  })
  const first = await addFixtureMember(app, { ...who, name, role })
  const actor: MemberActor = {
    ...who,
    role,
    practiceName,
    tier: 'professional',
    zone: 'Europe/London',
    origin: app.setup.origin,
    deviceId: null,
    opId: uuidv7(),
  }
  return {
    ...who,
    ...first,
    /** To call service functions directly. */
    actor,
    /** One transaction in the practice, as a service has it. */
    inPractice: <T>(work: (tx: PracticeTx, actor: MemberActor) => Promise<T>): Promise<T> =>
      app.db.withPractice(who.practiceId, (tx) => work(tx, { ...actor, opId: uuidv7() })),
    /** Another member of the same practice. */
    addMember: (memberName: string, memberRole: Role) =>
      addFixtureMember(app, { practiceId: who.practiceId, personId: uuidv7(), memberId: uuidv7(), name: memberName, role: memberRole }),
  }
}

async function addFixtureMember(app: App, member: { practiceId: string; personId: string; memberId: string; name: string; role: Role }) {
  const { practiceId, personId, memberId, name, role } = member
  const [firstName = '', lastName = ''] = name.split(' ')
  const token = await app.db.withDirectory(async (tx) => {
    await tx
      .insertInto('directory.people')
      .values({ id: personId, email: `${personId}@example.com`, first_name: firstName, last_name: lastName })
      .execute()
    await tx.insertInto('directory.memberships').values({ person_id: personId, practice_id: practiceId, member_id: memberId }).execute()
    return openSession(tx, { personId, practiceId, userAgent: 'test' })
  })
  await app.db.withPractice(practiceId, (tx) =>
    tx
      .insertInto('members')
      .values({ practice_id: practiceId, id: memberId, person_id: personId, name, role, initials: 'XX', rev: 1, seq: 0, deleted_at: null })
      .execute(),
  )
  const cookies = { [app.cookieName]: token }
  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, more: InjectOptions = {}) =>
    app.inject({ method, url, cookies, ...(body ? { payload: body } : {}), ...more })
  return {
    cookies,
    get: (url: string) => send('GET', url),
    post: (url: string, body?: object) => send('POST', url, body),
    put: (url: string, body?: object) => send('PUT', url, body),
    delete: (url: string) => send('DELETE', url),
    send,
    /** A device of this member, pushing ops as the outbox does. */
    device: () => fixtureDevice(send),
  }
}

type Send = (method: 'POST' | 'GET', url: string, body?: object) => Promise<{ statusCode: number; json: () => unknown }>
type PushAnswer = {
  epoch: string
  view: string
  results: { opId: string; status: string; code?: string; rev?: number; row?: Record<string, unknown>; fields?: string[] }[]
}

function fixtureDevice(send: Send) {
  const deviceId = uuidv7()
  let k = 0
  return {
    deviceId,
    /** An op as the outbox would write it; `entity`, `action`, `id` and `data` are what differs. */
    op: (op: Pick<SyncOp, 'entity' | 'action' | 'id' | 'data'> & Partial<SyncOp>): SyncOp => ({
      opId: uuidv7(),
      endpoint: `/api/${op.entity}`,
      deps: [],
      k: ++k,
      createdAt: currentTime().toISOString(),
      ...op,
    }),
    push: async (...ops: SyncOp[]) => {
      const answer = await send('POST', '/api/sync/push', { deviceId, schema: 1, ops })
      return { statusCode: answer.statusCode, ...(answer.json() as PushAnswer) }
    },
    pull: async (since = 0) => (await send('GET', `/api/sync/pull?deviceId=${deviceId}&since=${since}`)).json() as Record<string, unknown>,
  }
}
