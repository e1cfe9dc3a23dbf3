import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { expectAccessible, type House, shareHouse } from '#testing/e2e.ts'
import { calm, expectLedgersAgree } from '#testing/e2e-ledger.ts'
import { copied, type Device, deviceOf, locksOf, openPractice, readCopy, recordByHand, waiting } from '#testing/e2e-practice.ts'
import { makeProfile, type Profile, type Running } from '#testing/e2e-profile.ts'

const PUSH = '**/api/sync/push'
/** A page whose timers can be advanced, and that reports once it has found the lock held by another tab. */
const CLOCK_AND_LOCK = `{
  const real = performance.now.bind(performance)
  performance.now = () => real() + (window.ahead ?? 0)
  const request = LockManager.prototype.request
  LockManager.prototype.request = function (name, ...given) {
    const work = given.pop()
    return request.call(this, name, ...given, (lock) => {
      const done = work(lock)
      if (!lock && name.endsWith('/sync')) window.isKeptOut = true
      return done
    })
  }
}`
/** Of our origin, but no part of the app: none of its code runs here. */
const ELSEWHERE = '/icons/favicon.svg'

let house: House
let profiles: { battery: Profile; full: Profile }

beforeAll(async () => {
  house = shareHouse()
  profiles = { battery: makeProfile(house.url), full: makeProfile(house.url) }
})

afterAll(async () => {
  for (const profile of Object.values(profiles)) profile.remove()
  await house.close()
})

test('(c) a battery that dies while a change is written, or on its way, loses nothing reported as saved and doubles nothing (I1, I3, I11)', async () => {
  const practice = await openPractice(house, 'Dead Battery')
  const names = () => practice.ask<{ name: string }>('select name from clients where practice_id = $1 order by name')
  const first = await profiles.battery.open()
  await practice.settleIn(first)
  // From here on every part of the app is on the device.
  await first.page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await first.quit()

  const writing = await reopened()
  await stopAtFirstWrite(writing)
  const isHeld = writing.page.waitForRequest('**/held')
  await addClient(writing.page, 'Nan Unwritten', () => isHeld)
  await writing.kill()

  const afterWriting = await reopened()
  expect(await onDisk(afterWriting.page)).toEqual({ queue: [], clients: [] })
  await afterWriting.context.setOffline(true)
  await addClient(afterWriting.page, 'Bron Written')
  await afterWriting.kill()

  const leaving = await profiles.battery.open()
  let isLeaving = false
  await leaving.context.route(PUSH, () => {
    isLeaving = true
  })
  await leaving.page.goto(`${house.url}/clients`)
  await expect.poll(() => isLeaving, waiting('it is on its way')).toBe(true)
  expect(await onDisk(leaving.page)).toMatchObject({ queue: [{ state: 'sent' }], clients: ['Bron Written'] })
  await leaving.kill()
  expect(await names()).toEqual([])

  const answering = await profiles.battery.open()
  let isDone = false
  await answering.context.route(PUSH, async (route) => {
    await route.fetch()
    isDone = true
  })
  await answering.page.goto(`${house.url}/clients`)
  await expect.poll(() => isDone, waiting('the server has done it')).toBe(true)
  await answering.kill()
  expect(await names()).toEqual([{ name: 'Bron Written' }])

  const last = await profiles.battery.open()
  await expectLedgersAgree(practice, [await practice.settleIn(last)])
  expect(await names()).toEqual([{ name: 'Bron Written' }])
  await last.quit()

  async function reopened(): Promise<Running> {
    const running = await profiles.battery.open()
    await running.page.goto(`${house.url}/clients`)
    await copied(running.page)
    return running
  }
})

test('(d) a frozen tab that holds the lock keeps nothing from another tab, and doubles nothing when it wakes (I1, I13)', async () => {
  const practice = await openPractice(house, 'Two Tabs')
  const frozen = await practice.device()
  await frozen.context.addInitScript(CLOCK_AND_LOCK)
  const answered = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await frozen.page.route(PUSH, async (route) => {
    const response = await route.fetch()
    answered.resolve()
    await released.promise
    await route.fulfill({ response }).catch(() => undefined)
  })
  await frozen.page.bringToFront()
  await recordByHand(frozen.page, [[{ action: 'CREATE', entity: 'clients', data: { name: 'From the frozen tab' } }]])
  await nudge(frozen.page)
  await answered.promise
  const thaw = await freeze(frozen.page)

  const awake: Device = { ...frozen, page: await frozen.context.newPage() }
  await awake.page.goto('/clients')
  await copied(awake.page)
  await recordByHand(awake.page, [[{ action: 'CREATE', entity: 'clients', data: { name: 'From the other tab' } }]])
  await nudge(awake.page)
  await expect.poll(() => locksOf(awake.page, 'sync'), waiting('the lock is held')).toEqual(1)
  // Its wait begins when it found the lock held.
  await expect.poll(() => awake.page.evaluate('window.isKeptOut'), waiting('and found held')).toBe(true)
  await awake.page.evaluate('window.ahead = 31_000')
  await expectLedgersAgree(practice, [awake])

  const hasLooked = frozen.page.waitForResponse((answer) => answer.url().includes('/api/sync/pull'), waiting())
  await thaw()
  released.resolve()
  await hasLooked
  await expect.poll(() => locksOf(awake.page, 'sync'), waiting('the lock is free')).toEqual(0)
  await expectLedgersAgree(practice, [awake])
  expect(await practice.ask('select id from clients where practice_id = $1')).toHaveLength(2)
})

test('(h) a full disk is shown, keeps the typed text and writes nothing by half; with room again it is saved once (I11, I16)', async () => {
  const practice = await openPractice(house, 'Full Disk')
  const before = await profiles.full.open()
  await practice.settleIn(before)
  await before.quit()

  // Chromium seldom checks the free space while there is some, so there is none from the start.
  const phone = await profiles.full.open()
  const { page } = phone
  const disk = await phone.context.newCDPSession(page)
  await disk.send('Storage.overrideQuotaForOrigin', { origin: house.url, quotaSize: 1 })
  await page.goto(`${house.url}/clients`)
  await addClient(page, 'Roomless Rhys', () => page.getByText('What you typed is still here: try again.').waitFor())
  expect(await onDisk(page)).toEqual({ queue: [], clients: [] })

  await disk.send('Storage.overrideQuotaForOrigin', { origin: house.url })
  const dialog = page.getByRole('dialog', { name: 'Add New Client' })
  await dialog.getByRole('button', { name: 'Add Client' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expectLedgersAgree(practice, [deviceOf(phone)])
  expect(await practice.ask('select name from clients where practice_id = $1')).toEqual([{ name: 'Roomless Rhys' }])
  await phone.quit()
})

test('(i) a cleared local copy is shown, because the server knows how far this device had counted (I3)', async () => {
  const practice = await openPractice(house, 'Cleared')
  const phone = await practice.device()
  const { page } = phone
  await addClient(page, 'Sent Before')
  await calm(practice, [phone])
  const elsewhere = await phone.context.newPage()
  await elsewhere.goto(ELSEWHERE)
  await phone.airplane(true)
  // Occasionally a page in the background still gets a request out.
  await page.route('**/api/sync/push', (route) => route.abort())
  await page.bringToFront()
  await addClient(page, 'Lost With The Copy')
  await page.goto('about:blank')
  await elsewhere.evaluate(`indexedDB.databases().then((all) => Promise.all(all.map(({ name }) => new Promise((gone) => {
    indexedDB.deleteDatabase(name).onsuccess = gone
  })))).then(() => true)`)
  await elsewhere.close()
  await page.unroute('**/api/sync/push')
  await phone.airplane(false)

  await page.goto('/clients')
  await page.getByRole('heading', { name: 'Sent Before' }).waitFor()
  await page.getByRole('banner').getByRole('button', { name: 'Online', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Offline Status' })
  await dialog.getByText('This browser cleared its copy').waitFor()
  await expectAccessible(page, 'a copy that was cleared')
  await dialog.getByRole('button', { name: 'I have looked' }).click()
  await dialog.getByText('This browser cleared its copy').waitFor({ state: 'detached' })
  await page.reload()
  await addClient(page, 'Entered Again')
  await calm(practice, [phone])
  expect(await practice.ask('select name from clients where practice_id = $1 order by name')).toEqual([
    { name: 'Entered Again' },
    { name: 'Sent Before' },
  ])
})

test("(l) an older build's queue goes as it was meant, once (I1, I3)", async () => {
  const practice = await openPractice(house, 'Older App')
  const phone = await practice.device()
  const { page } = phone
  const [clientId, horseId] = [uuidv7(), uuidv7()]
  await recordByHand(page, [[{ action: 'CREATE', entity: 'clients', id: clientId, data: { name: 'Known To Both', isActive: true } }]])
  const [known] = await calm(practice, [phone])
  await page.goto(ELSEWHERE)
  await page.evaluate(
    asVersionOneLeftIt([
      {
        seq: 7,
        opId: known?.done[0]?.opId,
        action: 'CREATE',
        entity: 'clients',
        id: clientId,
        data: { name: 'Known To Both', isActive: true },
        state: 'sent',
        attempts: 1,
      },
      {
        seq: 8,
        opId: uuidv7(),
        action: 'UPDATE',
        entity: 'clients',
        id: clientId,
        data: { address: 'Old Forge' },
        baseRev: 1,
        state: 'pending',
        attempts: 0,
      },
      {
        seq: 9,
        opId: uuidv7(),
        action: 'CREATE',
        entity: 'horses',
        id: horseId,
        data: { clientId, name: 'Hob' },
        deps: [known?.done[0]?.opId],
        state: 'pending',
        attempts: 0,
      },
    ]),
  )
  await page.goto('/clients')
  await copied(page)
  await expectLedgersAgree(practice, [phone])
  expect(await practice.ask('select name, address from clients where practice_id = $1')).toEqual([
    { name: 'Known To Both', address: 'Old Forge' },
  ])
  expect(await practice.ask('select id from horses where practice_id = $1')).toEqual([{ id: horseId }])
})

async function addClient(page: Page, name: string, until?: () => Promise<unknown>) {
  await page.getByRole('button', { name: 'Add Client' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add New Client' })
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  const pressed = dialog.getByRole('button', { name: 'Add Client' }).click()
  if (!until) return pressed.then(() => dialog.waitFor({ state: 'detached' }))
  // A page that stops during it never reports the press.
  pressed.catch(() => undefined)
  await until()
}

/** The page stops dead inside the transaction that writes the next change: the queue has it, and nothing is committed. */
async function stopAtFirstWrite({ page, context }: Running) {
  await context.route('**/held', () => undefined)
  await page.evaluate(`{
    const { add, put } = IDBObjectStore.prototype
    const stopped = (write) => function (...given) {
      const request = write.apply(this, given)
      if (this.name === 'queue') {
        const hold = new XMLHttpRequest()
        hold.open('GET', '/held', false)
        hold.send()
      }
      return request
    }
    IDBObjectStore.prototype.add = stopped(add)
    IDBObjectStore.prototype.put = stopped(put)
  }`)
}

/** Freezes the page until the resolved function thaws it. (Chromium itself freezes no visible page, as all are here.) */
async function freeze(page: Page): Promise<() => Promise<void>> {
  const thawed = Promise.withResolvers<void>()
  await page.route('**/frozen', async (route) => {
    await thawed.promise
    await route.fulfill({ body: '' })
  })
  const isStill = page.waitForRequest('**/frozen')
  const isOver = page.evaluate(`{
    const hold = new XMLHttpRequest()
    hold.open('GET', '/frozen', false)
    hold.send()
    document.dispatchEvent(new Event('resume'))
  }`)
  await isStill
  return async () => {
    thawed.resolve()
    await isOver
  }
}

type OldItem = { seq: number; opId: string | undefined; action: string; entity: string; id: string; data: object; state: string }

/**
 * A script that writes a local copy as the first released build did: version 1 of its tables, a queue in shape 1, nothing of what
 * came later. It stays as it is, regardless of the app's changes.
 */
const asVersionOneLeftIt = (queue: (OldItem & Record<string, unknown>)[]) => `(async () => {
  const user = JSON.parse(localStorage.getItem('pritchel.user'))
  const name = 'pritchel/' + user.practice.id + '/' + user.id
  const settled = (request, event = 'onsuccess') => new Promise((done, failed) => {
    request[event] = () => done(request.result)
    request.onerror = () => failed(request.error)
  })
  await settled(indexedDB.deleteDatabase(name))
  const asked = indexedDB.open(name, 10)
  asked.onupgradeneeded = () => {
    const make = (table, keyPath, more, ...indexes) => {
      const store = asked.result.createObjectStore(table, { keyPath, ...more })
      for (const [index, path, how] of indexes) store.createIndex(index, path, how)
    }
    const of = (...fields) => fields.map((field) => ['[entity+' + field + ']', ['entity', field], {}])
    make('rec', ['entity', 'id'], {}, ...of('stamp', 'day', 'clientId', 'horseId', 'appointmentId'), ['pending', 'pending', {}])
    make('queue', 'seq', { autoIncrement: true }, ['opId', 'opId', { unique: true }], ...of('id'), ['id', 'id', {}],
      ['deps', 'deps', { multiEntry: true }], ['state', 'state', {}])
    make('done', 'opId', {}, ['seq', 'seq', {}], ['ackedAt', 'ackedAt', {}])
    make('meta', 'k', {})
    make('blob', 'id', {})
    make('fresh', ['entity', 'id'], {})
  }
  const db = await settled(asked)
  const tx = db.transaction(['rec', 'queue'], 'readwrite')
  for (const item of ${JSON.stringify(queue)}) {
    tx.objectStore('queue').add({
      endpoint: '/api/' + item.entity, shown: item.data, localId: 'offline_' + item.id, before: {}, deps: [], nextAttemptAt: 0, schema: 1,
      createdAt: '2026-11-20T17:00:00.000Z', deviceId: user.id, ...item,
    })
    if (item.action !== 'CREATE') continue
    tx.objectStore('rec').add({
      entity: item.entity, id: item.id, data: item.data, base: null, baseDeleted: 0, rev: 0, deleted: 0, isOffline: 1, pending: 1,
      attention: 0, stamp: item.seq,
    })
  }
  await settled(tx, 'oncomplete')
  db.close()
})()`

async function onDisk(page: Page) {
  const copy = await readCopy(page)
  const clients = copy?.rec.filter(({ entity }) => entity === 'clients') as { data: { name: string } }[] | undefined
  return { queue: copy?.queue, clients: clients?.map(({ data }) => data.name) }
}

/** As when a network comes back. */
const nudge = (page: Page) => page.evaluate('dispatchEvent(new Event("online"))')
