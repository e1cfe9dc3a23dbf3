import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import { postsUnder } from '#features/office/posts/server/posts-under.ts'
import { currentTime } from '#lib/clock.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { buildIfNeeded } from '../../../../../scripts/build.mjs'

let server: TestServer
beforeAll(async () => {
  buildIfNeeded()
  server = await startTestServer()
})
afterAll(() => server.stop())

const made = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const consent = (of: object) => made('/api/photo-consents', { uses: ['social'], how: 'said', wordingVersion: 1, ...of })
const withdraw = (id: string) => server.gareth.put(`/api/photo-consents/${id}`, { withdrawnAt: currentTime().toISOString() })
const under = async (clientId: string) => Object.fromEntries(await server.gareth.inPractice((tx) => postsUnder(tx, clientId)))

/** A post as it is once Post was pressed. */
async function posted(horseId: string) {
  const id = await made('/api/posts', { horseId, text: 'A good foot' })
  const pressed = { state: 'posting', pressed_at: currentTime() } as const
  await server.gareth.inPractice((tx) => tx.updateTable('posts').set(pressed).where('id', '=', id).execute())
}

async function owner() {
  const clientId = await made('/api/clients', { name: 'Sarah Penrose', phone: '07700 900118' })
  return { clientId, horseId: await made('/api/horses', { name: 'Seren', clientId }) }
}

test('a consent counts the posts that no other consent allows, and no draft', async () => {
  const { clientId, horseId } = await owner()
  const bess = await made('/api/horses', { name: 'Bess', clientId })
  const [all, one] = [await consent({ clientId }), await consent({ clientId, horseId })]
  expect(await under(clientId)).toEqual({})
  for (const horse of [horseId, horseId, bess]) await posted(horse)
  await made('/api/posts', { horseId: bess })
  expect(await under(clientId)).toEqual({ [all]: 1 })
  await withdraw(one)
  expect(await under(clientId)).toEqual({ [all]: 3 })
  expect(await under((await owner()).clientId)).toEqual({})
})

test('an owner reads by their link how many posts come down with it', async () => {
  const { clientId, horseId } = await owner()
  await server.gareth.post('/api/photo-consents/ask', { clientId, horseId, uses: ['social'], method: 'sms' })
  const texts = (await server.gareth.get(`/api/notices?clientId=${clientId}`)).json<Notice[]>()
  const url = `/photos/${texts.flatMap(({ body }) => /\/p\/(\w{12})/.exec(body)?.[1] ?? [])[0]}`
  const open = async () => (await server.app.inject({ method: 'GET', url })).body
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await server.app.inject({ method: 'POST', url, headers, payload: 'says=yes&use=social' })
  expect(await open()).not.toContain('on social media shows')
  await posted(horseId)
  expect(await open()).toContain('One post on social media shows your horse.')
})
