/** The longest subject of a conversation, in characters. */
export const LONGEST_SUBJECT = 200

/** The longest message of ours: what goes in ten parts of a text; more no provider takes. */
export const LONGEST_MESSAGE = 1500

/** An e-mail of a client may say more; what is beyond this is cut. */
export const LONGEST_INBOUND = 20_000
