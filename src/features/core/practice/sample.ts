import type { CurrentUser } from '#features/core/practice/contract.ts'
import { settingsId } from '#features/core/practice/rules.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { FeatureSample } from '#testing/feature-sample.ts'
import { invitationTo, tokenIn } from '#testing/invitations.ts'
import type { FixturePractice } from '#testing/practice.ts'

const fields = {
  settings: {
    runPractice: 'workingHours feet travelBufferMinutes prepLine wording base transcribesVoice sending autoReply portal services',
  },
} satisfies FeatureSample['fields']

const PASSKEY = { id: 'bm9uZQ', rawId: 'bm9uZQ', type: 'public-key', clientExtensionResults: {} }
const UNKNOWN_PASSKEY = {
  made: { ...PASSKEY, response: { clientDataJSON: 'e30', attestationObject: 'e30' } },
  signed: { ...PASSKEY, response: { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' } },
}

/** Sample requests about the practice and its members for the sweeps, and who may make them. */
export const practiceSample = {
  records: async ({ practice, fresh }) => ({
    members: { id: practice.memberId, create: fresh({ name: 'Another' }), change: { name: 'Me' } },
    settings: {
      id: settingsId(practice.practiceId),
      create: { id: settingsId(practice.practiceId), data: { prepLine: 'Dry' } },
      change: { feet: 'left-right' },
    },
  }),
  takes: {
    members: { create: 'nobody', change: 'nobody', remove: 'nobody' },
    settings: { create: 'runPractice', change: 'runPractice', remove: 'nobody' },
  },
  fields,
  requests: async ({ practice, sample }) => {
    const session = (await practice.get('/api/auth/user')).json<{ sessionId: string }>().sessionId
    const person = { firstName: 'Ned', lastName: 'Smith', email: 'ned@example.com', password: 'a long enough one', practiceName: 'Smith' }
    const [colleague, former] = [await memberIdOf(practice, 'Col League'), await memberIdOf(practice, 'Fay Former')]
    await practice.put(`/api/members/${former}`, { isActive: false })
    const [{ link }, { invitation: invited }, { invitation: unwanted }] = [
      await invitationTo(practice),
      await invitationTo(practice),
      await invitationTo(practice),
    ]
    return {
      'GET /api/login': sample('/api/login', '', undefined, 302),
      'GET /api/logout': sample('/api/logout', '', undefined, 302),
      // The samples' own session goes on: without a cookie there is none to end.
      'POST /api/logout': sample('/api/logout', ''),
      'GET /api/auth/user': sample('/api/auth/user', ''),
      'GET /api/auth/options': sample('/api/auth/options', ''),
      'POST /api/auth/register': sample('/api/auth/register', '', person),
      'POST /api/auth/password': sample('/api/auth/password', '', { email: 'nobody@example.com', password: 'x' }, 401),
      'POST /api/auth/email-link': sample('/api/auth/email-link', '', { email: 'nobody@example.com', isForgotten: true }, 204, 422),
      'POST /api/auth/email-link/use': sample('/api/auth/email-link/use', '', { token: 'x'.repeat(43) }, 401),
      'POST /api/auth/demo': sample('/api/auth/demo', '', undefined, 204, 503),
      'GET /api/auth/sessions': sample('/api/auth/sessions', ''),
      'GET /api/auth/passkeys': sample('/api/auth/passkeys', ''),
      'POST /api/auth/passkeys/options': sample('/api/auth/passkeys/options', '', {}),
      // No browser of the sweeps makes a passkey, so no one has any.
      'POST /api/auth/passkeys': sample('/api/auth/passkeys', '', UNKNOWN_PASSKEY.made, 401),
      'DELETE /api/auth/passkeys/:id': sample('/api/auth/passkeys/id', unwanted.id, undefined, 404),
      'POST /api/auth/passkeys/challenge': sample('/api/auth/passkeys/challenge', ''),
      'POST /api/auth/passkeys/use': sample('/api/auth/passkeys/use', '', UNKNOWN_PASSKEY.signed, 401),
      'POST /api/auth/shell/code': sample('/api/auth/shell/code', '', {
        challenge: 'c'.repeat(43),
        client: 'desktop',
        model: 'ThinkPad X1',
      }),
      'POST /api/auth/shell': sample('/api/auth/shell', '', { code: 'x'.repeat(43), verifier: 'v'.repeat(43) }, 401),
      'PUT /api/auth/user': sample('/api/auth/user', '', { firstName: 'Gareth', lastName: 'Probert' }),
      'GET /api/auth/practices': sample('/api/auth/practices', ''),
      'POST /api/auth/practice': sample('/api/auth/practice', '', { practiceId: practice.practiceId }),
      'GET /api/settings': sample('/api/settings', ''),
      'PUT /api/settings': sample('/api/settings', '', {
        feet: 'left-right',
        travelBufferMinutes: 20,
        wording: { booked: 'See you {day}. {practice}' },
      }),
      'GET /api/backups': sample('/api/backups', ''),
      // The samples' practice is not alone on its server.
      'POST /api/backups': sample('/api/backups', '', undefined, 409),
      'PUT /api/practice': sample('/api/practice', '', { name: 'Probert Farriery' }),
      'DELETE /api/auth/sessions/:id': sample('/api/auth/sessions/id', session),
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
      // The samples' own person has no invitation.
      'POST /api/auth/invitations/:id/accept': sample('/api/auth/invitations/id/accept', unwanted.id, undefined, 404),
      'DELETE /api/auth/invitations/:id': sample('/api/auth/invitations/id', unwanted.id, undefined, 404),
      'POST /api/auth/invitation/accept': sample('/api/auth/invitation/accept', '', { token: 'x'.repeat(43), password: 'a long one' }, 401),
      'POST /api/auth/invitation/decline': sample('/api/auth/invitation/decline', '', { token: 'x'.repeat(43) }, 401),
    }
  },
  needs: {
    'PUT /api/auth/user': 'nothing',
    'POST /api/auth/practice': 'nothing',
    'GET /api/members': 'runPractice',
    'PUT /api/members/:id': 'runPractice',
    'GET /api/invitations': 'runPractice',
    'POST /api/invitations': 'runPractice',
    'POST /api/invitations/:id/again': 'runPractice',
    'DELETE /api/invitations/:id': 'runPractice',
    // A user's own, in any practice they are signed in to.
    'POST /api/auth/invitations/:id/accept': 'nothing',
    'DELETE /api/auth/invitations/:id': 'nothing',
    'POST /api/members/:id/invite': 'runPractice',
    'PUT /api/settings': 'runPractice',
    'PUT /api/practice': 'runPractice',
    'GET /api/backups': 'runPractice',
    'POST /api/backups': 'runPractice',
    // A user's own: no one can sign out a colleague's device.
    'DELETE /api/auth/sessions/:id': 'nothing',
    'POST /api/auth/shell/code': 'nothing',
    'POST /api/auth/passkeys/options': 'nothing',
    'POST /api/auth/passkeys': 'nothing',
    'DELETE /api/auth/passkeys/:id': 'nothing',
  },
  sent: {
    'PUT /api/auth/user': { nothing: 'firstName lastName' },
    'POST /api/invitations': { runPractice: 'firstName lastName email role' },
    'PUT /api/members/:id': { runPractice: 'role isActive' },
    'POST /api/members/:id/invite': { runPractice: 'role' },
    'POST /api/auth/practice': { nothing: 'practiceId' },
    'POST /api/auth/shell/code': { nothing: 'challenge client model' },
    'POST /api/auth/passkeys/options': { nothing: 'password' },
    'POST /api/auth/passkeys': { nothing: 'id rawId type clientExtensionResults authenticatorAttachment response' },
    'PUT /api/settings': fields.settings,
    'PUT /api/practice': { runPractice: 'name nation frcNumber workingDays firstName lastName asked' },
  },
} satisfies FeatureSample

const memberIdOf = async (practice: FixturePractice, name: string) =>
  (await (await practice.addMember(name, 'farrier')).get('/api/auth/user')).json<CurrentUser>().memberId
