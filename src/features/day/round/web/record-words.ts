import { Route } from 'lucide-react'
import { day, joined, minutes, moment, named, onDay, oneOf, plain, type Words } from '#platform/web/record-words.ts'

export const roundWords = {
  rounds: {
    noun: 'round',
    title: (data, reading) => joined('Round', onDay(data.onDay, reading)),
    icon: Route,
    href: () => '/round',
    fields: {
      memberId: named('farrier', 'members'),
      onDay: { label: 'day', read: day },
      state: {
        label: 'state of the round',
        read: oneOf({ planned: 'Planned', running: 'Running', paused: 'Paused', late: 'Running late', finished: 'Finished' }),
      },
      reason: plain('reason'),
      lateMinutes: { label: 'delay', read: minutes },
      saidAt: { label: 'time it was sent', read: moment },
    },
  },
  travel_tables: {
    noun: 'table of road times',
    title: (data, reading) => joined('Road times', onDay(data.onDay, reading)),
    icon: Route,
    fields: {
      memberId: named('farrier', 'members'),
      onDay: { label: 'day', read: day },
      engine: plain('source'),
      places: { label: 'places', read: (places) => String(Array.isArray(places) ? places.length : 0) },
      legs: { label: 'roads', read: (legs) => String(Array.isArray(legs) ? legs.length ** 2 : 0) },
      madeAt: { label: 'time it was made', read: moment },
    },
  },
} satisfies Words
