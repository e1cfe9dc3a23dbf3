import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startBrevo } from '#connectors/brevo/far-side.ts'
import { startMailchimp } from '#connectors/mailchimp/far-side.ts'
import { stopTexts } from '#features/core/notices/server/stop-texts.ts'
import type { Erasure } from '#features/office/erasure/contract.ts'
import { eraseClients } from '#features/office/erasure/server/jobs.ts'
import type { Exchanged, FarLists, Integration, RehearsedEntry } from '#features/office/integrations/contract.ts'
import { exchangePractice } from '#features/office/integrations/server/exchange.ts'
import type { Client } from '#features/records/clients/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { takeExchanges } from '#platform/server/database/exchanges.ts'
import { openReach } from '#platform/server/reach.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

/* Who is on a newsletter list, at doubles of both services. */

const STARTS = { mailchimp: startMailchimp, brevo: startBrevo }
const NAMES = { mailchimp: 'Mailchimp', brevo: 'Brevo' }

describe.each(['mailchimp', 'brevo'] as const)('%s', (id) => {
  let far: Awaited<ReturnType<(typeof STARTS)[typeof id]>>
  let server: TestServer
  let reached: string[]
  let next = 1
  const start = async () => {
    far = await STARTS[id]()
    reached = [far.host]
    server = await startTestServer({
      own: true,
      reach: openReach({ reach: reached }),
      reachable: reached,
      farOrigins: { [id]: far.address },
    })
  }
  const exchanging = (reachable = reached) => ({
    ...{ db: server.db, vault: server.app.setup.vault, reach: openReach({ reach: reached }), reachable, farOrigins: { [id]: far.address } },
    ...{ isTestVersion: true, origin: 'http://localhost:3000', log: { error: (details: object) => Promise.reject(details) } },
  })
  /** The worker: everything that is due, or that has changed. */
  const pass = async (reachable = reached) => {
    await takeExchanges(server.db, new Date(currentTime().getTime() + 48 * 3_600_000))
    await exchangePractice(exchanging(reachable), server.gareth.practiceId)
  }
  const put = async (enabled: boolean, settings: object = {}) => {
    const answer = await server.gareth.put(`/api/integrations/${id}`, { enabled, settings })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json<Integration>()
  }
  const connect = async (more: object = {}) => {
    await put(true, { apiKey: far.credentials.key })
    return put(true, { listId: far.lists[0], ...more })
  }
  const card = async () => (await server.gareth.get('/api/integrations')).json<Integration[]>().find((one) => one.id === id) as Integration
  const log = async () => (await server.gareth.get(`/api/integrations/${id}/log`)).json<Exchanged[]>()
  const client = async (more: object = {}) => {
    const nth = next++
    const body = { name: `Sarah Penrose ${nth}`, email: `sarah${nth}@${id}.penrose.example`, marketingConsentHow: 'said', ...more }
    const answer = await server.gareth.post('/api/clients', body)
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json<Client>()
  }
  const clientNow = async (of: Client) => (await server.gareth.get(`/api/clients/${of.id}`)).json<Client>()
  const change = (of: Client, body: object) => server.gareth.put(`/api/clients/${of.id}`, body)
  const on = (listId = far.lists[0]) =>
    far
      .people(listId)
      .filter(({ status }) => status === 'on')
      .map(({ email }) => email)
  const isThere = ({ email }: Client) => far.everything().toLowerCase().includes(String(email).toLowerCase())
  const erase = async ({ id: clientId, name: clientName }: Client) => {
    const answer = await server.gareth.post(`/api/clients/${clientId}/erasure`, { clientName })
    const erasureId = answer.json<{ id: string }>().id
    const { files, keyedHash } = server.app.setup
    const places = { db: server.db, files, dataFolder: server.filesFolder, keyedHash, origin: 'http://localhost:3000' }
    await eraseClients(places).handle({ practiceId: server.gareth.practiceId, erasureId })
    return async () => (await server.gareth.get(`/api/erasures/${erasureId}`)).json<Erasure>().stillNamed
  }

  beforeAll(start)
  afterAll(async () => {
    await server.stop()
    await far.stop()
  })
  beforeEach(async () => {
    far.fail(null)
    far.loseAnswers(0)
    far.clear()
    await server.gareth.delete(`/api/integrations/${id}`)
    await server.gareth.inPractice((tx) => tx.updateTable('clients').set({ deleted_at: currentTime() }).execute())
  })

  test('exactly those go who agree and have an address, with first name and tags, and nobody else is there anywhere', async () => {
    const yard = await server.gareth.post('/api/yards', {
      name: 'Hollybush',
      address: 'Kingsland, Leominster, Herefordshire',
      postcode: 'HR6 9QS',
    })
    const agrees = await client({ phone: '07700 900123', address: '1 Mill Lane, Ludlow' })
    await server.gareth.post('/api/horses', { name: 'Bramble', clientId: agrees.id, yardId: yard.json<{ id: string }>().id })
    const others = [
      await client({ marketingConsentHow: null, name: 'Nora Never' }),
      await client({ preferredChannel: 'none', name: 'Nina Notatall' }),
      await client({ isActive: false, name: 'Ina Inactive' }),
    ]
    await client({ email: null, name: 'Noel Noaddress' })
    await connect({ tags: ['town', 'due'] })
    await pass()
    expect(far.people(far.lists[0])).toEqual([{ email: agrees.email, firstName: 'Sarah', tags: ['Town: Leominster'], status: 'on' }])
    expect(far.people(far.lists[1])).toEqual([])
    for (const other of others) expect(isThere(other)).toBe(false)
    expect(far.everything()).not.toMatch(/Penrose|900123|Mill Lane|Bramble|Hollybush|Nora|Nina|Ina|Noel/)
    expect(far.asked.join('\n')).not.toMatch(/Nora|Nina|Noel|900123|Bramble/)
    expect(await card()).toMatchObject({ status: 'connected', sentence: null, entries: 1, account: 'Gareth Probert Farriery' })
    expect((await log()).map(({ verb, count }) => [verb, count])).toEqual([['added', 1]])
  })

  test('nothing goes before a list is chosen, and how many would is told', async () => {
    const [one, two] = [await client(), await client()]
    await put(true, { apiKey: far.credentials.key })
    await pass()
    expect([isThere(one), isThere(two)]).toEqual([false, false])
    expect((await card()).sentence).toBe('Choose the list they go to.')
    expect((await server.gareth.get(`/api/integrations/${id}/lists`)).json<FarLists>()).toEqual({
      ...{ lists: far.lists.map((list, at) => ({ id: list, name: at === 0 ? 'Newsletter' : 'Yard news' })), people: 2, sentence: null },
    })
    await put(true, { listId: far.lists[1] })
    await pass()
    expect(on(far.lists[1])).toEqual([one.email, two.email])
  })

  test('nothing goes twice, and a change here changes it there', async () => {
    const one = await client()
    await connect()
    await pass()
    far.asked.length = 0
    await pass()
    expect(far.asked.filter((line) => !line.startsWith('GET'))).toEqual([])
    await change(one, { name: 'Sally Penrose' })
    await pass()
    expect(far.people(far.lists[0])).toMatchObject([{ firstName: 'Sally' }])
  })

  test('an address that changes: the old one is nowhere there', async () => {
    const one = await client()
    await connect()
    await pass()
    await change(one, { email: `new${next}@${id}.penrose.example` })
    await pass()
    await pass()
    expect(on()).toEqual([`new${next}@${id}.penrose.example`])
    expect(isThere(one)).toBe(false)
  })

  test('who leaves the list there agrees no longer here, and it says how and when', async () => {
    const [leaves, stays] = [await client({ name: 'Lena Leaver' }), await client()]
    await connect()
    await pass()
    far.leave(far.lists[0], leaves.email as string)
    await pass()
    expect(await clientNow(leaves)).toMatchObject({ marketingConsentHow: null, marketingConsentAt: null })
    expect((await clientNow(stays)).marketingConsentHow).toBe('said')
    const [line] = await server.asOwner(
      `select member_id, before, after from activity where verb = 'left_list' and entity_id = '${leaves.id}'`,
    )
    expect(line).toMatchObject({
      ...{ member_id: null, before: { marketing_consent_how: 'said' } },
      after: { marketing_consent_how: null, list: NAMES[id], left_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    })
    const history = (await server.gareth.get('/api/dashboard/activity')).body
    expect(history).toContain(`Lena Leaver left your list in ${NAMES[id]}, and wants no offers`)
    // They stay there as who they are: one who left.
    expect(far.people(far.lists[0]).filter(({ email }) => email === leaves.email)).toMatchObject([{ status: 'left' }])
    await pass()
    expect(far.people(far.lists[0]).filter(({ email }) => email === leaves.email)).toMatchObject([{ status: 'left' }])
  })

  test('who agrees again after leaving is not signed up behind their back, and their new consent stays', async () => {
    const one = await client({ name: 'Anna Again' })
    await connect()
    await pass()
    far.leave(far.lists[0], one.email as string)
    await pass()
    await change(one, { marketingConsentHow: 'written' })
    await pass()
    await pass()
    expect((await clientNow(one)).marketingConsentHow).toBe('written')
    expect(far.people(far.lists[0])).toMatchObject([{ status: 'left' }])
    expect((await card()).sentence).toMatch(/^Not on the list: Anna Again: They unsubscribed there/)
  })

  test('an address of two clients is one person there, and leaving it withdraws both', async () => {
    const one = await client({ name: 'Tom Price' })
    const two = await client({ name: 'Meg Price', email: String(one.email).toUpperCase() })
    await connect()
    await pass()
    expect(far.people(far.lists[0])).toMatchObject([{ firstName: 'Tom', status: 'on' }])
    await change(one, { marketingConsentHow: null })
    await pass()
    expect(far.people(far.lists[0])).toMatchObject([{ firstName: 'Meg', status: 'on' }])
    await change(one, { marketingConsentHow: 'said' })
    await pass()
    far.leave(far.lists[0], far.people(far.lists[0])[0]?.email as string)
    await pass()
    for (const each of [one, two]) expect((await clientNow(each)).marketingConsentHow).toBeNull()
  })

  const ENDS: [string, (of: Client) => Promise<unknown>][] = [
    ['withdraws here', (of) => change(of, { marketingConsentHow: null })],
    ['texts STOP', (of) => server.gareth.inPractice((tx, actor) => stopTexts(tx, actor, of.id))],
    ['is removed', (of) => server.gareth.delete(`/api/clients/${of.id}`)],
    ['is erased', erase],
  ]
  test.each(ENDS)('who %s is deleted there for good', async (_, end) => {
    const [one, stays] = [await client(), await client()]
    await connect()
    await pass()
    expect(isThere(one)).toBe(true)
    await end(one)
    await pass()
    expect(isThere(one)).toBe(false)
    expect(on()).toEqual([stays.email])
    expect(await server.asOwner('select subject_id from connection_items')).toEqual([{ subject_id: stays.id }])
  })

  test('two who are merged are one there', async () => {
    const [kept, other] = [await client(), await client()]
    await connect()
    await pass()
    const answer = await server.gareth.post(`/api/clients/${kept.id}/merge`, { otherId: other.id, fields: {} })
    expect(answer.statusCode).toBe(200)
    await pass()
    expect(on()).toEqual([kept.email])
    expect(isThere(other)).toBe(false)
  })

  test('who is off for now is taken off, and back on again', async () => {
    const one = await client()
    await connect()
    await pass()
    await change(one, { isActive: false })
    await pass()
    expect(on()).toEqual([])
    await change(one, { isActive: true })
    await pass()
    expect(on()).toEqual([one.email])
  })

  test('an answer that was lost leaves nobody behind', async () => {
    const one = await client()
    await connect()
    far.loseAnswers(1)
    await pass()
    await change(one, { marketingConsentHow: null })
    await put(true, { listId: far.lists[0], tags: [] })
    await pass()
    expect(isThere(one)).toBe(false)
    expect(await server.asOwner('select subject_id from connection_items')).toEqual([])
  })

  test('an address that is refused is told with whose it is, and the others go', async () => {
    const [fake, real] = [await client({ name: 'Faye Fake', email: `faye${next}@example.com` }), await client()]
    await connect()
    await pass()
    expect(on()).toEqual([real.email])
    expect(isThere(fake)).toBe(false)
    expect((await card()).sentence).toMatch(/^Not on the list: Faye Fake: /)
    expect(await card()).toMatchObject({ status: 'connected', entries: 1 })
  })

  test('erased while it is off: exactly that is listed, and done when it is on again', async () => {
    const [one, stays] = [await client({ name: 'Zebedee Quill' }), await client()]
    await connect()
    await pass()
    await put(false)
    const stillNamed = await erase(one)
    await pass()
    const name = NAMES[id]
    expect(await stillNamed()).toEqual([`${name} is switched off: 1 entry there still names them. It's taken out when it's on again.`])
    expect(isThere(one)).toBe(true)
    expect(JSON.stringify(await server.asOwner('select * from connection_items'))).not.toContain(String(one.email))
    await put(true)
    expect(await stillNamed()).toEqual([`${name}: 1 entry there still names them. It's taken out within minutes.`])
    await pass()
    expect(await stillNamed()).toEqual([])
    expect(isThere(one)).toBe(false)
    expect(on()).toEqual([stays.email])
  })

  test('who left and is then erased is deleted there as well', async () => {
    const one = await client({ name: 'Leo Left' })
    await connect()
    await pass()
    far.leave(far.lists[0], one.email as string)
    await pass()
    const stillNamed = await erase(one)
    expect(await stillNamed()).toHaveLength(1)
    await pass()
    expect(await stillNamed()).toEqual([])
    expect(isThere(one)).toBe(false)
  })

  test('another list: they are taken off the old one', async () => {
    const one = await client()
    await connect()
    await pass()
    await put(true, { listId: far.lists[1] })
    await pass()
    await pass()
    expect([on(far.lists[0]), on(far.lists[1])]).toEqual([[], [one.email]])
  })

  test('disconnected: left there, or taken off; and again', async () => {
    const one = await client()
    await connect()
    await pass()
    await server.gareth.delete(`/api/integrations/${id}?there=leave`)
    expect(on()).toEqual([one.email])
    await connect()
    await pass()
    expect((await server.gareth.delete(`/api/integrations/${id}?there=remove`)).json()).toMatchObject({ isEnding: true, entries: 1 })
    await server.gareth.delete(`/api/integrations/${id}?there=remove`)
    await pass()
    expect(on()).toEqual([])
    expect(await card()).toMatchObject({ enabled: false, isEnding: false, entries: 0 })
    expect(await server.asOwner(`select from connections where connector = '${id}'`)).toEqual([])
    await connect()
    await pass()
    expect(on()).toEqual([one.email])
  })

  test('a list that is gone stops it in a sentence, and another starts it', async () => {
    const one = await client()
    await connect()
    await pass()
    const gone = far.lists[0]
    await client()
    far.removeList(gone)
    await pass()
    expect(await card()).toMatchObject({ status: 'error', sentence: expect.stringContaining('Choose another') })
    await put(true, { listId: far.lists[1] })
    await pass()
    await pass()
    expect(on(far.lists[1])).toContain(one.email)
    expect(await card()).toMatchObject({ status: 'connected', sentence: null })
  })

  test('a key that was revoked stops it, once, with a task; the right one starts it', async () => {
    await client()
    await connect()
    const stops = async () => (await server.asOwner(`select from tasks where title = '${NAMES[id]} has stopped'`)).length
    const before = await stops()
    far.fail('revoked')
    await pass()
    await pass()
    expect(await card()).toMatchObject({ status: 'error', sentence: expect.stringContaining('refused the key') })
    expect(await stops()).toBe(before + 1)
    far.fail(null)
    await put(true, { apiKey: far.credentials.key })
    await pass()
    expect(await card()).toMatchObject({ status: 'connected', entries: 1 })
  })

  test('the test version sends nobody, and shows who would go', async () => {
    const one = await client()
    await connect({ tags: [] })
    far.asked.length = 0
    await pass([])
    expect(far.asked).toEqual([])
    expect(await card()).toMatchObject({ entries: 1 })
    const shown = (await server.gareth.get(`/api/integrations/${id}/rehearsal`)).json<RehearsedEntry[]>()
    expect(shown).toMatchObject([{ title: `Sarah, ${one.email}`, place: null }])
    // Once it is really spoken to, they really go.
    await put(true, { listId: far.lists[0], tags: [] })
    await pass()
    expect(on()).toEqual([one.email])
  })

  test('the owner alone connects it, and sees its lists and people', async () => {
    const cai = await server.gareth.addMember(`Cai ${id}`, 'farrier')
    await connect()
    for (const path of ['lists', 'rehearsal', 'log']) expect((await cai.get(`/api/integrations/${id}/${path}`)).statusCode).toBe(403)
    expect((await cai.put(`/api/integrations/${id}`, { enabled: false })).statusCode).toBe(403)
    expect((await server.gareth.get('/api/integrations/caldav/lists')).statusCode).toBe(404)
  })
})
