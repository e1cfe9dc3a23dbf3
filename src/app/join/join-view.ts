import type { Invitation } from '#features/records/guests/rules.ts'

/** What the page of an invitation shows; none: its link opens nothing. */
export type JoinView = { invitation: Invitation; token: string } | undefined
