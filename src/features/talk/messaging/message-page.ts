/** Path of the page where an owner reads a message and its files, and answers; the token follows. */
const MESSAGE_PATH = '/message/'

/** What the link of a message shows: that message and the later ones of its conversation. */
export type MessagePage = {
  practiceName: string
  /** Where the farrier's picture is; null: the practice has none. */
  picture: string | null
  subject: string
  /** Of an emergency: its price, in words. */
  price: string | null
  /** Oldest first. */
  messages: readonly ShownMessage[]
}
export type ShownMessage = {
  id: string
  isTheirs: boolean
  isAutoReply: boolean
  content: string
  /** The message it answers, cut short; null: none. */
  replyTo: string | null
  /** When it was written, in the practice's zone: `Tue 24 Nov, 18:52`. */
  when: string
  /** Whether some of its files have not arrived yet. */
  isOnItsWay: boolean
  files: readonly MessageFile[]
}
/** What an owner was writing when it was refused, and why. */
export type Unsent = { content: string; fault: string }
/** `picture`: the file is shown once its picture is `made`; with `none` it can only be saved. */
export type MessageFile = { id: string; name: string; isPhoto: boolean; picture: 'made' | 'coming' | 'none' }

export const messagePath = (token: string): string => `${MESSAGE_PATH}${token}`
/** Where a page at `path` has the picture of a file, and the file. */
export const picturePathAt = (path: string, id: string): string => `${path}/picture/${id}`
export const filePathAt = (path: string, id: string): string => `${path}/file/${id}`
export const messagePicturePath = (token: string, id: string): string => picturePathAt(messagePath(token), id)
export const messageFilePath = (token: string, id: string): string => filePathAt(messagePath(token), id)
