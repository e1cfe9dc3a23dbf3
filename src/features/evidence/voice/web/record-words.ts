import { Mic } from 'lucide-react'
import { named, plain, text, type Words } from '#platform/web/record-words.ts'

export const voiceWords = {
  voice_notes: {
    noun: 'voice note',
    title: (data) => text(data.description) || 'Voice note',
    icon: Mic,
    fields: {
      description: plain('description'),
      transcript: plain('transcript'),
      horseId: named('horse', 'horses'),
      appointmentId: named('visit', 'appointments'),
      workEntryId: named('work', 'work_entries'),
    },
  },
} satisfies Words
