import { Inbox } from 'lucide-react'
import { joined, many, moment, named, nameIn, oneOf, type Words, whole } from '#platform/web/record-words.ts'

export const guestWords = {
  owner_asks: {
    noun: 'request',
    title: (data, reading) =>
      joined(
        'Request',
        nameIn(reading, 'clients', data.clientId),
        nameIn(reading, 'yards', data.yardId),
        nameIn(reading, 'horses', data.horseId),
      ),
    icon: Inbox,
    fields: {
      seenAt: { label: 'time it was dealt with', read: moment },
      seenBy: named('person who did it', 'members'),
      outcome: { label: 'answer', read: oneOf({ done: 'Done', declined: 'Turned down' }) },
      reply: many('words in reply'),
      repliedAt: { label: 'time of the reply', read: moment },
      repliedBy: named('person who replied', 'members'),
      kind: {
        label: 'request',
        read: oneOf({
          sold: 'Sold or moved on',
          died: 'Died',
          new_horse: 'New horse',
          details: 'New details',
          vet_invite: 'Vet to see a horse',
          access: 'Wants to be let in',
          yard: 'About a yard',
          words: 'Words about a horse',
        }),
      },
      facts: { label: 'facts', isMany: true, read: whole },
      words: many('words'),
      askedAt: { label: 'time it was sent', read: moment },
      horseId: named('horse', 'horses'),
      yardId: named('yard', 'yards'),
      clientId: named('client', 'clients'),
      personId: { label: 'person', read: whole },
    },
  },
} satisfies Words
