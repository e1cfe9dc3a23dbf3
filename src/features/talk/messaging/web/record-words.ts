import { MessageSquare } from 'lucide-react'
import { flag, joined, moment, named, nameIn, plain, text, type Words, whole } from '#platform/web/record-words.ts'

export const messageWords = {
  threads: {
    noun: 'conversation',
    title: (data, reading) => joined(nameIn(reading, 'clients', data.clientId), text(data.subject)),
    icon: MessageSquare,
    href: (id) => `/messages?thread=${id}`,
    fields: {
      subject: plain('subject'),
      clientId: named('client', 'clients'),
      isEmergency: flag('emergency mark'),
      readTo: { label: 'reading', read: moment },
      closedAt: { label: 'time it was archived', read: moment },
    },
  },
  messages: {
    noun: 'message',
    title: (data, reading) => joined('Message', nameIn(reading, 'clients', data.clientId)),
    icon: MessageSquare,
    fields: {
      content: plain('message'),
      threadId: named('conversation', 'threads'),
      replyToId: { label: 'message it answers', read: whole },
      appointmentId: named('visit', 'appointments'),
      createdAt: { label: 'time it was written', read: moment },
    },
  },
} satisfies Words
