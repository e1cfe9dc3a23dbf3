/** Where an owner reads a message and what came with it, and answers; the token follows. */
const MESSAGE_PATH = '/message/'

/** What the link of a message shows: that message, and what was said in its conversation since. */
export type MessagePage = {
  practiceName: string
  subject: string
  /** Of an emergency: what it costs, in words. */
  price: string | null
  /** The oldest first. */
  messages: readonly ShownMessage[]
}
export type ShownMessage = {
  id: string
  isTheirs: boolean
  isAutoReply: boolean
  content: string
  /** What it answers, cut short; null: nothing. */
  replyTo: string | null
  /** When it was written, in the practice's zone: `Tue 24 Nov, 18:52`. */
  when: string
  /** Whether more was sent with it than has come. */
  isOnItsWay: boolean
  files: readonly MessageFile[]
}
/** What an owner was writing when it could not be taken, and why. */
export type Unsent = { content: string; fault: string }
/** `picture`: it is shown, as soon as its picture is made; else it can be saved as it is. */
export type MessageFile = { id: string; name: string; isPhoto: boolean; picture: 'made' | 'coming' | 'none' }

export const messagePath = (token: string): string => `${MESSAGE_PATH}${token}`
export const messagePicturePath = (token: string, id: string): string => `${messagePath(token)}/picture/${id}`
export const messageFilePath = (token: string, id: string): string => `${messagePath(token)}/file/${id}`
