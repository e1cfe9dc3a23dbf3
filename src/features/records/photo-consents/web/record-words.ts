import { Images } from 'lucide-react'
import { HOW_NAMES, USE_NAMES } from '#features/records/photo-consents/rules.ts'
import { joined, moment, named, nameIn, oneOf, type Words } from '#platform/web/record-words.ts'

export const photoConsentWords = {
  photo_consents: {
    noun: 'consent to photos',
    title: (data, reading) => joined('Photos in public', nameIn(reading, 'clients', data.clientId)),
    icon: Images,
    href: () => '/clients',
    fields: {
      clientId: named('client', 'clients'),
      horseId: named('horse', 'horses'),
      uses: {
        label: 'what it is for',
        read: (value) =>
          Array.isArray(value) ? value.map((use) => USE_NAMES[use as keyof typeof USE_NAMES] ?? String(use)).join(', ') : '',
      },
      how: { label: 'way it was given', read: oneOf(HOW_NAMES) },
      givenAt: { label: 'time it was given', read: moment },
      withdrawnAt: { label: 'time it was withdrawn', read: moment },
    },
  },
} satisfies Words
