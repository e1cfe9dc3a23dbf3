import type { Invited } from '#features/core/practice/invitations.ts'
import { uuidv7 } from '#lib/ids.ts'
import { newAddress } from '#testing/browser-of.ts'
import type { FixturePractice } from '#testing/practice.ts'

export const PASSWORD = 'hot shoe, cold water'

/** The token in the link of an invitation, or of a sign-in link. */
export const tokenIn = (text: string | null | undefined) => /#(?:invitation|token)=([\w-]+)/.exec(text ?? '')?.[1] ?? ''

/** Has an owner invite a person; what differs is given. */
export async function invitationTo(owner: Pick<FixturePractice, 'send'>, change: object = {}): Promise<Invited> {
  const body = { firstName: 'Nia', lastName: 'Rees', email: `${uuidv7()}@example.com`, role: 'farrier', ...change }
  const answer = await owner.send('POST', '/api/invitations', body, { remoteAddress: newAddress() })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json<Invited>()
}
