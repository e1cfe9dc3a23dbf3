/** Where programs read a member's diary; the token and `.ics` follow. */
export const FEED_PATH = '/calendar/'

/** Where vendors lead a browser back to that has signed in there. */
export const SIGNED_IN_PATH = '/api/integrations/callback'

/**
 * Why a sign-in elsewhere connected nothing, as the address of the screen has it. `denied`: its person refused there. `over`: it was too
 * old, used, or another's. `partial`: not everything that is needed was allowed. `silent`: the vendor didn't answer. `refused`: it won't
 * have us. `forbidden`: the member may not. `nothing`: there is nothing to connect among what was allowed.
 */
export const WHY_REFUSED = ['denied', 'over', 'partial', 'silent', 'refused', 'forbidden', 'nothing'] as const
export type WhyRefused = (typeof WHY_REFUSED)[number]
