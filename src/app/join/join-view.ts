import type { Invitation, Invited } from '#features/records/guests/rules.ts'

/** What the page of an invitation shows; none: its link opens nothing. */
export type JoinView = { invitation: Invitation; token: string; standing: JoinStanding } | undefined

/**
 * Where whoever opened it stands: not signed in, with what codes can be sent to from here; signed in with another address than it went to; or
 * with that one, who is told what they would see.
 */
export type JoinStanding =
  | { is: 'signed-out'; takes: readonly ('email' | 'phone')[]; isTestVersion: boolean }
  | { is: 'another' }
  | { is: 'proven'; invited: Invited }
