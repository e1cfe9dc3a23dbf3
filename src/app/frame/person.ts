/** What the frame shows of the person signed in. Spec §3 Current user. */
export type Person = { firstName: string; lastName: string; profileImageUrl: string | null; practiceName: string }

/** First and last name as one. */
export const fullName = (person: Person): string => `${person.firstName} ${person.lastName}`.trim()
