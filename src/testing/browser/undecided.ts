import { afterEach, beforeEach, vi } from 'vitest'
import { currentMs } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type Change, record } from '#platform/web/sync/outbox.ts'
import { runPass } from '#platform/web/sync/pass.ts'
import { readAttention } from '#platform/web/sync/resolve.ts'
import type { Store } from '#platform/web/sync/store.ts'
import { MemoryServer } from '#testing/browser/memory-server.ts'
import { openTestStore } from '#testing/browser/open-store.ts'

/** For each test of a file a device and a server in memory, and ways to get them to disagree. */
export function undecided() {
  const here = { clock: 0 } as { store: Store; server: MemoryServer; clock: number }
  beforeEach(async () => {
    Object.assign(here, { store: await openTestStore(), server: new MemoryServer(), clock: currentMs() })
  })
  afterEach(() => {
    vi.useRealTimers()
    return here.store.delete()
  })

  const pass = () => runPass(here.store, here.server.wires, () => here.clock)
  const queue = () => here.store.queue.toArray()
  const edit = (id: string, data: Record<string, unknown>) => record([{ action: 'UPDATE', entity: 'clients', id, data }])
  /** A client as the device has it from the server. */
  const known = async (data: Record<string, unknown> = { name: 'Ann', phone: '1', notes: '' }) => {
    const id = here.server.write('clients', uuidv7(), data)
    await pass()
    return id
  }

  return Object.assign(here, {
    pass,
    queue,
    edit,
    known,
    opIds: async () => (await queue()).map((item) => item.opId),
    laidAside: async () => (await here.store.done.toArray()).map(({ opId, outcome }) => `${outcome} ${opId}`).sort(),
    rec: (id: string) => here.store.rec.get(['clients', id]),
    async only() {
      const [one, ...more] = await readAttention(here.store)
      if (!one || more.length) throw new Error('there is not one thing to decide')
      return one
    },
    /** A client whose phone was changed here and elsewhere. */
    async inConflict() {
      const id = await known()
      await edit(id, { phone: '2', notes: 'dog' })
      here.server.write('clients', id, { phone: '3' })
      await pass()
      return id
    },
    /** A client the server would not take, with a horse that waits for her. */
    async refused() {
      const id = uuidv7()
      await record([
        { action: 'CREATE', entity: 'clients', id, data: { name: 'Ann' } },
        { action: 'CREATE', entity: 'horses', data: { name: 'Tally', clientId: id } },
      ])
      here.server.answer = (op) => (op.entity === 'clients' ? { status: 'rejected', code: 'bad_request', message: 'No.' } : undefined)
      await pass()
      here.server.answer = () => undefined
      return id
    },
    /** Preferences made here that were made elsewhere too, with what else was changed here before the server reported it. */
    async collided(others: (id: string) => Change[] = () => []) {
      const id = here.server.write('sms_preferences', uuidv7(), { reminders: true, running: false })
      const data = { reminders: false, running: false }
      await record([{ action: 'CREATE', entity: 'sms_preferences', id, data }, ...others(id)])
      here.server.answer = ({ action, entity }) =>
        action === 'CREATE' && entity === 'sms_preferences'
          ? { status: 'conflict', fields: ['reminders'], rev: 1, row: { ...here.server.row(entity, id)?.data } }
          : undefined
      await pass()
      return id
    },
  })
}
