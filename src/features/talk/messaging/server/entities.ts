import '#features/talk/messaging/server/tables.ts'
import { messageSync, threadSync } from '#features/talk/messaging/server/service.ts'
import type { Entities } from '#platform/server/entity.ts'

export const messageEntities = {
  threads: {
    sync: threadSync,
    journal: {
      kind: 'texts',
      noun: 'a conversation',
      title: ({ verb, named, textIn }) =>
        `${verb === 'added' ? 'Conversation begun' : 'Conversation changed'}: ${textIn('subject') ?? named}`,
    },
    holding: { words: ['conversation', 'conversations'], with: ['client_id'] },
    namesClient: ['client_id'],
  },
  messages: {
    sync: messageSync,
    journal: { kind: 'texts', noun: 'a message' },
    holding: {
      words: ['message', 'messages'],
      with: ['client_id', 'thread_id'],
      names: ['reply_to_id', 'appointment_id', 'notice_id'],
    },
    loose: { provider_ref: 'goes with the message' },
    namesClient: ['client_id'],
  },
} satisfies Entities
