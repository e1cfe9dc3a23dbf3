import { MONEY_FIELDS } from '#app/pages/offline/money-words.ts'
import {
  day,
  days,
  type FieldWords,
  flag,
  list,
  many,
  minutes,
  moment,
  named,
  oneOf,
  plain,
  type Reading,
  spoken,
  whole,
  yesNo,
} from '#app/pages/offline/reading-words.ts'
import { TARIFF_WORDS, type Tariff } from '#features/records/prices/tariff.ts'
import { feetInWords, type Setup } from '#features/visits/work/feet.ts'
import type { SyncedName } from '#lib/synced.ts'
import type { Wire } from '#platform/web/sync/store.ts'

const POSITION = { label: 'place on the map', read: whole }
const PLACE: Record<string, FieldWords> = {
  address: plain('address'),
  postcode: plain('postcode'),
  lat: POSITION,
  lng: POSITION,
  positionSource: POSITION,
  what3words: plain('what3words'),
}

const WHEN: Record<string, FieldWords> = {
  onDay: { label: 'day', read: day },
  startTime: { label: 'start', read: moment },
  endTime: { label: 'end', read: moment },
}

const FIELDS: Record<string, Record<string, FieldWords>> = {
  ...MONEY_FIELDS,
  clients: {
    ...PLACE,
    name: plain('name'),
    email: plain('e-mail address'),
    phone: plain('phone number'),
    businessName: plain('business name'),
    notes: many('notes'),
    isActive: flag('active mark'),
    isBusiness: flag('business mark'),
    preferredChannel: { label: 'way to reach them', read: oneOf({ sms: 'Text', email: 'E-mail', portal: 'Portal', none: 'Not at all' }) },
    tags: { label: 'tags', isMany: true, read: list },
    payerClientId: named('payer', 'clients'),
    marketingConsentHow: {
      label: 'consent to offers',
      read: oneOf({ said: 'Said yes', written: 'Yes in writing', form: 'Yes on a form', soft_opt_in: 'Customer, has not said no' }),
    },
    notSameAs: { label: 'list of people who are somebody else', read: whole },
  },
  sms_preferences: {
    clientId: named('client', 'clients'),
    enableReminders: flag('reminders'),
    reminderHours: { label: 'time of reminders', read: (hours) => `${String(hours)} hours before` },
    enableUpdates: flag('texts about changes'),
    enableConfirmations: flag('confirmations'),
    nextStopsBefore: {
      label: 'text before they are next',
      read: (stops) => (stops === 0 ? 'Not at all' : `${String(stops)} ${stops === 1 ? 'stop' : 'stops'} before`),
    },
  },
  yards: {
    ...PLACE,
    name: plain('name'),
    accessNotes: many('access notes'),
    gateCode: plain('gate code'),
    hasCover: flag('cover'),
    hasLights: flag('lights'),
    contactClientId: named('contact', 'clients'),
    payerClientId: named('payer', 'clients'),
  },
  horses: {
    name: plain('name'),
    clientId: named('owner', 'clients'),
    breed: plain('breed'),
    age: { label: 'age', read: (years) => `${String(years)} years` },
    birthYear: plain('year of birth'),
    color: plain('colour'),
    markings: many('markings'),
    temperament: plain('temperament'),
    specialNotes: many('special notes'),
    flags: { label: 'warnings', isMany: true, read: list },
    yardId: named('yard', 'yards'),
    payerClientId: named('payer', 'clients'),
    vetName: plain("vet's name"),
    vetPhone: plain("vet's phone number"),
    cycleDays: { label: 'shoeing cycle', read: days },
    winterCycleDays: { label: 'winter cycle', read: days },
    cycleRules: { label: 'cycles by kind of work', isMany: true, read: whole },
    pauses: { label: 'pauses', isMany: true, read: whole },
    goneOn: { label: 'day it left', read: day },
    goneReason: { label: 'reason it left', read: oneOf({ deceased: 'Died', sold: 'Sold', moved: 'Moved away', retired: 'Retired' }) },
    ueln: plain('UELN'),
    microchip: plain('microchip'),
    passportSeenOn: { label: 'day the passport was seen', read: day },
    owners: { label: 'owners', isMany: true, read: whole },
    lastService: { label: 'last service', read: day },
    lastServiceType: plain('last work'),
    nextDue: { label: 'next due date', read: day },
  },
  appointments: {
    ...WHEN,
    title: plain('title'),
    clientId: named('client', 'clients'),
    yardId: named('yard', 'yards'),
    memberId: named('farrier', 'members'),
    description: plain('description'),
    location: plain('place'),
    notes: many('notes'),
    isCallOnly: { label: 'kind of booking', read: (isStop) => (isStop ? 'Stop without a time' : 'At a time') },
    callNumber: { label: 'stop number', read: (number) => `Stop ${String(number)}` },
    callPeriod: { label: 'half of the day', read: oneOf({ AM: 'Morning', PM: 'Afternoon' }) },
    roundRank: { label: 'place in the round', read: whole },
    status: {
      label: 'booking',
      read: oneOf({ pencilled: 'Pencilled', booked: 'Booked', done: 'Done', cancelled: 'Cancelled', no_show: 'Nobody there' }),
    },
    statusReason: plain('reason'),
    tariff: { label: 'prices', isMany: true, read: (tariff) => TARIFF_WORDS[tariff as Tariff] ?? String(tariff) },
    isCallComplete: { label: 'stop', read: (isDone) => (isDone ? 'Done' : 'Still to do') },
    completedAt: { label: 'time it was finished', read: moment },
    horseId: named('horse', 'horses'),
    horses: { label: 'horses', isMany: true, read: whole },
  },
  visit_horses: {
    appointmentId: named('visit', 'appointments'),
    horseId: named('horse', 'horses'),
    clientId: named('owner', 'clients'),
    payerClientId: named('payer', 'clients'),
    place: { label: 'place in the order', read: (place) => String(Number(place) + 1) },
    plannedWork: plain('planned work'),
    outcome: { label: 'outcome', read: oneOf({ done: 'Done', not_done: 'Not done' }) },
    reason: plain('reason'),
    completedAt: { label: 'time it was finished', read: moment },
  },
  rounds: {
    memberId: named('farrier', 'members'),
    onDay: { label: 'day', read: day },
    state: {
      label: 'state of the round',
      read: oneOf({ planned: 'Planned', running: 'Running', paused: 'Paused', late: 'Running late', finished: 'Finished' }),
    },
    reason: plain('reason'),
    lateMinutes: { label: 'delay', read: minutes },
    saidAt: { label: 'time it was said', read: moment },
  },
  time_off: {
    memberId: named('person', 'members'),
    fromDay: { label: 'first day', read: day },
    toDay: { label: 'last day', read: day },
    localStart: plain('start'),
    localEnd: plain('end'),
    kind: { label: 'kind', read: oneOf({ holiday: 'Holiday', course: 'Course', personal: 'Personal', ill: 'Ill' }) },
    title: plain('title'),
    coverNote: plain('note on cover'),
  },
  work_entries: {
    horseId: named('horse', 'horses'),
    memberId: named('farrier', 'members'),
    visitHorseId: { label: 'visit', read: whole },
    serviceType: plain('work'),
    workDate: { label: 'date', read: day },
    description: plain('description'),
    findings: many('findings'),
    recommendations: many('recommendations'),
    resetsCycle: flag('new cycle'),
    setup: { label: 'feet', isMany: true, read: (value) => (value ? feetInWords(value as Setup) : '') },
  },
  members: {
    name: plain('name'),
    initials: many('initials'),
    role: { label: 'role', read: oneOf({ owner: 'Owner', farrier: 'Farrier', apprentice: 'Apprentice', office: 'Office' }) },
    isActive: flag('active mark'),
  },
  settings: {
    workingHours: { label: 'working hours', isMany: true, read: whole },
    feet: { label: 'names of the feet', isMany: true, read: oneOf({ 'near-off': 'Near and off', 'left-right': 'Left and right' }) },
    travelBufferMinutes: { label: 'time between visits', read: minutes },
    prepLine: plain('prep line'),
    wording: { label: 'words of the texts', isMany: true, read: whole },
    base: { label: 'place the van stands', read: whole },
    transcribesVoice: plain('writing down of voice notes'),
    sending: { label: 'rules of sending', isMany: true, read: whole },
    autoReply: { label: 'automatic answers', isMany: true, read: whole },
  },
  service_types: {
    serviceType: plain('name'),
    label: plain('name'),
    resetsCycle: flag('new cycle'),
    isOffered: { label: 'choice of work', read: (isOffered) => (isOffered ? 'Offered' : 'Removed') },
  },
  work_templates: {
    name: plain('name'),
    serviceType: plain('work'),
    setup: { label: 'feet', isMany: true, read: (value) => (value ? feetInWords(value as Setup) : '') },
    description: plain('description'),
    recommendations: many('recommendations'),
    resetsCycle: flag('new cycle'),
  },
  tasks: {
    title: plain('title'),
    notes: many('notes'),
    dueOn: { label: 'due date', read: day },
    forWhom: { label: 'person it is for', read: oneOf({ farrier: 'Us', owner: 'The owner' }) },
    doneAt: { label: 'time it was done', read: moment },
    doneBy: named('person who did it', 'members'),
    memberId: named('person who wrote it', 'members'),
    horseId: named('horse', 'horses'),
    clientId: named('client', 'clients'),
    yardId: named('yard', 'yards'),
    appointmentId: named('visit', 'appointments'),
    workEntryId: named('work', 'work_entries'),
  },
  rights_requests: {
    clientId: named('client', 'clients'),
    requestType: { label: 'kind of request', read: spoken },
    status: { label: 'status', read: spoken },
    receivedVia: { label: 'way it came', read: spoken },
    receivedOn: { label: 'day it came', read: day },
    notes: many('notes'),
    objectsTo: { label: 'object of the objection', read: spoken },
    waits: { label: 'stops of the clock', isMany: true, read: whole },
    extendedOn: { label: 'extension', read: day },
    extendedWhy: { label: 'extension', read: whole },
    acknowledgedOn: { label: 'acknowledgement', read: day },
  },
  terms_acceptances: {
    clientId: named('client', 'clients'),
    acceptanceMethod: { label: 'way it was accepted', read: spoken },
    acceptedAt: { label: 'time it was accepted', read: moment },
    notes: many('notes'),
  },
  visit_answers: {
    seenAt: { label: 'time it was seen to', read: moment },
    seenBy: named('person who saw to it', 'members'),
    kind: {
      label: 'answer',
      read: oneOf({
        confirmed: 'Confirmed',
        move: 'Another time',
        add_horse: 'One more horse',
        box_rest: 'Box rest',
        gate_code: 'Gate code',
      }),
    },
    words: many('words'),
    horseName: plain('horse'),
    work: plain('work'),
    untilOn: { label: 'last day', read: day },
    visitStart: { label: 'time of the visit', read: moment },
    saidAt: { label: 'time it was said', read: moment },
    horseId: named('horse', 'horses'),
    clientId: named('client', 'clients'),
    appointmentId: named('visit', 'appointments'),
  },
  slot_offers: {
    onDay: { label: 'day', read: day },
    localStart: plain('start'),
    localEnd: plain('end'),
    state: {
      label: 'answer',
      read: oneOf({ offered: 'Asked', taken: 'Has it', gone: 'Gone', declined: 'Said no', withdrawn: 'Taken back' }),
    },
    expiresAt: { label: 'end of the offer', read: moment },
    clientId: named('client', 'clients'),
    yardId: named('yard', 'yards'),
    memberId: named('farrier', 'members'),
    appointmentId: named('visit', 'appointments'),
  },
  threads: {
    subject: plain('subject'),
    clientId: named('client', 'clients'),
    isEmergency: flag('emergency mark'),
    readTo: { label: 'reading', read: moment },
    closedAt: { label: 'time it was put away', read: moment },
  },
  messages: {
    content: plain('message'),
    threadId: named('conversation', 'threads'),
    replyToId: { label: 'message it answers', read: whole },
    appointmentId: named('visit', 'appointments'),
    createdAt: { label: 'time it was written', read: moment },
  },
  voice_notes: {
    description: plain('description'),
    transcript: plain('transcript'),
    horseId: named('horse', 'horses'),
    appointmentId: named('visit', 'appointments'),
    workEntryId: named('work', 'work_entries'),
  },
  attachments: {
    fileName: plain('file name'),
    caption: plain('caption'),
    horseId: named('horse', 'horses'),
    clientId: named('client', 'clients'),
    appointmentId: named('visit', 'appointments'),
    workEntryId: named('work', 'work_entries'),
    expenseId: named('expense', 'expenses'),
  },
}

export type { FieldWords, Reading }

/** Whether there are words for an entity's fields; the test of this table asks it of every synced one. */
export const hasWords = (entity: SyncedName): boolean => entity in FIELDS

/** Words of a field; one this build has no words for is read from its name: `gateCode` is the gate code. */
export const wordsOf = (entity: SyncedName, field: string): FieldWords => FIELDS[entity]?.[field] ?? { label: spelled(field) }

const spelled = (field: string) =>
  field
    .replace(/(Id|At|On)$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()

/** A field's value as a person reads it; empty when it can't be said in a line. Null: there is none. */
export function readValue(entity: SyncedName, field: string, value: unknown, reading: Reading): string | null {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return null
  const { names, read } = wordsOf(entity, field)
  if (names) return reading.nameOf(names, String(value)) ?? 'one not on this device'
  if (read) return read(value, reading)
  if (typeof value === 'boolean') return yesNo(value)
  return typeof value === 'object' ? '' : String(value)
}

/** Ids of records that fields of a change name, so that they can be looked up before anything is said. */
export const namedIn = (entity: SyncedName, data: Wire): { entity: SyncedName; id: string }[] =>
  Object.entries(data).flatMap(([field, value]) => {
    const { names } = wordsOf(entity, field)
    return names && typeof value === 'string' ? [{ entity: names, id: value }] : []
  })
