import { Stethoscope } from 'lucide-react'
import { day, joined, many, moment, named, nameIn, oneOf, plain, text, type Words, whole } from '#platform/web/record-words.ts'

export const careWords = {
  care_notes: {
    noun: 'note',
    title: (data, reading) => joined(KINDS[text(data.kind)] ?? 'Note', nameIn(reading, 'horses', data.horseId)),
    icon: Stethoscope,
    fields: {
      takenAt: { label: 'time it was accepted', read: moment },
      takenBy: named('person who accepted it', 'members'),
      withdrawnAt: { label: 'time it was taken back', read: moment },
      body: plain('text'),
      replyToId: { label: 'note it answers', read: whole },
      kind: { label: 'kind', read: oneOf({ note: 'Note', plan: 'Shoeing plan', answer: 'Answer' }) },
      authorName: plain('author'),
      authorRole: { label: "author's role", read: oneOf({ vet: 'Vet', 'para-professional': 'Para-professional', farrier: 'Farrier' }) },
      plan: { label: 'plan', read: whole },
      figures: many('figures'),
      filmId: named('film', 'attachments'),
      reviewOn: { label: 'review day', read: day },
      ownerSeesFrom: { label: 'day the owner may read it', read: day },
      saidAt: { label: 'time it was written', read: moment },
      memberId: named('person who answered', 'members'),
      horseId: named('horse', 'horses'),
    },
  },
} satisfies Words

const KINDS: Readonly<Record<string, string>> = { note: 'Note', plan: 'Shoeing plan', answer: 'Answer to a note' }
