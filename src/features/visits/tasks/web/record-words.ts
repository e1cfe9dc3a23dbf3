import { ListTodo } from 'lucide-react'
import { day, many, moment, named, oneOf, plain, text, type Words } from '#platform/web/record-words.ts'

export const taskWords = {
  tasks: {
    noun: 'task',
    title: (data) => text(data.title),
    icon: ListTodo,
    fields: {
      title: plain('title'),
      notes: many('notes'),
      dueOn: { label: 'due date', read: day },
      forWhom: { label: 'person it is for', read: oneOf({ farrier: 'Us', owner: 'The owner' }) },
      doneAt: { label: 'time it was done', read: moment },
      doneBy: named('person who did it', 'members'),
      memberId: named('person who entered it', 'members'),
      horseId: named('horse', 'horses'),
      clientId: named('client', 'clients'),
      yardId: named('yard', 'yards'),
      appointmentId: named('visit', 'appointments'),
      workEntryId: named('work', 'work_entries'),
    },
  },
} satisfies Words
