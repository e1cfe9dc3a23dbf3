import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import type { TermsAcceptance, TermsVersion } from '#features/records/terms/contract.ts'
import { SAMPLE_TERMS } from '#features/records/terms/rules.ts'
import { acceptTerms, openTerms } from '#features/records/terms/server/accepting.ts'
import { uuidv7 } from '#lib/ids.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const client = (name: string, more: object = { phone: '07700 900118' }) => add('/api/clients', { name, ...more })
const send = (clientId: string, method = 'sms') => server.gareth.post('/api/terms-acceptance/send', { clientId, method })
const places = () => ({ db: server.db, origin: 'http://localhost:3000' })
const acceptances = async (id: string) => (await server.gareth.get(`/api/terms-acceptance?clientId=${id}`)).json<TermsAcceptance[]>()
const versions = async () => (await server.gareth.get('/api/terms-versions')).json<TermsVersion[]>()
const write = (sections: object[]) => server.gareth.post('/api/terms-versions', { sections })
async function tokenOf(clientId: string): Promise<string> {
  const [text] = (await server.gareth.get(`/api/notices?clientId=${clientId}`)).json<Notice[]>()
  return /\/t\/(\w+)/.exec(text?.body ?? '')?.[1] ?? ''
}
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const post = (token: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: `/terms/${token}`,
    payload: new URLSearchParams(fields).toString(),
    headers: { ...FORM, 'user-agent': 'Safari on an iPhone', ...headers },
    remoteAddress: '203.0.113.77',
  })

test('a client reads the terms by their link, signs, and the practice has the proof', async () => {
  const sarah = await client('Sarah Penrose')
  expect(await versions()).toEqual([])
  expect((await send(sarah)).json()).toMatchObject({ state: 'queued', termsVersion: '1' })
  expect(await versions()).toMatchObject([{ termsVersion: '1', sections: SAMPLE_TERMS }])
  const token = await tokenOf(sarah)
  const page = await server.app.inject({ url: `/terms/${token}` })
  expect([page.statusCode, page.headers['cache-control'], page.headers['referrer-policy']]).toEqual([200, 'no-store', 'same-origin'])
  expect(page.body).toContain('Probert Farriery')
  expect(page.body).toContain('noindex')
  expect(await openTerms(places(), token)).toMatchObject({ ownerName: 'Sarah', accepted: null, isReplaced: false })
  // Reading is not accepting, and neither is half a form.
  expect((await post(token, { name: 'S Penrose' })).statusCode).toBe(422)
  expect((await post(token, { name: ' ', read: 'yes' })).body).toContain('Type your name')
  expect((await post(token, { name: 'S Penrose', read: 'yes' }, { origin: 'https://elsewhere.example' })).statusCode).toBe(403)
  expect(await acceptances(sarah)).toEqual([])
  const signed = await post(token, { name: 'S Penrose', read: 'yes' })
  expect([signed.statusCode, signed.headers.location]).toEqual([303, `/terms/${token}`])
  await post(token, { name: 'Somebody Else', read: 'yes' })
  const [accepted, ...more] = await acceptances(sarah)
  expect([accepted, more]).toMatchObject([
    {
      ...{ clientId: sarah, acceptanceMethod: 'web', termsVersion: '1', typedName: 'S Penrose', memberId: null },
      ...{ fromAddress: '203.0.113.0', fromAgent: 'Safari on an iPhone', acceptedAt: expect.any(String) },
    },
    [],
  ])
  expect((await server.app.inject({ url: `/terms/${token}` })).body).toContain('signed as S Penrose')
  for (const pdf of [
    await server.gareth.get(`/api/terms-acceptance/${accepted?.id}/evidence`),
    await server.app.inject({ url: `/terms/${token}/accepted.pdf` }),
  ]) {
    expect(pdf.headers['content-type'], pdf.body.slice(0, 300)).toBe('application/pdf')
    const text = readPdf(pdf.rawPayload).replaceAll('\n', ' ')
    for (const words of ['Sarah Penrose', 'S Penrose', '203.0.113.0', 'Payment is due at the time of service', 'Version 1'])
      expect(text).toContain(words)
  }
  const [sent] = (await server.gareth.get('/api/terms-acceptance/sent')).json<object[]>()
  expect(sent).toMatchObject({ clientId: sarah, termsVersion: '1' })
  const news = (await server.gareth.get('/api/dashboard/activity?limit=3')).json<{ title: string }[]>()
  expect(news.map(({ title }) => title)).toEqual([
    'Terms accepted by Sarah Penrose',
    'Terms sent to Sarah Penrose',
    'New terms of business',
  ])
})

test('what was sent is frozen: new words are a new version, and the old one can only be read', async () => {
  const tom = await client('Tom Haddon')
  await send(tom)
  const old = await tokenOf(tom)
  const before = await openTerms(places(), old)
  const [newest] = await versions()
  const sections = [{ title: 'Payment', text: 'Cash only.\nTrim: £40' }]
  expect((await write(sections)).json()).toMatchObject({ termsVersion: String(Number(newest?.termsVersion) + 1), sections })
  expect((await write(sections)).json()).toMatchObject({ termsVersion: String(Number(newest?.termsVersion) + 1) })
  expect(await openTerms(places(), old)).toEqual({ ...before, isReplaced: true })
  await expect(acceptTerms(places(), old, { name: 'Tom', address: null, agent: null })).rejects.toMatchObject({ code: 'terms_replaced' })
  expect((await post(old, { name: 'Tom', read: 'yes' })).statusCode).toBe(422)
  await send(tom)
  expect(await acceptTerms(places(), await tokenOf(tom), { name: 'Tom', address: null, agent: null })).toBe('accepted')
  expect(await acceptances(tom)).toMatchObject([{ termsVersion: String(Number(newest?.termsVersion) + 1) }])
})

test('an acceptance is recorded by hand, also offline, and no one changes or removes it', async () => {
  const ruth = await client('Ruth Ockham', {})
  expect((await send(ruth)).json()).toMatchObject({ code: 'no_phone' })
  expect((await send(ruth, 'email')).json()).toMatchObject({ code: 'no_email' })
  const made = await server.gareth.post('/api/terms-acceptance', { clientId: ruth, acceptanceMethod: 'verbal', notes: ' At the yard ' })
  expect([made.statusCode, made.json()]).toMatchObject([201, { notes: 'At the yard', memberId: server.gareth.memberId, typedName: null }])
  const phone = server.gareth.device()
  const data = { clientId: ruth, acceptanceMethod: 'email', notes: null, acceptedAt: '2026-11-20T10:00:00.000Z' }
  const [op, id] = [{ entity: 'terms_acceptances', action: 'CREATE' } as const, uuidv7()]
  expect((await phone.push(phone.op({ ...op, id, data }))).results).toMatchObject([{ status: 'applied' }])
  expect(await acceptances(ruth)).toMatchObject([{ id, acceptedAt: data.acceptedAt }, { acceptanceMethod: 'verbal' }])
  const tried = phone.op({ entity: 'terms_acceptances', action: 'UPDATE', id, data: { notes: 'no' }, baseRev: 1 })
  expect((await phone.push(tried)).results).toMatchObject([{ status: 'rejected', code: 'forbidden' }])
  const far = { clientId: ruth, acceptanceMethod: 'verbal', acceptedAt: '2098-01-01T10:00:00Z' }
  expect((await server.gareth.post('/api/terms-acceptance', far)).json()).toMatchObject({ code: 'not_yet' })
  expect((await server.other.get(`/api/terms-acceptance/${id}/evidence`)).json()).toMatchObject({ code: 'acceptance_not_found' })
  expect((await server.other.post('/api/terms-acceptance/send', { clientId: ruth, method: 'sms' })).statusCode).toBe(404)
  for (const url of ['/terms/nothing', '/terms/nothing/accepted.pdf']) expect((await server.app.inject({ url })).statusCode).not.toBe(200)
  expect((await server.app.inject({ url: '/terms/nothing' })).body).toContain('This link doesn’t work')
})
