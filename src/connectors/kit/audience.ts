import type { Wire } from '#connectors/kit/wire.ts'

/** A person as a newsletter list has them. `uid` is our id of them. */
export type FarPerson = { uid: string; email: string; firstName: string; tags: readonly string[] }

/** Who left a list there, or is blocked, and since when. */
export type Left = { email: string; at: Date }

/** The port of newsletter lists. All that is thrown is a Refusal; `gone`: the list is not there. */
export type Audience = {
  lists: (wire: Wire) => Promise<{ id: string; name: string }[]>
  /** Makes a list ready for people: what they are put there with exists. */
  prepare: (wire: Wire, listId: string) => Promise<void>
  /** By what a person is found there again; it follows from the person alone, so it is known before the first byte leaves. */
  idOf: (person: FarPerson) => string
  /**
   * Puts a person on a list, or corrects their name and tags. A repeated put meets itself by the address. A person who left the list stays off it:
   * that is `refused`, with a sentence, as is an address it won't have.
   */
  put: (wire: Wire, listId: string, person: FarPerson) => Promise<void>
  /** Takes a person off a list; `isForGood`: what is known of them there is deleted, where that can be. A person who is not there is off it. */
  remove: (wire: Wire, listId: string, id: string, isForGood: boolean) => Promise<void>
  /** Who left the list since a cursor; null: ever. Others whose entry changed may be among them again. */
  leftSince: (wire: Wire, listId: string, cursor: string | null) => Promise<{ cursor: string; left: Left[] }>
}
