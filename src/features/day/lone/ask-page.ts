/** What the person who was asked sees behind their link: nothing about the practice but who asks. */
export type AskPage = {
  practiceName: string
  memberName: string
  contactName: string
  standing: 'open' | 'agreed' | 'refused'
}
