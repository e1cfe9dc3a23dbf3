/** What the chosen contact sees behind their link: nothing about the practice but its name, picture and member. */
export type AskPage = {
  practiceName: string
  /** Where the farrier's picture is; null: the practice has none. */
  picture: string | null
  memberName: string
  contactName: string
  standing: 'open' | 'agreed' | 'refused'
}
