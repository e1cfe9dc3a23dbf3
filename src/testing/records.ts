import { settingsId } from '#features/core/practice/rules.ts'
import { roundId } from '#features/day/round/rules.ts'
import { priceItemId } from '#features/records/prices/rules.ts'
import { addStandardRates } from '#features/records/prices/server/service.ts'
import { currentMs } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { SyncedName } from '#lib/synced.ts'
import { addAnswer, addOffer } from '#testing/answers.ts'
import { addFile, storeFile } from '#testing/files.ts'
import type { FixturePractice } from '#testing/practice.ts'
import { moneyRecords } from '#testing/samples-money.ts'
import { addVoiceNote, soundOf } from '#testing/voice.ts'

type Wire = Record<string, unknown>
export type Made = Record<SyncedName, { id: string; create: { id: string; data: Wire }; change: Wire }>

/** One record of each kind that devices keep, with what a device would send to make another, to change it and to remove it. */
export async function makeRecords(practice: FixturePractice): Promise<Made> {
  await practice.inPractice(addStandardRates)
  const add = async (path: string, body: object) => (await practice.post(path, body)).json<{ id: string }>().id
  const name = { name: 'Another' }
  const today = new Date(currentMs() + 86_400_000).toISOString().slice(0, 10)
  const client = await add('/api/clients', { name: 'Sarah' })
  const spare = await add('/api/clients', { name: 'Nobody’s' })
  const unset = await add('/api/clients', { name: 'Without preferences' })
  const horse = await add('/api/horses', { name: 'Biscuit', clientId: client })
  const second = await add('/api/horses', { name: 'Merlin', clientId: client })
  const third = await add('/api/horses', { name: 'Dolly', clientId: client })
  const when = { startTime: `${today}T09:00:00Z`, endTime: `${today}T10:00:00Z` }
  const visit = await add('/api/appointments', { clientId: client, ...when })
  const stays = await add('/api/appointments', { clientId: client, ...when })
  const line = await add('/api/visit-horses', { appointmentId: stays, horseId: second })
  const work = await add('/api/work-entries', { horseId: second, serviceType: 'Trim', workDate: today })
  const attached = await addFile(practice, { horseId: second })
  const off = { fromDay: today, toDay: today, kind: 'course', title: 'Course' }
  const preferences = (await practice.put(`/api/clients/${client}/sms-preferences`, { reminderHours: 24 })).json<{ id: string }>().id
  const trim = priceItemId(practice.practiceId, 'Trim')
  const price = (await practice.put('/api/price-overrides', { priceItemId: trim, horseId: second, unitPence: 4000 })).json<{ id: string }>()
    .id
  const hot = priceItemId(practice.practiceId, 'Hot shoeing')
  const template = { name: 'Bar shoes', serviceType: 'Front shoes new' }
  const round = { memberId: practice.memberId, onDay: today, state: 'running' }
  await practice.put('/api/rounds', round)
  await practice.put(`/api/clients/${client}`, { phone: '07700 900118' })
  const thread = await add('/api/messages/threads', { clientId: client, subject: 'Dates' })
  const fresh = (data: Wire) => ({ id: uuidv7(), data })
  return {
    members: { id: practice.memberId, create: fresh(name), change: { name: 'Me' } },
    settings: {
      id: settingsId(practice.practiceId),
      create: { id: settingsId(practice.practiceId), data: { prepLine: 'Dry' } },
      change: { feet: 'left-right' },
    },
    clients: { id: spare, create: fresh(name), change: { notes: 'n' } },
    sms_preferences: { id: preferences, create: fresh({ clientId: unset, reminderHours: 48 }), change: { enableReminders: false } },
    yards: { id: await add('/api/yards', { name: 'Yard' }), create: fresh(name), change: { gateCode: '1' } },
    horses: { id: third, create: fresh({ name: 'New', clientId: client }), change: { color: 'Bay' } },
    appointments: { id: visit, create: fresh({ clientId: client, ...when }), change: { notes: 'n' } },
    visit_horses: { id: line, create: fresh({ appointmentId: stays, horseId: horse }), change: { plannedWork: 'Trim' } },
    rounds: {
      id: roundId(practice.memberId, today),
      create: { id: roundId(practice.memberId, today), data: round },
      change: { state: 'paused' },
    },
    time_off: { id: await add('/api/time-off', off), create: fresh(off), change: { title: 'Other' } },
    work_entries: { id: work, create: fresh({ horseId: second, serviceType: 'Trim', workDate: today }), change: { findings: 'n' } },
    threads: { id: thread, create: fresh({ clientId: client, subject: 'Dates' }), change: { subject: 'Other dates' } },
    messages: {
      id: await add('/api/messages', { threadId: thread, content: 'Hello' }),
      create: fresh({ threadId: thread, content: 'Tomorrow?' }),
      change: {},
    },
    attachments: { id: attached.id, create: fresh({ ...attached.body }), change: { description: 'n' } },
    voice_notes: {
      id: await addVoiceNote(practice, second),
      create: fresh({ horseId: second, fileId: await storeFile(practice, soundOf(300)) }),
      change: { description: 'n' },
    },
    price_items: { id: trim, create: { id: hot, data: { serviceType: 'Hot shoeing', unitPence: 1 } }, change: { unitPence: 3600 } },
    ...(await moneyRecords(practice, add, client)),
    price_overrides: { id: price, create: fresh({ priceItemId: trim, horseId: horse, unitPence: 4000 }), change: { unitPence: 4100 } },
    service_types: { id: trim, create: { id: hot, data: { serviceType: 'Hot shoeing' } }, change: { resetsCycle: false } },
    work_templates: { id: await add('/api/work-templates', template), create: fresh(template), change: { name: 'Wedges' } },
    visit_answers: {
      id: await addAnswer(practice, { appointmentId: stays, clientId: client }),
      create: fresh({ seenAt: '2026-11-20T10:00:00Z' }),
      change: { seenAt: '2026-11-20T10:00:00Z' },
    },
    slot_offers: { id: await addOffer(practice, '2098-01-06'), create: fresh({}), change: { state: 'gone' } },
    tasks: { id: await add('/api/tasks', { title: 'X-ray' }), create: fresh({ title: 'X-ray', horseId: horse }), change: { notes: 'n' } },
    terms_acceptances: {
      id: await add('/api/terms-acceptance', { clientId: client, acceptanceMethod: 'verbal' }),
      create: fresh({ clientId: client, acceptanceMethod: 'verbal' }),
      change: { notes: 'n' },
    },
    rights_requests: {
      id: await add('/api/gdpr-requests', { clientId: client, requestType: 'data_access' }),
      create: fresh({ clientId: client, requestType: 'objection', objectsTo: 'marketing' }),
      change: { status: 'processing' },
    },
  }
}
