import { Hammer } from 'lucide-react'
import { flag, plain, type RecordWords, text } from '#platform/web/record-words.ts'

export const kindWords: RecordWords = {
  noun: 'kind of work',
  title: (data) => text(data.label),
  icon: Hammer,
  href: () => '/settings/prices',
  fields: {
    serviceType: plain('name'),
    label: plain('name'),
    resetsCycle: flag('new cycle'),
    isOffered: { label: 'choice of work', read: (isOffered) => (isOffered ? 'Offered' : 'Removed') },
  },
}
