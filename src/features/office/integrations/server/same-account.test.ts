import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFreeAgent } from '#connectors/freeagent/far-side.ts'
import { startSumUp } from '#connectors/sumup/far-side.ts'
import type { Integration } from '#features/office/integrations/contract.ts'
import { deletePracticeRows } from '#platform/server/database/copy-practice.ts'
import { FREEAGENT, startAccounting } from '#testing/accounting.ts'
import { type FixturePractice, makeFixturePractice } from '#testing/practice.ts'
import { SUMUP, startTakings } from '#testing/takings.ts'

/* One account elsewhere that two practices have connected. */

type Owner = Pick<FixturePractice, 'get'>
const isShared = async ({ get }: Owner, id: string) =>
  (await get('/api/integrations')).json<Integration[]>().find((card) => card.id === id)?.isShared ?? false

let t: Awaited<ReturnType<typeof start>>
const start = () => startTakings(startSumUp)
beforeAll(async () => {
  t = await start()
})
afterAll(() => t.stop())

test('both are warned of it as long as both have it, and nothing else is said of the other', async () => {
  const { server, far } = t
  const olwen = await makeFixturePractice(server.app, 'Olwen Other')
  const settings = { apiKey: far.credentials.key, account: far.credentials.account }
  const connect = (who: Pick<FixturePractice, 'put'>, enabled = true) => who.put(SUMUP, { enabled, ...(enabled && { settings }) })
  const both = async () => [await isShared(server.gareth, 'sumup'), await isShared(olwen, 'sumup')]
  await connect(server.gareth)
  expect(await both()).toEqual([false, false])
  expect((await connect(olwen)).json()).toMatchObject({ status: 'connected', isShared: true })
  expect(await both()).toEqual([true, true])
  const cards = (await olwen.get('/api/integrations')).json<Integration[]>()
  expect(cards.filter((card) => card.isShared).map(({ id }) => id)).toEqual(['sumup'])
  expect(JSON.stringify(cards)).not.toContain(server.gareth.practiceId)
  await connect(olwen, false)
  expect(await both()).toEqual([false, false])
  await olwen.put(SUMUP, { enabled: true })
  expect(await both()).toEqual([true, true])
  await server.gareth.delete(SUMUP)
  expect(await both()).toEqual([false, false])
  await connect(server.gareth)
  expect(await both()).toEqual([true, true])
  await olwen.inPractice((tx) => deletePracticeRows(tx))
  await server.db.withDirectory((tx) => tx.deleteFrom('directory.practices').where('id', '=', olwen.practiceId).execute())
  expect(await isShared(server.gareth, 'sumup')).toBe(false)
})

test('another account of the same service is none', async () => {
  const a = await startAccounting(startFreeAgent)
  await a.signIn()
  await a.server.asOwner(`insert into directory.connected_accounts select id, 'freeagent', sha256('Olwen Farriery (olwen)')
    from directory.practices where id <> '${a.server.gareth.practiceId}' limit 1`)
  expect(await isShared(a.server.gareth, 'freeagent')).toBe(false)
  await a.server.asOwner(`update directory.connected_accounts set account_hash = sha256('Gareth Probert Farriery (probert)')
    where practice_id <> '${a.server.gareth.practiceId}'`)
  expect(await isShared(a.server.gareth, 'freeagent')).toBe(true)
  await a.server.gareth.put(FREEAGENT, { enabled: false })
  expect(await isShared(a.server.gareth, 'freeagent')).toBe(false)
  await a.stop()
})
