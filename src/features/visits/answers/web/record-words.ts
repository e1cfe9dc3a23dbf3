import { MessageSquare } from 'lucide-react'
import { day, joined, many, moment, named, nameIn, oneOf, plain, type Words } from '#platform/web/record-words.ts'

export const answerWords = {
  visit_answers: {
    noun: 'answer',
    title: (data, reading) =>
      joined('Answer', nameIn(reading, 'clients', data.clientId), nameIn(reading, 'appointments', data.appointmentId)),
    icon: MessageSquare,
    fields: {
      seenAt: { label: 'time it was dealt with', read: moment },
      seenBy: named('person who did it', 'members'),
      kind: {
        label: 'answer',
        read: oneOf({
          confirmed: 'Confirmed',
          move: 'Another time',
          add_horse: 'One more horse',
          box_rest: 'Box rest',
          gate_code: 'Gate code',
          cancel: 'Asks to cancel',
          cancelled: 'Cancelled',
        }),
      },
      words: many('words'),
      horseName: plain('horse'),
      work: plain('work'),
      untilOn: { label: 'last day', read: day },
      visitStart: { label: 'time of the visit', read: moment },
      saidAt: { label: 'time it was sent', read: moment },
      horseId: named('horse', 'horses'),
      clientId: named('client', 'clients'),
      appointmentId: named('visit', 'appointments'),
    },
  },
} satisfies Words
