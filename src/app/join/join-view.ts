import type { Invitation, Invited } from '#features/records/guests/rules.ts'

/** What the page of an invitation shows; none: its link opens nothing. */
export type JoinView = { invitation: Invitation; token: string; standing: JoinState } | undefined

/**
 * Whether the visitor may accept: not signed in, with what codes can be sent to from here; signed in with another address than it went to;
 * or signed in with that one, and shown what they would see.
 */
export type JoinState =
  | { is: 'signed-out'; takes: readonly ('email' | 'phone')[]; isTestVersion: boolean }
  | { is: 'another' }
  | { is: 'proven'; invited: Invited }
