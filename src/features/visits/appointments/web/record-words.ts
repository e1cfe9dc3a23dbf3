import { CalendarClock, CalendarDays, PalmtreeIcon } from 'lucide-react'
import { TARIFF_WORDS, type Tariff } from '#features/records/prices/tariff.ts'
import { day, joined, many, moment, named, nameIn, onDay, oneOf, plain, text, type Words, whole } from '#platform/web/record-words.ts'
import { HorseshoeIcon } from '#ui/icons.tsx'

const kindOf = oneOf({ holiday: 'Holiday', course: 'Course', personal: 'Personal', ill: 'Ill' })

export const appointmentWords = {
  appointments: {
    noun: 'visit',
    title: (data, reading) => joined(text(data.title) || nameIn(reading, 'clients', data.clientId) || 'Visit', onDay(data.onDay, reading)),
    icon: CalendarDays,
    fields: {
      onDay: { label: 'day', read: day },
      startTime: { label: 'start', read: moment },
      endTime: { label: 'end', read: moment },
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
  },
  visit_horses: {
    noun: 'horse on a visit',
    title: (data, reading) =>
      joined(nameIn(reading, 'horses', data.horseId) || 'A horse', nameIn(reading, 'appointments', data.appointmentId)),
    icon: HorseshoeIcon,
    fields: {
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
  },
  time_off: {
    noun: 'time off',
    title: (data, reading) => joined(text(data.title) || (data.kind ? kindOf(data.kind) : 'Time off'), onDay(data.fromDay, reading)),
    icon: PalmtreeIcon,
    fields: {
      memberId: named('person', 'members'),
      fromDay: { label: 'first day', read: day },
      toDay: { label: 'last day', read: day },
      localStart: plain('start'),
      localEnd: plain('end'),
      kind: { label: 'kind', read: kindOf },
      title: plain('title'),
      coverNote: plain('note on cover'),
    },
  },
  busy_blocks: {
    noun: 'busy time',
    title: () => 'Busy time',
    icon: CalendarClock,
    fields: {
      memberId: named('person', 'members'),
      source: plain('calendar'),
      startTime: { label: 'start', read: moment },
      endTime: { label: 'end', read: moment },
      isAllDay: { label: 'length', read: (isAllDay) => (isAllDay ? 'All day' : 'Some hours') },
    },
  },
} satisfies Words
