import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayAndYear, dayOf } from '#lib/dates.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { buildIfNeeded } from '../../../../../scripts/build.mjs'

let server: TestServer
beforeAll(async () => {
  buildIfNeeded()
  server = await startTestServer()
})
afterAll(() => server.stop())

const made = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id

/** A farrier's request to an owner about a vet; the page that the text leads to. */
async function asked(how: 'link' | 'said') {
  const clientId = await made('/api/clients', { name: 'Sarah Penrose', phone: '07700 900118' })
  const horseId = await made('/api/horses', { name: 'Seren', clientId })
  await server.asOwner(`insert into horse_services (practice_id, id, horse_id, service, from_on)
    values ('${server.gareth.practiceId}', gen_random_uuid(), '${horseId}', 'vet-integration', clock_now()::date)`)
  const untilOn = addDays(dayOf(currentTime(), 'Europe/London'), 90)
  const body = { role: 'vet', name: 'Mia Bevan', to: 'mia@vets.example', practice: 'Teme Vets', untilOn, how }
  const { id } = (await server.gareth.post(`/api/horses/${horseId}/grants`, body)).json<{ id: string }>()
  const texts = (await server.gareth.get(`/api/notices?clientId=${clientId}`)).json<Notice[]>()
  const token = texts.flatMap(({ body: text }) => /\/g\/(\w{12})/.exec(text)?.[1] ?? [])[0]
  return { clientId, id, url: `/agree/${token}` }
}
const open = (url: string) => server.app.inject({ method: 'GET', url })
const press = (url: string, says: string, origin?: string) =>
  server.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(origin && { origin }) },
    payload: `says=${says}`,
  })
const invitations = async (clientId: string) =>
  (await server.gareth.get(`/api/notices?clientId=${clientId}`)).json<Notice[]>().filter(({ kind }) => kind === 'care_invite')

test('an owner reads what they’d agree to, agrees with one tap, and stops it with another; looking changes nothing', async () => {
  const { clientId, id, url } = await asked('link')
  for (let time = 0; time < 2; time++) {
    const { statusCode, body, headers } = await open(url)
    expect([statusCode, headers['cache-control'], headers['x-robots-tag']]).toEqual([200, 'no-store', 'noindex'])
    expect(body).toContain('May Mia Bevan see Seren?')
    expect(body).toContain('I can take this back at any time, and it ends at once.')
  }
  expect(await invitations(clientId)).toEqual([])
  // A form of another site's presses nothing.
  expect((await press(url, 'yes', 'https://elsewhere.example')).statusCode).toBe(403)
  expect((await press(url, 'yes')).headers.location).toBe(url)
  expect((await press(url, 'yes')).statusCode).toBe(303)
  expect(await invitations(clientId)).toHaveLength(1)
  expect((await open(url)).body).toContain('You have agreed.')
  const pdf = await open(`${url}/agreement.pdf`)
  expect(pdf.headers['content-type']).toBe('application/pdf')
  const printed = readPdf(pdf.rawPayload).replace(/\s+/g, ' ')
  const [{ words, day } = { words: '', day: '' }] = (await server.asOwner(
    `select words, (agreed_at at time zone 'Europe/London')::date::text as day from care_consents where id = '${id}'`,
  )) as unknown as { words: string; day: Day }[]
  for (const said of ['Who may see a horse', 'Sarah Penrose', 'Mia Bevan, Teme Vets, as a vet', 'mia@vets.example', 'by the farrier'])
    expect(printed).toContain(said)
  for (const said of [words, `${dayAndYear(day)} at`, 'by a tap on the page of a link that was sent to the owner'])
    expect(printed).toContain(said)
  // The farrier's copy says the same.
  const theirs = await server.gareth.get(`/api/grants/${id}/agreement`)
  expect(readPdf(theirs.rawPayload).replace(/\s+/g, ' ')).toContain(words)
  // Once agreed, a no is a stop.
  expect((await press(url, 'no')).statusCode).toBe(422)
  expect((await press(url, 'stop')).statusCode).toBe(303)
  expect((await open(url)).body).toContain('This has been stopped.')
  const after = readPdf((await open(`${url}/agreement.pdf`)).rawPayload).replace(/\s+/g, ' ')
  expect(after).toContain(words)
  expect(after).toMatch(/Taken back .*, by the owner/)
  expect((await press(url, 'yes')).statusCode).toBe(422)
  expect(
    await server.asOwner(`select agreed_how, taken_back_at is not null as "isBack", taken_back_person, taken_back_member
    from care_consents where id = '${id}'`),
  ).toEqual([{ agreed_how: 'link', isBack: true, taken_back_person: null, taken_back_member: null }])
})

test('what a member noted is read there, and stopped with one tap; no is no', async () => {
  const noted = await asked('said')
  expect((await open(noted.url)).body).toMatch(/noted that you agree.*Stop it now/s)
  await press(noted.url, 'stop')
  expect((await open(noted.url)).body).toContain('This has been stopped.')
  const refused = await asked('link')
  await press(refused.url, 'no')
  expect((await open(refused.url)).body).toContain('You said no.')
  expect(await invitations(refused.clientId)).toEqual([])
})

test('an unknown link, and a form without an answer, do nothing', async () => {
  expect((await open('/agree/none')).statusCode).toBe(404)
  expect((await open('/agree/none/agreement.pdf')).statusCode).toBe(404)
  const { clientId, url } = await asked('link')
  expect((await press(url, 'perhaps')).statusCode).toBe(303)
  expect(await invitations(clientId)).toEqual([])
})
