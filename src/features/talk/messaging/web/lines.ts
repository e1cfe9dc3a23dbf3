import type { KnownMessage } from '#features/talk/messaging/web/data.ts'
import { type Day, dayOf } from '#lib/dates.ts'

/** One line of a conversation as drawn: a day, the start of the unread messages, or a message. */
export type Line =
  | { kind: 'day'; key: string; day: Day }
  | { kind: 'unread'; key: string }
  | { kind: 'message'; key: string; message: KnownMessage }

/** The lines of a conversation's sorted messages; the key of a message is its id. */
export function linesOf(messages: readonly KnownMessage[], zone: string, firstUnread: string | undefined): Line[] {
  let day = ''
  return messages.flatMap((message): Line[] => {
    const own = dayOf(message.createdAt, zone)
    const isNewDay = own !== day
    day = own
    return [
      ...(isNewDay ? [{ kind: 'day', key: own, day: own } as const] : []),
      ...(message.id === firstUnread ? [{ kind: 'unread', key: 'unread' } as const] : []),
      { kind: 'message', key: message.id, message },
    ]
  })
}
