import { Ruler } from 'lucide-react'
import { joined, moment, named, nameIn, oneOf, plain, text, type Words, whole } from '#platform/web/record-words.ts'

const KINDS: Readonly<Record<string, string>> = { length: 'Length', angle: 'Angle' }

export const radiographWords = {
  film_marks: {
    noun: 'measurement',
    title: (data, reading) =>
      joined(text(data.label) || (KINDS[text(data.kind)] ?? 'Measurement'), nameIn(reading, 'horses', data.horseId)),
    icon: Ruler,
    fields: {
      label: plain('name'),
      attachmentId: named('film', 'attachments'),
      kind: { label: 'kind', read: oneOf(KINDS) },
      places: { label: 'places on the film', read: whole },
      frame: { label: 'picture', read: whole },
      madeAt: { label: 'time it was measured', read: moment },
      memberId: named('person who measured', 'members'),
      authorName: plain('author'),
      horseId: named('horse', 'horses'),
    },
  },
} satisfies Words
