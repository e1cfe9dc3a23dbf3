/** Where an owner looks at what came with a message; the token follows. */
const MESSAGE_PATH = '/message/'

/** What the link of a message shows: the words, and the files that were sent with them. */
export type MessagePage = {
  practiceName: string
  content: string
  /** When it was written, in the practice's zone: `Tue 24 Nov, 18:52`. */
  when: string
  files: readonly MessageFile[]
}
/** `picture`: it is shown, as soon as its picture is made; else it can be saved as it is. */
export type MessageFile = { id: string; name: string; isPhoto: boolean; picture: 'made' | 'coming' | 'none' }

export const messagePath = (token: string): string => `${MESSAGE_PATH}${token}`
export const messagePicturePath = (token: string, id: string): string => `${messagePath(token)}/picture/${id}`
export const messageFilePath = (token: string, id: string): string => `${messagePath(token)}/file/${id}`
