import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FileUsage } from '#features/evidence/files/contract.ts'
import { uuidv7 } from '#lib/ids.ts'
import { photoOf, putBytes, requestUpload, storeFile } from '#testing/files.ts'
import { makeFixturePractice } from '#testing/practice.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const MB = 1024 * 1024
const GB = 1024 * MB

type Tier = FileUsage['tier']
type Practice = Awaited<ReturnType<typeof practiceOn>>
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ mode: 'production' })
})
afterAll(() => server.stop())

/** A practice on a plan, with an owner to file for. */
async function practiceOn(tier: Tier) {
  const practice = await makeFixturePractice(server.app, `On ${tier}`)
  await changePlan(practice.practiceId, tier)
  const clientId = (await practice.post('/api/clients', { name: 'Sarah' })).json<{ id: string }>().id
  const fileAway = (fileId: string, more: object = {}) =>
    practice.post('/api/file-attachments', { fileId, clientId, fileType: 'image', fileName: 'a', ...more })
  return { ...practice, clientId, fileAway }
}
async function changePlan(practiceId: string, tier: Tier, cookies: Record<string, string> = {}) {
  await server.asOwner(`update directory.practices set tier = '${tier}' where id = '${practiceId}'`)
  // As a second and a half later.
  server.app.sessions.forget(cookies[server.app.cookieName] ?? '')
}
const video = () => Buffer.concat([Buffer.from('\0\0\0\x18ftypisom'), photoOf(500)])
const ask = async (practice: Practice, body: object) => {
  const answer = await practice.post('/api/objects/upload', body)
  return answer.json<{ code?: string; state?: string; message?: string }>()
}
const usage = async (practice: Practice) => (await practice.get('/api/files/usage')).json<FileUsage>()
/** As if these bytes were so many. */
const weigh = (fileId: string, bytes: number, at = 'clock_now()') =>
  server.asOwner(`update files set bytes = ${Math.min(bytes, 100 * MB)}, state_at = ${at} where id = '${fileId}'`)

test('Essential takes photos of up to 5 MB and neither video nor gait analysis, and refuses before any byte is sent', async () => {
  const practice = await practiceOn('essential')
  expect(await ask(practice, { bytes: 5 * MB + 1, fileType: 'image' })).toMatchObject({
    code: 'photo_too_big',
    message: 'On Essential a photo can be 5 MB at most. On Professional it can be 100 MB.',
  })
  expect(await ask(practice, { bytes: MB, mime: 'video/mp4' })).toMatchObject({ code: 'video_not_in_plan' })
  expect(await ask(practice, { bytes: MB, fileType: 'gait-analysis' })).toMatchObject({ code: 'gait_not_in_plan' })
  expect(await ask(practice, { bytes: 5 * MB, fileType: 'image' })).toMatchObject({ state: 'uploading' })
  expect(await usage(practice)).toMatchObject({ tier: 'essential', plan: { photoBytes: 5 * MB, hasVideo: false } })
})

test('what a sender kept quiet about is found out when the file is put on record', async () => {
  const practice = await practiceOn('essential')
  const [film, table, photo] = [
    await storeFile(practice, video()),
    await storeFile(practice, Buffer.from('a,b\n1,2\n')),
    await storeFile(practice, photoOf(900)),
  ]
  await weigh(photo, 6 * MB)
  const codes = [
    await practice.fileAway(film, { fileType: 'video' }),
    await practice.fileAway(table, { fileType: 'gait-analysis' }),
    await practice.fileAway(photo),
  ].map((answer) => [answer.statusCode, answer.json<{ code: string }>().code])
  expect(codes).toEqual([
    [403, 'video_not_in_plan'],
    [403, 'gait_not_in_plan'],
    [413, 'photo_too_big'],
  ])
  expect((await practice.fileAway(table, { fileType: 'document' })).statusCode).toBe(201)
  const device = practice.device()
  const data = { fileId: film, fileType: 'video', fileName: 'a.mp4', clientId: practice.clientId }
  expect((await device.push(device.op({ entity: 'attachments', action: 'CREATE', id: uuidv7(), data }))).results).toMatchObject([
    { status: 'rejected', code: 'video_not_in_plan' },
  ])
})

test('Professional takes 5 GB of video a calendar month; what is removed, and what came before, makes no odds to it', async () => {
  const practice = await practiceOn('professional')
  const film = await storeFile(practice, video())
  const attached = (await practice.fileAway(film, { fileType: 'video' })).json<{ id: string }>().id
  await weigh(film, 100 * MB)
  const [older] = await server.asOwner(`insert into files (practice_id, id, sha256, bytes, mime, store_key, state, made_by_person)
    select practice_id, gen_random_uuid(), sha256, bytes, mime, store_key, state, made_by_person from files, generate_series(1, 50)
    where id = '${film}' returning id`)
  expect(await usage(practice)).toMatchObject({ videoBytes: 5100 * MB, storedBytes: 5100 * MB, plan: { videoBytesAMonth: 5 * GB } })
  expect(await ask(practice, { bytes: 20 * MB, mime: 'video/mp4' })).toMatchObject({ state: 'uploading' })
  expect(await ask(practice, { bytes: 20 * MB + 1, mime: 'video/mp4' })).toMatchObject({ code: 'video_month_full' })
  const { id, uploadURL } = await requestUpload(practice, {})
  await putBytes(practice, uploadURL ?? '', video())
  await weigh(id, 21 * MB)
  expect((await practice.fileAway(id, { fileType: 'gait-analysis' })).json()).toMatchObject({ code: 'video_month_full' })

  // Room is cleared: the same file is taken now.
  await practice.delete(`/api/file-attachments/${attached}`)
  expect((await practice.fileAway(id, { fileType: 'gait-analysis' })).statusCode).toBe(201)
  await weigh(String(older?.id), 100 * MB, `date_trunc('month', clock_now()) - interval '1 day'`)
  expect(await usage(practice)).toMatchObject({ videoBytes: (5100 - 200 + 21) * MB, storedBytes: (5100 + 21) * MB })
})

test('after a change to a smaller plan what is there stays readable, new videos wait, and a larger plan takes them at once', async () => {
  const practice = await practiceOn('professional')
  const film = await storeFile(practice, video())
  expect((await practice.fileAway(film, { fileType: 'video' })).statusCode).toBe(201)
  await changePlan(practice.practiceId, 'essential', practice.cookies)
  expect((await usage(practice)).tier).toBe('essential')
  expect((await practice.get(`/api/objects/${film}`)).statusCode).toBe(200)
  expect(await ask(practice, { bytes: MB, mime: 'video/mp4' })).toMatchObject({
    code: 'video_not_in_plan',
    message: "Essential doesn't include video. The videos you have stay; to add one, change to Professional.",
  })
  expect(await ask(practice, { id: film, mime: 'video/mp4' })).toMatchObject({ state: 'stored' })
  await changePlan(practice.practiceId, 'enterprise', practice.cookies)
  expect(await ask(practice, { bytes: MB, mime: 'video/mp4' })).toMatchObject({ state: 'uploading' })
})

test('in the test version everything is on', async () => {
  const test = await startTestServer({ own: true })
  await test.asOwner(`update directory.practices set tier = 'essential'`)
  expect((await test.gareth.post('/api/objects/upload', { bytes: 90 * MB, mime: 'video/mp4' })).statusCode).toBe(200)
  expect((await test.gareth.get('/api/files/usage')).json()).toMatchObject({ tier: 'enterprise', plan: { videoBytesAMonth: null } })
  await test.stop()
})
