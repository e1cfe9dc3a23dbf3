import type { CurrentUser } from '#features/core/practice/contract.ts'
import { uuidv7 } from '#lib/ids.ts'
import { invitationTo, tokenIn } from '#testing/invitations.ts'
import type { FixturePractice } from '#testing/practice.ts'

type Sampler<S> = (url: string, id: string, body?: unknown, ...expected: number[]) => S

/** For each endpoint of members and invitations a request that works. */
export async function samplesOfMembers<S>(practice: FixturePractice, sample: Sampler<S>): Promise<Record<string, S>> {
  const memberIdOf = async (name: string) =>
    (await (await practice.addMember(name, 'farrier')).get('/api/auth/user')).json<CurrentUser>().memberId
  const [colleague, former] = [await memberIdOf('Col League'), await memberIdOf('Fay Former')]
  await practice.put(`/api/members/${former}`, { isActive: false })
  const [{ link }, { invitation: invited }, { invitation: unwanted }] = [
    await invitationTo(practice),
    await invitationTo(practice),
    await invitationTo(practice),
  ]
  return {
    'GET /api/members': sample('/api/members', ''),
    'PUT /api/members/:id': sample('/api/members/id', colleague, { role: 'office', isActive: true }),
    'POST /api/members/:id/invite': sample('/api/members/id/invite', former, { role: 'farrier' }),
    'GET /api/invitations': sample('/api/invitations', ''),
    'POST /api/invitations': sample('/api/invitations', '', {
      firstName: 'Nia',
      lastName: 'Rees',
      email: `${uuidv7()}@example.com`,
      role: 'farrier',
    }),
    'POST /api/auth/invitation': sample('/api/auth/invitation', '', { token: tokenIn(link) }),
    'POST /api/invitations/:id/again': sample('/api/invitations/id/again', invited.id),
    'DELETE /api/invitations/:id': sample('/api/invitations/id', unwanted.id),
    'GET /api/auth/invitations': sample('/api/auth/invitations', ''),
    // Nobody has invited the samples' own person.
    'POST /api/auth/invitations/:id/accept': sample('/api/auth/invitations/id/accept', unwanted.id, undefined, 404),
    'DELETE /api/auth/invitations/:id': sample('/api/auth/invitations/id', unwanted.id, undefined, 404),
    'POST /api/auth/invitation/accept': sample('/api/auth/invitation/accept', '', { token: 'x'.repeat(43), password: 'a long one' }, 401),
    'POST /api/auth/invitation/decline': sample('/api/auth/invitation/decline', '', { token: 'x'.repeat(43) }, 401),
  }
}
