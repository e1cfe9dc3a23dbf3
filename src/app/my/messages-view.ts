import type { MessagePage, Unsent } from '#features/talk/messaging/message-page.ts'

/** All conversations of a guest, over all their practices. */
export type MessagesView = {
  page: 'messages'
  /** The last written in first. */
  threads: readonly ThreadInList[]
  /** Practices they can write to. */
  practices: readonly { slug: string; name: string }[]
}

export type ThreadInList = {
  id: string
  slug: string
  practice: string
  subject: string
  isEmergency: boolean
  /** `Tue 24 Nov, 18:52`. */
  when: string
  /** The last message, cut short; `isLastTheirs`: it is their own. */
  last: string
  isLastTheirs: boolean
  unread: number
}

/** One conversation. */
export type ConversationView = {
  page: 'conversation'
  /** Where it is, and its files below it. */
  path: string
  shown: MessagePage
  form: MessageFormView
}

/** The page of a new conversation. */
export type NewMessageView = {
  page: 'new-message'
  practice: string
  form: MessageFormView
  subject: string
  /** The client they write for, where they are there for several. */
  clients: readonly { id: string; name: string }[]
  clientId: string
}

export type MessageFormView = {
  formId: string
  unsent?: Unsent
  /** What an emergency costs that begins now; null: the conversation is one already. */
  emergencyPrice: string | null
  /** They have ticked that it is one. */
  isEmergency: boolean
  /** The page has asked them whether it is one. */
  hasSaid: boolean
  /** Why nothing can be sent; null: it can. */
  closed: string | null
}
