/** The longest subject of a conversation, in characters. */
export const LONGEST_SUBJECT = 200

/** The longest message a member can write: ten parts of a text; no provider takes more. */
export const LONGEST_MESSAGE = 1500

/** A client's e-mail may be longer than a member's message; anything beyond this is cut. */
export const LONGEST_INBOUND = 20_000
