import { Share2 } from 'lucide-react'
import { joined, list, moment, named, nameIn, oneOf, plain, type Words } from '#platform/web/record-words.ts'

export const postWords = {
  posts: {
    noun: 'post',
    title: (data, reading) => joined('Post', nameIn(reading, 'horses', data.horseId)),
    icon: Share2,
    href: () => '/horses',
    fields: {
      horseId: named('horse', 'horses'),
      beforeId: named('photo before', 'attachments'),
      afterId: named('photo after', 'attachments'),
      pictureId: named('picture', 'attachments'),
      text: plain('words'),
      altText: plain('words about the picture'),
      networks: { label: 'networks', read: list },
      nobodyAt: { label: 'time somebody confirmed that no person can be recognised', read: moment },
      state: { label: 'state', read: oneOf({ draft: 'Draft', posting: 'Posted', down: 'Taken down' }) },
    },
  },
} satisfies Words
