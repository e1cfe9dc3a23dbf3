import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Appointment } from '#features/appointments/contract.ts'
import type { Client } from '#features/clients/contract.ts'
import type { ImportedClient, ImportedVisit } from '#features/imports/contract.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const file = (...lines: string[]) => ({ name: 'export', content: Buffer.from(lines.join('\r\n')).toString('base64') })
const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD']
const compact = (day: string) => day.replaceAll('-', '')
const clientsNamed = async (name: string) =>
  (await server.gareth.get('/api/clients?limit=1000')).json<Client[]>().filter((client) => client.name === name)
const visitsOn = async (day: string) => (await server.gareth.get(`/api/appointments?date=${day}`)).json<Appointment[]>()

test('a preview says what would be added and who is already here, and changes nothing', async () => {
  await server.gareth.post('/api/clients', { name: 'Sarah Penrose', phone: '07700 900118' })
  const contacts = file(...card('FN:S Penrose', 'TEL:+44 7700 900118'), ...card('FN:New Person', 'TEL:nonsense'), ...card('FN:new person'))
  const answer = await server.gareth.post('/api/imports/clients/preview', contacts)
  const [known, fresh, twin] = answer.json<{ clients: ImportedClient[] }>().clients
  expect(known?.duplicateOf).toMatchObject({ name: 'Sarah Penrose', because: 'phone' })
  expect(fresh).toMatchObject({ duplicateOf: null, phone: 'nonsense', phoneE164: null })
  expect(fresh?.warnings).toHaveLength(1)
  expect(twin?.duplicateOf).toEqual({ id: null, name: 'New Person', because: 'name' })
  expect(await clientsNamed('New Person')).toEqual([])
})

test('contacts are added, filled in or left out as chosen, with the activity of single entry', async () => {
  await server.gareth.post('/api/clients', { name: 'Tom Haddon', phone: '07700 900222', notes: 'keep me' })
  const contacts = file(
    ...card('FN:T Haddon', 'TEL:07700900222', 'EMAIL:tom@example.com', 'NOTE:lost'),
    ...card('FN:Ann Fresh', 'TEL:07700 900333'),
    ...card('FN:Left Out'),
  )
  const answer = await server.gareth.post('/api/imports/clients', { ...contacts, skip: [2], join: [0] })
  expect(answer.json()).toEqual({ added: 1, joined: 1, skipped: 1 })
  expect(await clientsNamed('Tom Haddon')).toMatchObject([{ email: 'tom@example.com', notes: 'keep me' }])
  const [ann] = await clientsNamed('Ann Fresh')
  expect(ann).toMatchObject({ phoneE164: '+447700900333' })
  const activity = await server.asOwner(`select verb from activity where entity = 'clients' and entity_id = '${ann?.id}'`)
  expect(activity).toEqual([{ verb: 'added' }])
  expect(await clientsNamed('Left Out')).toEqual([])
})

test('when one entry fails in the database, none is added', async () => {
  await server.asOwner(`create function refuse_bomb() returns trigger language plpgsql as $$ begin
    if new.name = 'Bomb' then raise exception 'disk on fire'; end if; return new; end $$;
    create trigger bomb before insert on clients for each row execute function refuse_bomb()`)
  const answer = await server.gareth.post('/api/imports/clients', file(...card('FN:Before Bomb'), ...card('FN:Bomb')))
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toMatchObject({ code: 'internal' })
  expect(await clientsNamed('Before Bomb')).toEqual([])
  await server.asOwner('drop trigger bomb on clients; drop function refuse_bomb()')
})

test('a diary comes in on its days, matched to clients, and only once', async () => {
  const today = dayOf(new Date(), 'Europe/London')
  const [soon, later] = [addDays(today, 9), addDays(today, 10)]
  await server.gareth.post('/api/clients', { name: 'Ruth Ockham', phone: '07700 900444' })
  const diary = file(
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...[
      'BEGIN:VEVENT',
      'UID:a',
      'SUMMARY:Ruth Ockham - trim',
      `DTSTART:${compact(soon)}T093000`,
      'DURATION:PT45M',
      'LOCATION:Yarpole',
      'END:VEVENT',
    ],
    ...['BEGIN:VEVENT', 'UID:b', 'SUMMARY:Dentist', `DTSTART;VALUE=DATE:${compact(later)}`, 'END:VEVENT'],
    'END:VCALENDAR',
  )
  const preview = await server.gareth.post('/api/imports/visits/preview', diary)
  const [ruth, dentist] = preview.json<{ visits: ImportedVisit[] }>().visits
  expect(ruth).toMatchObject({ onDay: soon, localStart: '09:30', localEnd: '10:15', client: { name: 'Ruth Ockham' }, isAlreadyHere: false })
  expect(dentist).toMatchObject({ onDay: later, isAllDay: true, client: null })
  expect((await server.gareth.post('/api/imports/visits', diary)).json()).toEqual({ added: 2, joined: 0, skipped: 0 })
  expect(await visitsOn(soon)).toMatchObject([
    { title: 'Ruth Ockham - trim', clientName: 'Ruth Ockham', localStart: '09:30', location: 'Yarpole' },
  ])
  expect(await visitsOn(later)).toMatchObject([{ title: 'Dentist', clientId: null }])
  expect((await server.gareth.post('/api/imports/visits', diary)).json()).toEqual({ added: 0, joined: 0, skipped: 2 })
  expect(await server.asOwner('select id from notices')).toEqual([])
})

test('an unreadable file says so in a sentence and changes nothing', async () => {
  for (const path of ['clients', 'visits', 'clients/preview', 'visits/preview']) {
    const answer = await server.gareth.post(`/api/imports/${path}`, file('GIF89a'))
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      code: 'unreadable_file',
      message: expect.stringMatching(/^(There are no contacts|This is not a calendar)/),
    })
  }
})

test('a thousand contacts come in together', async () => {
  const many = Array.from({ length: 1000 }, (_, n) => card(`FN:Person Number${n}`, `TEL:0770090${String(n).padStart(4, '0')}`)).flat()
  const answer = await server.gareth.post('/api/imports/clients', file(...many))
  expect(answer.json()).toEqual({ added: 1000, joined: 0, skipped: 0 })
})
