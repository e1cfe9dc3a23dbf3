import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#features/core/practice/contract.ts'
import { type Act, may } from '#features/core/practice/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { type SyncedName, syncedNames } from '#lib/synced.ts'
import type { ServedRoute } from '#platform/server/http/http.ts'
import { type FixturePractice, makeFixturePractice } from '#testing/practice.ts'
import { makeRecords } from '#testing/records.ts'
import { makeSamples, type Samples } from '#testing/samples.ts'
import { MONEY_NEEDS } from '#testing/samples-money.ts'
import { REPORT_NEEDS } from '#testing/samples-reports.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const ROLES: readonly Role[] = ['owner', 'farrier', 'office', 'apprentice']

/** What each endpoint of a member takes (rules.ts WHO_MAY). Reading is for everybody unless it stands here. */
const NEEDS: Record<string, Act | 'nothing'> = {
  ...MONEY_NEEDS,
  ...REPORT_NEEDS,
  'PUT /api/auth/user': 'nothing',
  'POST /api/auth/practice': 'nothing',
  'GET /api/members': 'runPractice',
  'PUT /api/members/:id': 'runPractice',
  'GET /api/invitations': 'runPractice',
  'POST /api/invitations': 'runPractice',
  'POST /api/invitations/:id/again': 'runPractice',
  'DELETE /api/invitations/:id': 'runPractice',
  // One's own, in whatever practice one is signed in.
  'POST /api/auth/invitations/:id/accept': 'nothing',
  'DELETE /api/auth/invitations/:id': 'nothing',
  'POST /api/members/:id/invite': 'runPractice',
  'PUT /api/settings': 'runPractice',
  'PUT /api/practice': 'runPractice',
  'GET /api/backups': 'runPractice',
  'POST /api/backups': 'runPractice',
  'POST /api/notices/:id/hand-over': 'nothing',
  'PUT /api/alerts': 'nothing',
  'POST /api/alerts/devices': 'nothing',
  'DELETE /api/alerts/devices/:id': 'nothing',
  'POST /api/alerts/try': 'nothing',
  'POST /api/notices/:id/send-now': 'sendTexts',
  'POST /api/notices/:id/cancel': 'sendTexts',
  'POST /api/clients': 'changeRecords',
  'PUT /api/clients/:id': 'changeRecords',
  'DELETE /api/clients/:id': 'changeRecords',
  'PUT /api/clients/:id/sms-preferences': 'changeRecords',
  'POST /api/clients/:id/merge': 'changeRecords',
  'POST /api/yards': 'changeRecords',
  'PUT /api/yards/:id': 'changeRecords',
  'DELETE /api/yards/:id': 'changeRecords',
  'POST /api/horses': 'changeRecords',
  'PUT /api/horses/:id': 'changeRecords',
  'DELETE /api/horses/:id': 'changeRecords',
  'POST /api/appointments': 'planDiary',
  'PUT /api/appointments/:id': 'planDiary',
  'DELETE /api/appointments/:id': 'planDiary',
  'POST /api/appointments/:id/cancel': 'planDiary',
  'POST /api/appointments/:id/reopen': 'nothing',
  'POST /api/appointments/:id/send-reminder': 'sendTexts',
  'POST /api/days/move': 'planDiary',
  'POST /api/time-off': 'planDiary',
  'PUT /api/time-off/:id': 'planDiary',
  'DELETE /api/time-off/:id': 'planDiary',
  'POST /api/visit-horses': 'planDiary',
  'PUT /api/visit-horses/:id': 'planDiary',
  'DELETE /api/visit-horses/:id': 'planDiary',
  'POST /api/work-entries': 'nothing',
  'PUT /api/work-entries/:id': 'changeRecords',
  'DELETE /api/work-entries/:id': 'changeRecords',
  'POST /api/service-types': 'setPrices',
  'PUT /api/service-types/:id': 'setPrices',
  'POST /api/work-templates': 'changeRecords',
  'PUT /api/work-templates/:id': 'changeRecords',
  'DELETE /api/work-templates/:id': 'changeRecords',
  // Whoever drives there may see to what an owner said.
  'PUT /api/visit-answers/:id': 'nothing',
  'POST /api/slot-offers': 'sendTexts',
  'POST /api/slot-offers/:id/withdraw': 'sendTexts',
  'POST /api/messages/threads': 'sendTexts',
  'PUT /api/messages/thread/:id': 'sendTexts',
  'POST /api/messages': 'sendTexts',
  'POST /api/messages/thread/:id/mark-read': 'sendTexts',
  'POST /api/messaging/settings': 'runPractice',
  'POST /api/clients/:id/lost-shoe-link': 'sendTexts',
  'POST /api/tasks': 'nothing',
  'PUT /api/tasks/:id': 'changeRecords',
  'DELETE /api/tasks/:id': 'changeRecords',
  'POST /api/terms-acceptance': 'changeRecords',
  'POST /api/terms-acceptance/send': 'sendTexts',
  'GET /api/terms-acceptance/sent': 'changeRecords',
  'POST /api/terms-versions': 'runPractice',
  'GET /api/gdpr-requests': 'changeRecords',
  'GET /api/gdpr-requests/:id': 'changeRecords',
  'POST /api/gdpr-requests': 'changeRecords',
  'POST /api/gdpr-requests/send-sms': 'sendTexts',
  'PUT /api/gdpr-requests/:id': 'changeRecords',
  'PUT /api/gdpr-requests/:id/status': 'changeRecords',
  'GET /api/gdpr-requests/:id/history': 'changeRecords',
  'POST /api/gdpr-requests/:id/share-pack': 'runPractice',
  'POST /api/objects/upload': 'nothing',
  'POST /api/file-attachments': 'nothing',
  'PUT /api/file-attachments/:id': 'changeRecords',
  'DELETE /api/file-attachments/:id': 'changeRecords',
  'POST /api/voice-notes': 'nothing',
  'PUT /api/voice-notes/:id': 'changeRecords',
  'DELETE /api/voice-notes/:id': 'changeRecords',
  'POST /api/appointments/:id/visit-card': 'sendTexts',
  'DELETE /api/appointments/:id/visit-card': 'sendTexts',
  'PUT /api/appointments/:id/advance-call': 'nothing',
  'PUT /api/appointments/:id/complete-call': 'nothing',
  'PUT /api/rounds': 'nothing',
  'POST /api/activity/:id/undo': 'changeRecords',
  'GET /api/price-items': 'seeMoney',
  'POST /api/price-items': 'setPrices',
  'PUT /api/price-items/:id': 'setPrices',
  'GET /api/price-overrides': 'seeMoney',
  'PUT /api/price-overrides': 'seeMoney',
  'GET /api/exports': 'runPractice',
  'POST /api/exports': 'runPractice',
  'GET /api/exports/:id': 'runPractice',
  'GET /api/exports/:id/file': 'runPractice',
  'DELETE /api/exports/:id': 'runPractice',
  'POST /api/clients/:id/pack': 'runPractice',
  'GET /api/clients/:id/erasure': 'runPractice',
  'POST /api/clients/:id/erasure': 'runPractice',
  'GET /api/erasures': 'runPractice',
  'GET /api/erasures/:id': 'runPractice',
  'POST /api/erasures/:id/retry': 'runPractice',
  'GET /api/retention': 'runPractice',
  'PUT /api/retention': 'runPractice',
  'GET /api/retention/long-gone': 'runPractice',
  'GET /api/imports': 'changeRecords',
  'POST /api/imports': 'changeRecords',
  'GET /api/imports/:id': 'changeRecords',
  'POST /api/imports/:id/check': 'changeRecords',
  'POST /api/imports/:id/start': 'changeRecords',
  'POST /api/imports/:id/cancel': 'changeRecords',
  'POST /api/imports/:id/undo': 'changeRecords',
  'GET /api/imports/:id/left-out': 'changeRecords',
  'GET /api/billing': 'runPractice',
  'POST /api/billing/trial': 'runPractice',
  'POST /api/billing/choose': 'runPractice',
  'POST /api/billing/cancel': 'runPractice',
  'POST /api/billing/portal': 'runPractice',
  'POST /api/billing/wish': 'runPractice',
  'POST /api/sync/push': 'nothing',
  // One's own: nobody signs a colleague's device out.
  'DELETE /api/auth/sessions/:id': 'nothing',
  'DELETE /api/auth/kept-keys/:id': 'nothing',
}
const OWN = [
  'DELETE /api/auth/sessions/:id',
  'GET /api/auth/kept-keys/:id',
  'DELETE /api/auth/kept-keys/:id',
  'DELETE /api/alerts/devices/:id',
  'GET /api/reports/:id/file',
  'DELETE /api/reports/:id',
]

/** The same for what devices write; `nobody`: the server alone does. */
const WRITES: Record<
  SyncedName,
  { create: Act | 'nothing' | 'nobody'; change: Act | 'nothing' | 'nobody'; remove: Act | 'nothing' | 'nobody' }
> = {
  members: { create: 'nobody', change: 'nobody', remove: 'nobody' },
  settings: { create: 'runPractice', change: 'runPractice', remove: 'nobody' },
  clients: { create: 'changeRecords', change: 'changeRecords', remove: 'changeRecords' },
  sms_preferences: { create: 'changeRecords', change: 'changeRecords', remove: 'nobody' },
  yards: { create: 'changeRecords', change: 'changeRecords', remove: 'changeRecords' },
  horses: { create: 'changeRecords', change: 'changeRecords', remove: 'changeRecords' },
  appointments: { create: 'planDiary', change: 'planDiary', remove: 'planDiary' },
  visit_horses: { create: 'planDiary', change: 'planDiary', remove: 'planDiary' },
  rounds: { create: 'nothing', change: 'nothing', remove: 'nobody' },
  time_off: { create: 'planDiary', change: 'planDiary', remove: 'planDiary' },
  // A colleague's entry; one's own takes nothing (below).
  work_entries: { create: 'nothing', change: 'changeRecords', remove: 'changeRecords' },
  threads: { create: 'sendTexts', change: 'sendTexts', remove: 'nobody' },
  messages: { create: 'sendTexts', change: 'nobody', remove: 'nobody' },
  attachments: { create: 'nothing', change: 'changeRecords', remove: 'changeRecords' },
  voice_notes: { create: 'nothing', change: 'changeRecords', remove: 'changeRecords' },
  price_items: { create: 'setPrices', change: 'setPrices', remove: 'nobody' },
  price_overrides: { create: 'seeMoney', change: 'seeMoney', remove: 'nobody' },
  expenses: { create: 'seeMoney', change: 'seeMoney', remove: 'seeMoney' },
  trips: { create: 'seeMoney', change: 'seeMoney', remove: 'seeMoney' },
  money_settings: { create: 'setPrices', change: 'setPrices', remove: 'nobody' },
  charges: { create: 'seeMoney', change: 'seeMoney', remove: 'seeMoney' },
  invoices: { create: 'seeMoney', change: 'nobody', remove: 'nobody' },
  payments: { create: 'seeMoney', change: 'seeMoney', remove: 'seeMoney' },
  allocations: { create: 'nobody', change: 'nobody', remove: 'nobody' },
  service_types: { create: 'setPrices', change: 'setPrices', remove: 'nobody' },
  work_templates: { create: 'changeRecords', change: 'changeRecords', remove: 'changeRecords' },
  // Only an owner's own link gives one.
  visit_answers: { create: 'nobody', change: 'nothing', remove: 'nobody' },
  slot_offers: { create: 'nobody', change: 'nobody', remove: 'nobody' },
  // What a colleague wrote; ticking it off takes nothing.
  tasks: { create: 'nothing', change: 'changeRecords', remove: 'changeRecords' },
  rights_requests: { create: 'changeRecords', change: 'changeRecords', remove: 'nobody' },
  terms_acceptances: { create: 'changeRecords', change: 'nobody', remove: 'nobody' },
}

const allows = (role: Role, need: Act | 'nothing' | 'nobody') => need === 'nothing' || (need !== 'nobody' && may(role, need))

let server: TestServer
let routes: ServedRoute[]
beforeAll(async () => {
  server = await startTestServer()
  routes = server.app.routeTable.filter((route) => route.audience === 'member' && route.method !== 'HEAD' && route.schema?.summary)
})
afterAll(() => server.stop())

const nameOf = (route: ServedRoute) => `${route.method} ${route.path}`
const needOf = (name: string): Act | 'nothing' | undefined => NEEDS[name] ?? (name.startsWith('GET ') ? 'nothing' : undefined)
let addresses = 0
const nextAddress = () => `10.1.${Math.floor(++addresses / 250)}.${addresses % 250}`

function send(who: Pick<FixturePractice, 'cookies'>, samples: Samples, name: string) {
  const sample = samples.of(name)
  return server.app.inject({
    method: name.split(' ')[0] as 'GET',
    url: sample.url.replace(/\/id(?=\/|$)/, `/${sample.id}`),
    remoteAddress: nextAddress(),
    cookies: who.cookies,
    ...(sample.body === undefined
      ? {}
      : { payload: sample.body as object, headers: { 'content-type': sample.contentType ?? 'application/json' } }),
  })
}

test('every endpoint that writes says whose it is, and none is named that is not there', () => {
  const names = routes.map(nameOf)
  expect(names.filter((name) => needOf(name) === undefined)).toEqual([])
  expect(Object.keys(NEEDS).filter((name) => !names.includes(name))).toEqual([])
})

describe.each(ROLES)('for an %s', (role) => {
  test('every endpoint works or is refused as the table of roles has it', async () => {
    const practice = await makeFixturePractice(server.app, `A ${role}`)
    const samples = await makeSamples(practice)
    const who = await practice.addMember('The Member', role)
    const wrong: string[] = []
    for (const name of samples.inOrder(routes.map(nameOf)).filter((each) => !OWN.includes(each))) {
      const { statusCode, body } = await send(who, samples, name)
      const isAllowed = allows(role, needOf(name) ?? 'nothing')
      if (isAllowed ? !samples.of(name).expected.includes(statusCode) : statusCode !== 403)
        wrong.push(`${name}: ${statusCode} ${body.slice(0, 200)}`)
    }
    for (const own of OWN) expect((await send(who, samples, own)).statusCode, own).toBe(404)
    expect(wrong).toEqual([])
  })

  test('every change of a device is applied or refused as the table of roles has it', async () => {
    const practice = await makeFixturePractice(server.app, `A ${role}`)
    const made = await makeRecords(practice)
    const device = (await practice.addMember('The Member', role)).device()
    const wrong: string[] = []
    for (const entity of syncedNames()) {
      const { id, create, change } = made[entity]
      const ops = [
        { need: WRITES[entity].create, op: device.op({ entity, action: 'CREATE', id: create.id, data: create.data }) },
        { need: WRITES[entity].change, op: device.op({ entity, action: 'UPDATE', id, data: change }) },
        { need: WRITES[entity].remove, op: device.op({ entity, action: 'DELETE', id, data: {} }) },
      ]
      for (const { need, op } of ops) {
        const [result] = (await device.push(op)).results
        const isRight = allows(role, need) ? result?.status === 'applied' : result?.status === 'rejected' && result.code === 'forbidden'
        if (!isRight) wrong.push(`${op.action} ${entity}: ${result?.status} ${result?.code}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('an apprentice', () => {
  test('finishes a stop, horse by horse or at once, and corrects their own work but nobody else’s', async () => {
    const ned = await server.gareth.addMember('Ned Apprentice', 'apprentice')
    const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
    const clientId = await add('/api/clients', { name: 'Sarah Penrose' })
    const horseId = await add('/api/horses', { name: 'Biscuit', clientId })
    const today = currentTime().toISOString().slice(0, 10)
    const visit = await add('/api/appointments', {
      clientId,
      horseId,
      title: 'Trim',
      startTime: `${today}T22:00:00Z`,
      endTime: `${today}T22:30:00Z`,
    })
    const [line] = (await ned.get(`/api/appointments/${visit}`)).json<{ horses: { id: string }[] }>().horses
    expect((await ned.put(`/api/visit-horses/${line?.id}`, { outcome: 'done' })).statusCode).toBe(200)
    expect((await ned.put(`/api/appointments/${visit}/complete-call`)).statusCode).toBe(200)
    const theirs = await add('/api/work-entries', { horseId, serviceType: 'Trim', workDate: today })
    const own = (await ned.post('/api/work-entries', { horseId, serviceType: 'Trim', workDate: today })).json<{ id: string }>().id
    expect((await ned.put(`/api/work-entries/${own}`, { findings: 'Thrush' })).statusCode).toBe(200)
    expect((await ned.put(`/api/work-entries/${theirs}`, { findings: 'Thrush' })).statusCode).toBe(403)
  })
})
