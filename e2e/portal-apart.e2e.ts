import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, PHONE, shareHouse } from '#testing/e2e.ts'
import { openPractice, readCopy, recordByHand, waiting } from '#testing/e2e-practice.ts'
import { signInByOutbox } from './portal-sign-in.ts'

const PUSH = '**/api/sync/push'
const KEPT = 'JSON.stringify(Object.entries(localStorage).toSorted())'
const STORES = `Promise.all([indexedDB.databases(), caches.keys()])
  .then(([databases, cached]) => [...databases.map(({ name }) => name), ...cached].toSorted())`

let house: House
beforeAll(() => {
  house = shareHouse()
})
afterAll(() => house.close())

test('an owner who signs out in a farrier’s browser leaves the queue, the copy and the farrier’s session as they were', async () => {
  const practice = await openPractice(house, 'One Browser')
  const farrier = await practice.device({ width: PHONE, keepsApp: true })
  const { id: clientId } = await farrier.api.post<{ id: string }>('/api/clients', { name: 'Ffion Rees', email: 'ffion@one.example' })
  await farrier.api.post(`/api/clients/${clientId}/portal/invite`, { how: 'email' })
  await farrier.page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await farrier.context.route(PUSH, (route) => route.abort())
  await recordByHand(farrier.page, [
    [{ action: 'CREATE', entity: 'clients', data: { name: 'Not Sent Yet' } }],
    [{ action: 'UPDATE', entity: 'clients', id: clientId, data: { notes: 'Written in the barn' } }],
  ])
  const queue = async () => (await readCopy(farrier.page))?.queue
  await expect.poll(async () => (await queue())?.length, waiting('two changes wait')).toBe(2)
  // What the first minute still writes, such as how much room the plan has, is written.
  let before = await standing()
  const isAsBefore = async () => {
    const last = before
    before = await standing()
    return JSON.stringify(before) === JSON.stringify(last)
  }
  await expect.poll(isAsBefore, { ...waiting('nothing is written any more'), interval: 2000 }).toBe(true)

  const owner = await farrier.context.newPage()
  await signInByOutbox(owner, farrier.api, 'ffion@one.example')
  await owner.getByRole('button', { name: 'Yes, show me' }).click()
  await owner.getByRole('region', { name: 'One Browser' }).waitFor()
  await owner.getByRole('button', { name: 'Sign out' }).click()
  await owner.waitForURL('**/my/sign-in')
  await owner.goto('/my')
  await owner.waitForURL('**/my/sign-in')

  expect(await standing()).toEqual(before)
  await farrier.context.unroute(PUSH)
  await farrier.page.reload()
  await expect.poll(async () => (await queue())?.length, waiting('both are sent')).toBe(0)
  expect(await practice.ask('select name, notes from clients where practice_id = $1 order by name')).toEqual([
    { name: 'Ffion Rees', notes: 'Written in the barn' },
    { name: 'Not Sent Yet', notes: null },
  ])
  expect(farrier.problems.filter((problem) => !problem.includes('net::ERR_FAILED'))).toEqual([])

  /* How often it was tried to send them is the engine's own matter. */
  async function standing() {
    const cookies = (await farrier.context.cookies()).filter(({ name }) => !/-(my|ask)$/.test(name))
    return {
      queue: (await queue())?.map(({ seq, opId, entity, id, action, data }) => ({ seq, opId, entity, id, action, data })),
      session: cookies.map(({ name, value }) => ({ name, value })),
      kept: await farrier.page.evaluate(KEPT),
      stores: await farrier.page.evaluate(STORES),
    }
  }
})
