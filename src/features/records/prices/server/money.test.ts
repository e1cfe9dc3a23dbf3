import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PriceItem, PriceOverride } from '#features/records/prices/contract.ts'
import { overrideId, priceItemId } from '#features/records/prices/rules.ts'
import { addStandardRates, setHorsePrice } from '#features/records/prices/server/service.ts'
import { uuidv7 } from '#lib/ids.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let trim: string
let horse: string
beforeAll(async () => {
  server = await startTestServer()
  await server.gareth.inPractice(addStandardRates)
  trim = priceItemId(server.gareth.practiceId, 'Trim')
})
afterAll(() => server.stop())
beforeEach(async () => {
  const client = (await server.gareth.post('/api/clients', { name: 'Sarah Penrose' })).json<{ id: string }>().id
  horse = (await server.gareth.post('/api/horses', { name: 'Biscuit', clientId: client })).json<{ id: string }>().id
})

const agree = (body: object, who: Pick<TestServer['gareth'], 'put'> = server.gareth) => who.put('/api/price-overrides', body)
const agreed = async () => (await server.gareth.get('/api/price-overrides')).json<PriceOverride[]>()

describe('the price list', () => {
  test('of a new practice has the standard rates, and no one is notified of it', async () => {
    const body = { firstName: 'Nia', lastName: 'Rees', email: 'nia@example.com', password: 'a long enough one', practiceName: 'Rees' }
    const { cookies } = await server.app.inject({ method: 'POST', url: '/api/auth/register', payload: body })
    const cookie = { [cookies[0]?.name ?? '']: cookies[0]?.value ?? '' }
    const list = await server.app.inject({ url: '/api/price-items', cookies: cookie })
    expect(list.json<PriceItem[]>().map((item) => `${item.label} ${item.unitPence}`)).toEqual([
      'Trim 3500',
      'Front shoes new 8500',
      'Hind shoes new 9500',
      'Full set new 18000',
      'Front refit 7000',
      'Hind refit 8000',
      'Full set refit 15000',
      'Emergency call-out, additional 2500',
      'Lost shoe refit 3500',
      'Tidy up 2000',
      'Check 1500',
    ])
    const news = (await server.app.inject({ url: '/api/dashboard/activity', cookies: cookie })).json<{ title: string }[]>()
    expect(news).toHaveLength(1)
  })

  test('is changed in whole pence; what makes no price is refused', async () => {
    const changed = await server.gareth.put(`/api/price-items/${trim}`, { unitPence: 3850 })
    expect([changed.statusCode, changed.json<PriceItem>().unitPence]).toEqual([200, 3850])
    for (const unitPence of [-1, 35.5, 10_000_001, '38', null]) {
      expect((await server.gareth.put(`/api/price-items/${trim}`, { unitPence })).statusCode, String(unitPence)).toBe(400)
    }
    expect((await server.gareth.put(`/api/price-items/${uuidv7()}`, { unitPence: 1 })).json()).toMatchObject({
      code: 'price_item_not_found',
    })
  })
})

describe('an agreed price', () => {
  test('is one per horse and work: agreed again it changes, and null gives it back to the list', async () => {
    const first = (await agree({ priceItemId: trim, horseId: horse, unitPence: 4000 })).json<PriceOverride>()
    expect(first).toEqual({ id: overrideId(trim, horse), priceItemId: trim, horseId: horse, clientId: null, yardId: null, unitPence: 4000 })
    expect((await agree({ priceItemId: trim, horseId: horse, unitPence: 4200 })).json()).toMatchObject({ id: first.id, unitPence: 4200 })
    expect((await agreed()).filter((one) => one.horseId === horse)).toHaveLength(1)
    await agree({ priceItemId: trim, horseId: horse, unitPence: null })
    expect((await agreed()).filter((one) => one.horseId === horse)).toEqual([])
  })

  test('belongs to exactly one horse, client or yard of the practice', async () => {
    const theirs = (await server.other.post('/api/clients', { name: 'Theirs' })).json<{ id: string }>().id
    expect((await agree({ priceItemId: trim, unitPence: 1 })).statusCode).toBe(400)
    expect((await agree({ priceItemId: trim, horseId: horse, clientId: theirs, unitPence: 1 })).statusCode).toBe(400)
    expect((await agree({ priceItemId: trim, clientId: theirs, unitPence: 1 })).json()).toMatchObject({ code: 'client_not_found' })
    expect((await agree({ priceItemId: trim, horseId: uuidv7(), unitPence: 1 })).json()).toMatchObject({ code: 'horse_not_found' })
    expect((await agree({ priceItemId: trim, yardId: uuidv7(), unitPence: 1 })).json()).toMatchObject({ code: 'yard_not_found' })
    const fromElsewhere = await agree({ priceItemId: trim, horseId: horse, unitPence: 1 }, server.other)
    expect([fromElsewhere.statusCode, fromElsewhere.json<{ code: string }>().code]).toEqual([404, 'price_item_not_found'])
  })

  test('is set by the name of the work, for an import; the practice’s first of its kind brings the standard rate', async () => {
    await server.other.inPractice(async (tx, actor) => {
      const [client, horseId] = [uuidv7(), uuidv7()]
      await server.other.post('/api/clients', { id: client, name: 'Marcus Yeo' })
      await server.other.post('/api/horses', { id: horseId, name: 'Merlin', clientId: client })
      await setHorsePrice(tx, actor, horseId, 'Trim', 4500)
      await expect(setHorsePrice(tx, actor, horseId, 'Gold shoes', 4500)).rejects.toMatchObject({ code: 'price_item_not_found' })
    })
    const items = (await server.other.get('/api/price-items')).json<PriceItem[]>()
    expect(items.map(({ serviceType, unitPence }) => ({ serviceType, unitPence }))).toEqual([{ serviceType: 'Trim', unitPence: 3500 }])
    expect((await server.other.get('/api/price-overrides')).json()).toMatchObject([{ unitPence: 4500 }])
  })
})

describe('devices', () => {
  const entities = async (who: Pick<TestServer['gareth'], 'device'>) => {
    const { rows } = (await who.device().pull()) as { rows: { entity: string }[] }
    return new Set(rows.map((row) => row.entity))
  }

  test('of those who see money hold the prices and agree them; two that agree at once make one', async () => {
    const farrier = await server.gareth.addMember('Dan Farrier', 'farrier')
    expect(await entities(farrier)).toContain('price_items')
    for (const device of [server.gareth.device(), farrier.device()]) {
      const data = { priceItemId: trim, horseId: horse, unitPence: 4100 }
      const op = device.op({ entity: 'price_overrides', action: 'CREATE', id: overrideId(trim, horse), data })
      expect((await device.push(op)).results).toMatchObject([{ status: 'applied', row: { unitPence: 4100 } }])
    }
  })

  test('of an apprentice hold no price and change none, and the price endpoints are closed to them', async () => {
    await agree({ priceItemId: trim, horseId: horse, unitPence: 4000 })
    const ned = await server.gareth.addMember('Ned Apprentice', 'apprentice')
    const held = await entities(ned)
    expect([held.has('horses'), held.has('price_items'), held.has('price_overrides')]).toEqual([true, false, false])
    const device = ned.device()
    const change = device.op({ entity: 'price_items', action: 'UPDATE', id: trim, data: { unitPence: 1 } })
    const give = device.op({
      entity: 'price_overrides',
      action: 'CREATE',
      id: uuidv7(),
      data: { priceItemId: trim, horseId: horse, unitPence: 1 },
    })
    expect((await device.push(change, give)).results).toMatchObject([
      { status: 'rejected', code: 'forbidden' },
      { status: 'rejected', code: 'forbidden' },
    ])
    const answers = [
      await ned.get('/api/price-items'),
      await ned.get('/api/price-overrides'),
      await ned.put(`/api/price-items/${trim}`, { unitPence: 1 }),
      await agree({ priceItemId: trim, horseId: horse, unitPence: 1 }, ned),
    ]
    expect(answers.map((answer) => answer.statusCode)).toEqual([403, 403, 403, 403])
  })

  test('of a farrier agree prices, but the list is the owner’s and the office’s', async () => {
    const [farrier, office] = [await server.gareth.addMember('Al Farrier', 'farrier'), await server.gareth.addMember('Jo Desk', 'office')]
    expect((await agree({ priceItemId: trim, horseId: horse, unitPence: 3900 }, farrier)).statusCode).toBe(200)
    expect((await farrier.put(`/api/price-items/${trim}`, { unitPence: 1 })).statusCode).toBe(403)
    expect((await office.put(`/api/price-items/${trim}`, { unitPence: 3600 })).statusCode).toBe(200)
  })
})

test('no signed-out user sees a price', async () => {
  for (const url of ['/api/price-items', '/api/price-overrides']) expect((await server.app.inject({ url })).statusCode).toBe(401)
})
