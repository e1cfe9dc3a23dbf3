import { CalendarDays } from 'lucide-react'
import { day, joined, moment, named, nameIn, onDay, oneOf, plain, type Words } from '#platform/web/record-words.ts'

export const gapWords = {
  slot_offers: {
    noun: 'offer',
    title: (data, reading) => joined('Offer', nameIn(reading, 'clients', data.clientId), onDay(data.onDay, reading)),
    icon: CalendarDays,
    fields: {
      onDay: { label: 'day', read: day },
      localStart: plain('start'),
      localEnd: plain('end'),
      state: {
        label: 'answer',
        read: oneOf({ offered: 'Asked', taken: 'Got it', gone: 'Gone', declined: 'Said no', withdrawn: 'Withdrawn' }),
      },
      expiresAt: { label: 'end of the offer', read: moment },
      clientId: named('client', 'clients'),
      yardId: named('yard', 'yards'),
      memberId: named('farrier', 'members'),
      appointmentId: named('visit', 'appointments'),
    },
  },
} satisfies Words
