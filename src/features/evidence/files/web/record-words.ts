import { Camera } from 'lucide-react'
import { named, plain, text, type Words } from '#platform/web/record-words.ts'

export const fileWords = {
  attachments: {
    noun: 'photo or file',
    title: (data) => text(data.caption) || text(data.fileName) || 'Photo or file',
    icon: Camera,
    fields: {
      fileName: plain('file name'),
      caption: plain('caption'),
      horseId: named('horse', 'horses'),
      clientId: named('client', 'clients'),
      appointmentId: named('visit', 'appointments'),
      workEntryId: named('work', 'work_entries'),
      expenseId: named('expense', 'expenses'),
    },
  },
} satisfies Words
