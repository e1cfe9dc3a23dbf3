import { z } from 'zod'
import { Email, Name, Password, Role } from '#features/core/practice/contract.ts'
import { endpoint } from '#lib/endpoint.ts'

/** An invitation that is not accepted yet, as the practice's owners see it. */
const PendingInvitation = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    role: Role,
    /** Its link opens nothing from then on; it can be sent again. */
    expiresAt: z.iso.datetime(),
    isExpired: z.boolean(),
  })
  .meta({ id: 'PendingInvitation' })
export type PendingInvitation = z.output<typeof PendingInvitation>

export const Invitation = z.object({ firstName: Name, lastName: Name, email: Email, role: Role }).meta({ id: 'Invitation' })
export type Invitation = z.input<typeof Invitation>

const Invited = z.object({
  invitation: PendingInvitation,
  /** To hand over, where the server sends no e-mail; null: it was mailed. */
  link: z.string().nullable(),
})
export type Invited = z.output<typeof Invited>

const Offered = z.object({ practiceName: z.string(), role: Role })

/** An invitation as whom it is for sees it. */
const MyInvitation = Offered.extend({ id: z.uuid() })
export type MyInvitation = z.output<typeof MyInvitation>

const OpenedInvitation = Offered.extend({
  email: z.string(),
  /**
   * What accepting takes. `join`: a press. `choose_password`: the account is set up by it. `give_password`: there is an account, and a
   * link that was handed over does not open it.
   */
  step: z.enum(['join', 'choose_password', 'give_password']),
  /** Whether a password must be chosen; where links are mailed it need not. */
  isPasswordNeeded: z.boolean(),
})
/** An invitation as its link opens it. */
export type OpenedInvitation = z.output<typeof OpenedInvitation>

const Token = z.string().min(20).max(200)
const invitationParams = z.object({ id: z.string().max(60) })
const nothing = z.undefined()

export const invitationEndpoints = {
  pending: endpoint({
    method: 'GET',
    path: '/api/invitations',
    audience: 'member',
    summary: 'Who is invited to the practice and has not answered yet; owners only',
    response: z.array(PendingInvitation),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/invitations',
    audience: 'member',
    feature: 'team-management',
    summary: 'Invite somebody to the practice: they are a member when they accept; owners only',
    body: Invitation,
    response: Invited,
    status: 201,
    perMinute: 20,
  }),
  inviteBack: endpoint({
    method: 'POST',
    path: '/api/members/:id/invite',
    audience: 'member',
    feature: 'team-management',
    summary: 'Invite somebody who worked here before, in the role they are to have now; owners only',
    params: invitationParams,
    body: z.object({ role: Role }),
    response: Invited,
    status: 201,
    perMinute: 20,
  }),
  inviteAgain: endpoint({
    method: 'POST',
    path: '/api/invitations/:id/again',
    audience: 'member',
    feature: 'team-management',
    summary: 'Send an invitation again, for another week; links before it end; owners only',
    params: invitationParams,
    response: Invited,
    perMinute: 20,
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/invitations/:id',
    audience: 'member',
    summary: 'Withdraw an invitation; owners only',
    params: invitationParams,
    response: nothing,
    status: 204,
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/auth/invitations',
    audience: 'member',
    summary: 'Practices that have invited this person; none before their address is proven',
    response: z.array(MyInvitation),
  }),
  acceptMine: endpoint({
    method: 'POST',
    path: '/api/auth/invitations/:id/accept',
    audience: 'member',
    summary: 'Accept an invitation and go on in that practice',
    whileLapsed: true,
    params: invitationParams,
    response: nothing,
    status: 204,
    perMinute: 20,
  }),
  declineMine: endpoint({
    method: 'DELETE',
    path: '/api/auth/invitations/:id',
    audience: 'member',
    summary: 'Decline an invitation',
    whileLapsed: true,
    params: invitationParams,
    response: nothing,
    status: 204,
  }),
  open: endpoint({
    method: 'POST',
    path: '/api/auth/invitation',
    audience: 'public',
    summary: 'What the link of an invitation is for, and what accepting takes; changes nothing',
    body: z.object({ token: Token }),
    response: OpenedInvitation,
    perMinute: 20,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/auth/invitation/accept',
    audience: 'public',
    summary: 'Accept an invitation by its link, once; a link never signs in to an account that is somebody’s already',
    body: z.object({ token: Token, password: z.string().min(1).max(200).optional() }),
    response: z.object({ isSignedIn: z.boolean() }),
    perMinute: 20,
  }),
  decline: endpoint({
    method: 'POST',
    path: '/api/auth/invitation/decline',
    audience: 'public',
    summary: 'Decline an invitation by its link',
    body: z.object({ token: Token }),
    response: nothing,
    status: 204,
    perMinute: 20,
  }),
}

/** The shortest password that may be chosen with an invitation. */
export const isNewPassword = (password: string): boolean => Password.safeParse(password).success
