import '#features/core/notices/server/tables.ts'
import type { TableDeclaration } from '#platform/server/entity.ts'

export const noticeTables = {
  notices: {
    holding: { words: ['text or e-mail', 'texts and e-mails'], with: ['client_id'] },
    loose: {
      event_id: 'goes with the notice',
      news_of: 'goes with the notice',
      subject_id: 'goes with the notice',
      thread_id: 'goes with the notice',
    },
    journal: { kind: 'texts', title: () => 'Text opened in your own messages' },
  },
  sending_days: { holding: 'counts by day' },
  alert_phones: { holding: 'those who work here' },
  push_subscriptions: { holding: 'those who work here', loose: { browser_id: 'a browser of a member' } },
} satisfies Record<string, TableDeclaration>
