import { addAlertDevice } from '#features/core/notices/server/alerts.ts'
import { kindId } from '#features/records/kinds/rules.ts'
import { addStandardRates } from '#features/records/prices/server/service.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { logActivity } from '#platform/server/database/rows.ts'
import { addAnswer, addOffer, slotFor } from '#testing/answers.ts'
import { addFile, askUpload } from '#testing/files.ts'
import { makeKept, samplesOfKept } from '#testing/keeping.ts'
import type { FixturePractice } from '#testing/practice.ts'
import { samplesOfKeys } from '#testing/samples-keys.ts'
import { samplesOfMembers } from '#testing/samples-members.ts'
import { makeMoney, samplesOfMoney } from '#testing/samples-money.ts'
import { samplesOfPlans } from '#testing/samples-plans.ts'
import { samplesOfReports } from '#testing/samples-reports.ts'
import { addVoiceNote, VOICE_FORM_TYPE, voiceForm } from '#testing/voice.ts'

/** A request that works: `url` with `/id` where the record's id goes. */
export type Sample = { url: string; id: string; body?: unknown; contentType?: string; expected: number[] }
export type Samples = Awaited<ReturnType<typeof makeSamples>>

/** For every endpoint one request that works in this practice, with the records it needs. The sweeps walk them. */
export async function makeSamples(practice: FixturePractice) {
  const add = async (path: string, body: object): Promise<string> => {
    const answer = await practice.post(path, body)
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.body}`)
    return answer.json<{ id: string }>().id
  }
  const tomorrow = new Date(currentMs() + 86_400_000).toISOString().slice(0, 10)
  const visit = { startTime: `${tomorrow}T09:00:00Z`, endTime: `${tomorrow}T10:00:00Z`, title: 'Trim' }
  const client = await add('/api/clients', { name: 'Sarah Penrose', phone: '07700 900118' })
  const spare = await add('/api/clients', { name: 'Nobody’s owner' })
  const double = await add('/api/clients', { name: 'S. Penrose', phone: '07700 900118' })
  const yard = await add('/api/yards', { name: 'Hollybush Farm Livery' })
  const spareYard = await add('/api/yards', { name: 'Empty Yard' })
  const horse = await add('/api/horses', { name: 'Biscuit', clientId: client, cycleDays: 42 })
  const second = await add('/api/horses', { name: 'Merlin', clientId: client })
  const spareHorse = await add('/api/horses', { name: 'Mistake', clientId: client })
  const book = (more: object = {}) => add('/api/appointments', { ...visit, clientId: client, horseId: horse, ...more })
  const [appointment, cancelled, finished, removed, moved] = [await book(), await book(), await book(), await book(), await book()]
  const carded = await cardedVisit(practice, await book())
  const line = await add('/api/visit-horses', { appointmentId: appointment, horseId: second })
  const spareLine = await add('/api/visit-horses', { appointmentId: cancelled, horseId: second })
  const entry = { horseId: horse, serviceType: 'Trim', workDate: tomorrow }
  const work = await add('/api/work-entries', entry)
  const spareWork = await add('/api/work-entries', entry)
  await add('/api/clients', { name: 'Added by mistake' })
  const done = (await practice.get('/api/dashboard/activity?limit=1')).json<{ id: string }[]>()[0]?.id ?? ''
  const [away, spareAway] = [await add('/api/time-off', timeOff(tomorrow)), await add('/api/time-off', timeOff(tomorrow))]
  const notices = await heldNotices(practice, book, visit)
  await practice.inPractice(addStandardRates)
  const kind = kindId(practice.practiceId, 'Full set new')
  const template = { name: 'Bar shoes', serviceType: 'Front shoes new' }
  const [written, spareTemplate] = [await add('/api/work-templates', template), await add('/api/work-templates', template)]
  const [task, spareTask] = [await add('/api/tasks', { title: 'X-ray', horseId: horse }), await add('/api/tasks', { title: 'Nails' })]
  const asked = await add('/api/gdpr-requests', { clientId: client, requestType: 'data_access' })
  const accepted = await add('/api/terms-acceptance', { clientId: client, acceptanceMethod: 'verbal' })
  const pack = await madePack(practice, client)
  const answer = await addAnswer(practice, { appointmentId: appointment, clientId: client })
  const [offer, slot] = [await addOffer(practice, '2098-01-06'), await slotFor(practice, ['Nia Rees'], '2098-01-07')]
  const thread = await add('/api/messages/threads', { clientId: client, subject: 'Dates' })
  const message = await add('/api/messages', { threadId: thread, content: 'Does Tuesday suit?' })
  const device = uuidv7()
  const session = (await practice.get('/api/auth/user')).json<{ sessionId: string }>().sessionId
  const vcard = { name: 'a.vcf', content: Buffer.from('BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann\r\nEND:VCARD\r\n').toString('base64') }
  const imports = await makeImports(practice)
  const kept = await makeKept(practice, spare)
  const money = await makeMoney(practice, add, { client, horse, appointment })
  const [photo, sparePhoto] = [await addFile(practice, { horseId: horse }), await addFile(practice, { horseId: horse })]
  const coming = await askUpload(practice, {})
  const [voice, spareVoice] = [await addVoiceNote(practice, horse), await addVoiceNote(practice, horse)]
  const subscription = { endpoint: `https://push.example.com/${uuidv7()}`, p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
  const alertDevice = await practice.inPractice(
    async (tx, actor) => (await addAlertDevice(tx, actor, subscription, { userAgent: '', browserId: null })).id,
  )
  const op = { opId: uuidv7(), action: 'CREATE', endpoint: '/api/clients', entity: 'clients', id: uuidv7(), data: { name: 'Dan' }, k: 1 }

  const sample = (url: string, id: string, body?: unknown, ...expected: number[]): Sample => ({
    url,
    id,
    ...(body === undefined ? {} : { body }),
    expected: expected.length > 0 ? expected : [200, 201, 204],
  })
  const person = { firstName: 'Ned', lastName: 'Smith', email: 'ned@example.com', password: 'a long enough one', practiceName: 'Smith' }
  const all: Record<string, Sample> = {
    'GET /api/health': sample('/api/health', ''),
    'GET /api/ready': sample('/api/ready', ''),
    'GET /api/login': sample('/api/login', '', undefined, 302),
    'GET /api/logout': sample('/api/logout', '', undefined, 302),
    'GET /api/auth/user': sample('/api/auth/user', ''),
    'GET /api/auth/options': sample('/api/auth/options', ''),
    'POST /api/auth/register': sample('/api/auth/register', '', person),
    'POST /api/auth/password': sample('/api/auth/password', '', { email: 'nobody@example.com', password: 'x' }, 401),
    'POST /api/auth/email-link': sample('/api/auth/email-link', '', { email: 'nobody@example.com' }, 204, 422),
    'POST /api/auth/email-link/use': sample('/api/auth/email-link/use', '', { token: 'x'.repeat(43) }, 401),
    'POST /api/auth/demo': sample('/api/auth/demo', '', undefined, 204, 503),
    'GET /api/auth/sessions': sample('/api/auth/sessions', ''),
    'PUT /api/auth/user': sample('/api/auth/user', '', { firstName: 'Gareth', lastName: 'Probert' }),
    'GET /api/auth/practices': sample('/api/auth/practices', ''),
    'POST /api/auth/practice': sample('/api/auth/practice', '', { practiceId: practice.practiceId }),
    'GET /api/settings': sample('/api/settings', ''),
    'PUT /api/settings': sample('/api/settings', '', {
      feet: 'left-right',
      travelBufferMinutes: 20,
      wording: { booked: 'See you {day}. {practice}' },
    }),
    'GET /api/backups': sample('/api/backups', ''),
    // The samples' practice is not alone on its server.
    'POST /api/backups': sample('/api/backups', '', undefined, 409),
    'PUT /api/practice': sample('/api/practice', '', { name: 'Probert Farriery' }),
    'GET /api/notices': sample('/api/notices?limit=5', ''),
    'POST /api/notices/:id/hand-over': sample('/api/notices/id/hand-over', notices[0] ?? '', { via: 'sms' }),
    'POST /api/notices/:id/send-now': sample('/api/notices/id/send-now', notices[1] ?? ''),
    'POST /api/notices/:id/cancel': sample('/api/notices/id/cancel', notices[2] ?? ''),
    'GET /api/alerts': sample('/api/alerts', ''),
    'PUT /api/alerts': sample('/api/alerts', '', { phone: '07700 900118' }),
    // The samples' server is of the test version, which calls no devices.
    'POST /api/alerts/devices': sample('/api/alerts/devices', '', subscription, 422),
    'DELETE /api/alerts/devices/:id': sample('/api/alerts/devices/id', alertDevice),
    'POST /api/alerts/try': sample('/api/alerts/try', ''),
    'GET /api/sending': sample('/api/sending', ''),
    'GET /api/clients': sample('/api/clients?limit=5', ''),
    'POST /api/clients': sample('/api/clients', '', {
      name: 'Tom',
      email: 't@example.com',
      phone: '07700 900119',
      notes: 'n',
      tags: ['a'],
    }),
    'GET /api/clients/:id': sample('/api/clients/id', client),
    'PUT /api/clients/:id': sample('/api/clients/id', client, {
      notes: 'Dogs loose',
      isActive: true,
      preferredChannel: 'sms',
      payerClientId: null,
      lat: 52.2,
      lng: -2.8,
      positionSource: 'pasted',
      what3words: 'filled.count.soap',
      notSameAs: [],
    }),
    'DELETE /api/clients/:id': sample('/api/clients/id', spare),
    'GET /api/clients/:id/sms-preferences': sample('/api/clients/id/sms-preferences', client),
    'PUT /api/clients/:id/sms-preferences': sample('/api/clients/id/sms-preferences', client, {
      enableReminders: true,
      reminderHours: 24,
      nextStopsBefore: 2,
    }),
    'POST /api/clients/:id/merge': sample('/api/clients/id/merge', client, {
      otherId: double,
      fields: { notes: 'Dogs' },
      textsOf: 'other',
    }),
    'GET /api/yards': sample('/api/yards', ''),
    'POST /api/yards': sample('/api/yards', '', { name: 'New', lat: 52.2, lng: -2.8, positionSource: 'pin', hasLights: true }),
    'GET /api/yards/:id': sample('/api/yards/id', yard),
    'PUT /api/yards/:id': sample('/api/yards/id', yard, { gateCode: '4471', contactClientId: client }),
    'DELETE /api/yards/:id': sample('/api/yards/id', spareYard),
    'GET /api/horses': sample('/api/horses', ''),
    'POST /api/horses': sample('/api/horses', '', {
      name: 'Dolly',
      clientId: client,
      age: 9,
      yardId: yard,
      flags: ['kicks'],
      cycleDays: 42,
    }),
    'GET /api/horses/:id': sample('/api/horses/id', horse),
    'PUT /api/horses/:id': sample('/api/horses/id', horse, {
      age: 12,
      winterCycleDays: 56,
      cycleRules: [{ serviceType: 'Trim', days: 56, winterDays: null }],
      pauses: [{ fromOn: tomorrow, untilOn: null, reason: 'Box rest' }],
      goneReason: null,
    }),
    'DELETE /api/horses/:id': sample('/api/horses/id', spareHorse),
    'GET /api/appointments': sample(`/api/appointments?date=${tomorrow}`, ''),
    'POST /api/appointments': sample('/api/appointments', '', {
      ...visit,
      clientId: client,
      horseId: horse,
      isCallOnly: false,
      callNumber: 2,
    }),
    'GET /api/appointments/:id': sample('/api/appointments/id', appointment),
    'PUT /api/appointments/:id': sample('/api/appointments/id', appointment, { ...visit, callPeriod: 'PM', sendSmsNotification: true }),
    'DELETE /api/appointments/:id': sample('/api/appointments/id', removed),
    'POST /api/appointments/:id/cancel': sample('/api/appointments/id/cancel', cancelled, { reason: 'Lame' }),
    'POST /api/appointments/:id/reopen': sample('/api/appointments/id/reopen', cancelled),
    'POST /api/appointments/:id/send-reminder': sample('/api/appointments/id/send-reminder', appointment),
    'POST /api/days/move': sample('/api/days/move', '', {
      reason: 'Weather',
      moves: [{ appointmentId: moved, onDay: tomorrow }],
      sendSmsNotification: true,
    }),
    'GET /api/time-off': sample('/api/time-off', ''),
    'POST /api/time-off': sample('/api/time-off', '', { ...timeOff(tomorrow), memberId: practice.memberId, localStart: '13:00' }),
    'PUT /api/time-off/:id': sample('/api/time-off/id', away, { kind: 'course', title: 'Hereford', coverNote: null }),
    'DELETE /api/time-off/:id': sample('/api/time-off/id', spareAway),
    'POST /api/visit-horses': sample('/api/visit-horses', '', { appointmentId: finished, horseId: second, plannedWork: 'Trim', place: 3 }),
    'PUT /api/visit-horses/:id': sample('/api/visit-horses/id', line, { plannedWork: 'Full set new', outcome: 'done', reason: null }),
    'DELETE /api/visit-horses/:id': sample('/api/visit-horses/id', spareLine),
    'GET /api/horses/:id/work-entries': sample('/api/horses/id/work-entries', horse),
    'POST /api/work-entries': sample('/api/work-entries', '', { ...entry, findings: 'Risen clenches', resetsCycle: true }),
    'PUT /api/work-entries/:id': sample('/api/work-entries/id', work, { findings: 'Thrush', workDate: tomorrow }),
    'DELETE /api/work-entries/:id': sample('/api/work-entries/id', spareWork),
    'GET /api/service-types': sample('/api/service-types', ''),
    'POST /api/service-types': sample('/api/service-types', '', { serviceType: 'Hot shoeing', resetsCycle: true }),
    'PUT /api/service-types/:id': sample('/api/service-types/id', kind, { label: 'Full set', resetsCycle: true, isOffered: true }),
    'GET /api/work-templates': sample('/api/work-templates', ''),
    'POST /api/work-templates': sample('/api/work-templates', '', { ...template, recommendations: 'Wedge next time', resetsCycle: true }),
    'PUT /api/work-templates/:id': sample('/api/work-templates/id', written, { name: 'Bar shoes, wedged', description: null }),
    'DELETE /api/work-templates/:id': sample('/api/work-templates/id', spareTemplate),
    'GET /api/terms-acceptance': sample(`/api/terms-acceptance?clientId=${client}`, ''),
    'POST /api/terms-acceptance': sample('/api/terms-acceptance', '', {
      clientId: client,
      acceptanceMethod: 'verbal',
      notes: 'At the yard',
    }),
    'POST /api/terms-acceptance/send': sample('/api/terms-acceptance/send', '', { clientId: client, method: 'sms' }),
    'GET /api/terms-acceptance/sent': sample('/api/terms-acceptance/sent', ''),
    'GET /api/terms-acceptance/:id/evidence': sample('/api/terms-acceptance/id/evidence', accepted),
    'GET /api/terms-versions': sample('/api/terms-versions', ''),
    'POST /api/terms-versions': sample('/api/terms-versions', '', {
      sections: [{ title: 'General', text: 'Payment is due at the time of service.' }],
    }),
    'POST /api/clients/:id/lost-shoe-link': sample('/api/clients/id/lost-shoe-link', client, { sends: false }, 201),
    'GET /api/gdpr-requests': sample(`/api/gdpr-requests?clientId=${client}`, ''),
    'GET /api/gdpr-requests/:id': sample('/api/gdpr-requests/id', asked),
    'POST /api/gdpr-requests': sample('/api/gdpr-requests', '', { clientId: client, requestType: 'rectification', receivedVia: 'letter' }),
    'POST /api/gdpr-requests/send-sms': sample('/api/gdpr-requests/send-sms', '', { clientIds: [client], requestType: 'data_access' }),
    'PUT /api/gdpr-requests/:id': sample('/api/gdpr-requests/id', asked, { notes: 'By the vet’s letter' }),
    'PUT /api/gdpr-requests/:id/status': sample('/api/gdpr-requests/id/status', asked, { status: 'processing' }),
    'POST /api/gdpr-requests/:id/share-pack': sample('/api/gdpr-requests/id/share-pack', asked, { exportId: pack, sends: false }),
    'GET /api/gdpr-requests/:id/history': sample('/api/gdpr-requests/id/history', asked),
    'GET /api/messages/threads': sample(`/api/messages/threads?clientId=${client}&limit=5`, ''),
    'POST /api/messages/threads': sample('/api/messages/threads', '', { clientId: client, subject: 'Lost shoe', isEmergency: true }),
    'GET /api/messages/thread/:id': sample('/api/messages/thread/id', thread),
    'PUT /api/messages/thread/:id': sample('/api/messages/thread/id', thread, { subject: 'Other dates', closedAt: null }),
    'POST /api/messages/thread/:id/mark-read': sample('/api/messages/thread/id/mark-read', thread),
    'POST /api/messages': sample('/api/messages', '', {
      threadId: thread,
      content: 'On Tuesday then',
      replyToId: message,
      appointmentId: appointment,
    }),
    'GET /api/messages/search': sample('/api/messages/search?q=Tuesday', ''),
    'GET /api/messaging/settings': sample('/api/messaging/settings', ''),
    'POST /api/messaging/settings': sample('/api/messaging/settings', '', { autoReplySettings: { isEnabled: true, emergencyRate: 55 } }),
    'GET /api/tasks': sample(`/api/tasks?horseId=${horse}`, ''),
    'GET /api/visit-answers': sample(`/api/visit-answers?appointmentId=${appointment}&unseen=true`, ''),
    'PUT /api/visit-answers/:id': sample('/api/visit-answers/id', answer, { seenAt: '2026-11-20T10:00:00Z' }),
    'GET /api/slot-offers': sample(`/api/slot-offers?from=${tomorrow}`, ''),
    'POST /api/slot-offers': sample('/api/slot-offers', '', slot),
    'POST /api/slot-offers/:id/withdraw': sample('/api/slot-offers/id/withdraw', offer),
    'POST /api/tasks': sample('/api/tasks', '', { title: 'X-ray before next time', horseId: horse, workEntryId: work, dueOn: tomorrow }),
    'PUT /api/tasks/:id': sample('/api/tasks/id', task, { title: 'X-ray both fronts', forWhom: 'owner' }),
    'DELETE /api/tasks/:id': sample('/api/tasks/id', spareTask),
    'POST /api/objects/upload': sample('/api/objects/upload', '', { bytes: 9_000_000, sha256: 'a'.repeat(64), mime: 'video/mp4' }),
    'PUT /api/objects/:id/upload/:token': sample(coming.uploadURL ?? '', '', { any: 'text' }),
    'GET /api/objects/:id': sample('/api/objects/id', photo.body.fileId),
    // No worker is at work here to make them.
    'GET /api/objects/:id/thumbnail': sample('/api/objects/id/thumbnail?width=280', photo.body.fileId, undefined, 404),
    'GET /api/objects/:id/picture': sample('/api/objects/id/picture', photo.body.fileId, undefined, 404),
    'GET /api/files/usage': sample('/api/files/usage', ''),
    'GET /api/horses/:id/files': sample('/api/horses/id/files', horse),
    'POST /api/file-attachments': sample('/api/file-attachments', '', { ...photo.body, foot: 'NF', takenOn: tomorrow, shownToOwner: true }),
    'PUT /api/file-attachments/:id': sample('/api/file-attachments/id', photo.id, { description: 'Crack', view: 'sole' }),
    'DELETE /api/file-attachments/:id': sample('/api/file-attachments/id', sparePhoto.id),
    'GET /api/horses/:id/voice-notes': sample('/api/horses/id/voice-notes', horse),
    'POST /api/voice-notes': { ...sample('/api/voice-notes', '', voiceForm({ horseId: horse })), contentType: VOICE_FORM_TYPE },
    'PUT /api/voice-notes/:id': sample('/api/voice-notes/id', voice, { description: 'Off hind', transcript: 'Bit of thrush.' }),
    'DELETE /api/voice-notes/:id': sample('/api/voice-notes/id', spareVoice),
    'PUT /api/appointments/:id/advance-call': sample('/api/appointments/id/advance-call', appointment, { currentCallNumber: 1 }),
    'PUT /api/appointments/:id/complete-call': sample('/api/appointments/id/complete-call', finished),
    'PUT /api/rounds': sample('/api/rounds', '', {
      memberId: practice.memberId,
      onDay: tomorrow,
      state: 'late',
      reason: 'Ice',
      lateMinutes: 30,
    }),
    'POST /api/appointments/:id/visit-card': sample('/api/appointments/id/visit-card', carded.id),
    'DELETE /api/appointments/:id/visit-card': sample('/api/appointments/id/visit-card', carded.id),
    // Of a card without photos there is none to open.
    'GET /api/visit-cards/:token/photos/:photoId': sample(`/api/visit-cards/${carded.token}/photos/id`, photo.id, undefined, 404),
    'GET /api/appointments/today/:clientId': sample('/api/appointments/today/id', client),
    'GET /api/call-tracker/:id': sample('/api/call-tracker/id', appointment),
    'GET /api/places': sample('/api/places?address=Kingsland', '', undefined, 422),
    'GET /api/dashboard/stats': sample('/api/dashboard/stats', ''),
    'GET /api/dashboard/activity': sample('/api/dashboard/activity', ''),
    'POST /api/activity/:id/undo': sample('/api/activity/id/undo', done),
    ...samplesOfMoney(sample, money),
    ...(await samplesOfReports(practice, sample)),
    ...(await samplesOfKeys(practice, sample)),
    ...samplesOfPlans(sample),
    ...(await samplesOfMembers(practice, sample)),
    ...samplesOfKept(sample, { ...kept, client, spare }),
    'GET /api/imports': sample('/api/imports', ''),
    'POST /api/imports': sample('/api/imports', '', vcard),
    'GET /api/imports/:id': sample('/api/imports/id', imports.draft),
    'POST /api/imports/:id/check': sample('/api/imports/id/check', imports.draft, { plan: imports.plan }),
    'POST /api/imports/:id/start': sample('/api/imports/id/start', imports.draft, { plan: imports.plan, choices: { h0: 'skip' } }),
    'POST /api/imports/:id/cancel': sample('/api/imports/id/cancel', imports.draft),
    'POST /api/imports/:id/undo': sample('/api/imports/id/undo', imports.done),
    'GET /api/imports/:id/left-out': sample('/api/imports/id/left-out', imports.done),
    'POST /api/sync/push': sample('/api/sync/push', '', {
      deviceId: device,
      schema: 1,
      ops: [{ ...op, createdAt: currentTime().toISOString() }],
    }),
    'GET /api/sync/pull': sample(`/api/sync/pull?deviceId=${device}`, ''),
    'GET /api/sync/events': sample('/api/sync/events?seconds=0', ''),
    'DELETE /api/auth/sessions/:id': sample('/api/auth/sessions/id', session),
  }
  return {
    names: Object.keys(all),
    of(name: string): Sample {
      const found = all[name]
      if (!found) throw new Error(`no sample for ${name} in src/testing/samples.ts`)
      return found
    },
    /** Removals last, then what ends one's own session, then what needs none and would have ended it: signing in and out. */
    inOrder: (names: string[]) => [...names].sort((a, b) => weight(a) - weight(b)),
  }
}

const timeOff = (day: string) => ({ fromDay: day, toDay: day, kind: 'holiday', title: 'Anglesey' })

const weight = (name: string) =>
  /register|demo|logout/.test(name) ? 3 : name.includes('/auth/sessions/') ? 2 : name.startsWith('DELETE') ? 1 : 0

/** A finished visit, and a link to the card of its owner. */
async function cardedVisit(practice: FixturePractice, id: string) {
  await practice.put(`/api/appointments/${id}/complete-call`)
  const [link] = (await practice.post(`/api/appointments/${id}/visit-card`)).json<{ url: string }[]>()
  return { id, token: link?.url.split('/').at(-1) }
}

/** Three texts that wait: moves of visits of three clients. */
async function heldNotices(
  practice: FixturePractice,
  book: (more: object) => Promise<string>,
  visit: { startTime: string; endTime: string },
) {
  const later = (time: string) => new Date(new Date(time).getTime() + 2 * 86_400_000).toISOString()
  for (const phone of ['07700 900201', '07700 900202', '07700 900203']) {
    const clientId = (await practice.post('/api/clients', { name: `Mover ${phone}`, phone })).json<{ id: string }>().id
    const id = await book({ clientId, horseId: null })
    await practice.put(`/api/appointments/${id}`, {
      startTime: later(visit.startTime),
      endTime: later(visit.endTime),
      sendSmsNotification: true,
    })
  }
  const held = (await practice.get('/api/notices?limit=50')).json<{ id: string; state: string }[]>()
  return held.filter((notice) => notice.state === 'held').map((notice) => notice.id)
}

/** A table that waits to be brought in, and an import that was. Drafts go when their own member uploads another, so a colleague's does not. */
async function makeImports(practice: FixturePractice) {
  const colleague = await practice.addMember('Nell Importer', 'owner')
  const content = Buffer.from('Horse,Owner,Last visit\nBiscuit,Ann Lee,01/10/2026\n').toString('base64')
  const draft = (await colleague.post('/api/imports', { name: 'horses.csv', content })).json<{ id: string }>().id
  const done = uuidv7()
  await practice.inPractice(async (tx, actor) => {
    const file = { practice_id: actor.practiceId, id: done, member_id: actor.memberId, file_name: 'a.vcf', content: null, plan: null }
    const facts = { counts: null, left_out: null, kept: null, problem: null }
    await tx
      .insertInto('imports')
      .values({ ...file, ...facts, source: 'vcard', kind: 'clients', state: 'done' })
      .execute()
    await logActivity(tx, actor, { entity: 'imports', entityId: done, verb: 'added', before: null, after: { name: 'a.vcf' } })
  })
  return { draft, done, plan: { kind: 'horses', mapping: ['horse', 'name', 'lastVisit'], usualWork: 'Trim' } }
}

/** A pack of a client that a job has finished. */
async function madePack(practice: FixturePractice, clientId: string): Promise<string> {
  const id = uuidv7()
  const done = { state: 'done' as const, store_key: 'pack', bytes: 4, dies_at: new Date(currentMs() + 86_400_000) }
  await practice.inPractice((tx, { practiceId }) =>
    tx
      .insertInto('exports')
      .values({
        practice_id: practiceId,
        id,
        kind: 'client',
        client_id: clientId,
        request_id: null,
        member_id: null,
        problem: null,
        ...done,
      })
      .execute(),
  )
  return id
}
