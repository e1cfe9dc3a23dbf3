import { addOwnerAsk } from '#features/records/guests/server/asks.ts'
import { insertConsent } from '#features/records/guests/server/care-rows.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { FeatureSample } from '#testing/feature-sample.ts'
import type { FixturePractice } from '#testing/practice.ts'

const fields = {
  owner_asks: { runPortal: 'seenAt outcome reply' },
} satisfies FeatureSample['fields']

const NOW = '2026-11-20T10:00:00Z'

const UNKNOWN_PASSKEY = {
  id: 'bm9uZQ',
  rawId: 'bm9uZQ',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' },
}

/** The sweeps' sample of the farrier's side of the portal and of the way in, and who has which rights. */
export const guestSample = {
  records: async ({ practice, fresh, client, horse }) => ({
    owner_asks: {
      id: await ask(practice, client, horse),
      create: fresh({ seenAt: NOW }),
      change: { seenAt: NOW, outcome: 'done' },
    },
  }),
  takes: {
    // Only an owner makes a request.
    owner_asks: { create: 'nobody', change: 'runPortal', remove: 'nobody' },
  },
  fields,
  requests: async ({ practice, sample, client, horse, yard }) => ({
    'GET /api/clients/:id/portal': sample('/api/clients/id/portal', client),
    'POST /api/clients/:id/portal/invite': sample('/api/clients/id/portal/invite', client, { how: 'sms' }),
    'POST /api/portal/invites': sample('/api/portal/invites', '', { invites: [{ clientId: client, how: 'sms' }] }),
    'POST /api/clients/:id/portal/end': sample('/api/clients/id/portal/end', client, { personId: uuidv7() }),
    'POST /api/clients/:id/portal/others': sample('/api/clients/id/portal/others', client, {
      ...{ role: 'sharer', horseId: horse, name: 'Non Bevan', to: 'non@example.com', mayAnswer: true },
    }),
    // It has no one let in.
    'POST /api/clients/:id/portal/others/end': sample(
      '/api/clients/id/portal/others/end',
      client,
      { role: 'helper', what: 'person', id: uuidv7() },
      404,
    ),
    'POST /api/clients/:id/portal/preview': sample('/api/clients/id/portal/preview', client),
    'GET /api/yards/:id/portal': sample('/api/yards/id/portal', yard),
    'POST /api/yards/:id/portal/invite': sample('/api/yards/id/portal/invite', yard, { toName: 'Non', to: 'non@example.com' }),
    'POST /api/yards/:id/portal/end': sample('/api/yards/id/portal/end', yard, { personId: uuidv7(), inviteId: uuidv7() }),
    'GET /api/guests/log': sample(`/api/guests/log?horseId=${horse}&limit=5`, ''),
    'GET /api/owner-asks': sample(`/api/owner-asks?clientId=${client}&unseen=true`, ''),
    'PUT /api/owner-asks/:id': sample('/api/owner-asks/id', await ask(practice, client, horse), { seenAt: NOW, outcome: 'done' }),
    'GET /api/horses/:id/shares': sample('/api/horses/id/shares', horse),
    'POST /api/shares/:id/end': sample('/api/shares/id/end', await share(practice, client, horse)),
    'GET /api/horses/:id/grants': sample('/api/horses/id/grants', horse),
    // The service has no payer yet.
    'POST /api/horses/:id/grants': sample(
      '/api/horses/id/grants',
      horse,
      { role: 'vet', name: 'Mia Bevan', to: 'mia@vets.example', practice: 'Teme Vets', untilOn: in90Days(), how: 'said', mayContact: true },
      409,
    ),
    'POST /api/grants/:id/answer': sample('/api/grants/id/answer', await vetAsked(practice, client, horse), { isYes: true }),
    'POST /api/grants/:id/end': sample('/api/grants/id/end', await vetAsked(practice, client, horse)),
    'GET /api/grants/:id/agreement': sample('/api/grants/id/agreement', await vetAsked(practice, client, horse)),
    'POST /api/my/code': sample('/api/my/code', '', { address: 'sarah@example.com' }),
    // No browser of the sweeps has requested a code, no message has this link, and a member is no guest.
    'POST /api/my/code/use': sample('/api/my/code/use', '', { code: '1234 5678' }, 422),
    'POST /api/my/link/use': sample('/api/my/link/use', '', { token: 'none' }, 401),
    'DELETE /api/my/sessions/:id': sample('/api/my/sessions/id', client, undefined, 401),
    'PUT /api/my/push': sample('/api/my/push', '', {}, 401),
    'DELETE /api/my/push': sample('/api/my/push', '', undefined, 401),
    'POST /api/my/passkeys/options': sample('/api/my/passkeys/options', '', undefined, 401),
    'POST /api/my/passkeys': sample('/api/my/passkeys', '', {}, 401),
    'DELETE /api/my/passkeys/:id': sample('/api/my/passkeys/id', client, undefined, 401),
    'POST /api/my/passkeys/challenge': sample('/api/my/passkeys/challenge', ''),
    // This passkey was never made.
    'POST /api/my/passkeys/use': sample('/api/my/passkeys/use', '', UNKNOWN_PASSKEY, 401),
  }),
  needs: {
    'POST /api/clients/:id/portal/invite': 'runPortal',
    'POST /api/portal/invites': 'runPortal',
    'POST /api/clients/:id/portal/end': 'runPortal',
    'POST /api/clients/:id/portal/others': 'runPortal',
    'POST /api/clients/:id/portal/others/end': 'runPortal',
    'POST /api/shares/:id/end': 'runPortal',
    'POST /api/horses/:id/grants': 'runPortal',
    'POST /api/grants/:id/answer': 'runPortal',
    'POST /api/grants/:id/end': 'runPortal',
    'POST /api/clients/:id/portal/preview': 'runPractice',
    'POST /api/yards/:id/portal/invite': 'runPortal',
    'POST /api/yards/:id/portal/end': 'runPortal',
    'PUT /api/owner-asks/:id': 'runPortal',
  },
  sent: {
    'POST /api/clients/:id/portal/invite': { runPortal: 'how' },
    'POST /api/portal/invites': { runPortal: 'invites' },
    'POST /api/clients/:id/portal/end': { runPortal: 'personId' },
    'POST /api/clients/:id/portal/others': { runPortal: 'role horseId name to seesMoney mayAnswer' },
    'POST /api/clients/:id/portal/others/end': { runPortal: 'role what id' },
    'POST /api/yards/:id/portal/invite': { runPortal: 'toName to' },
    'POST /api/horses/:id/grants': { runPortal: 'role alsoHorseIds name to practice backToOn untilOn mayContact how' },
    'POST /api/grants/:id/answer': { runPortal: 'isYes' },
    'POST /api/yards/:id/portal/end': { runPortal: 'personId inviteId' },
    'PUT /api/owner-asks/:id': fields.owner_asks,
  },
} satisfies FeatureSample

/** A link whose maker is not in the portal: it opens nothing, and can be ended. */
const share = (practice: FixturePractice, clientId: string, horseId: string) =>
  practice.inPractice(async (tx, { practiceId }) => {
    const id = uuidv7()
    await tx
      .insertInto('horse_shares')
      .values({
        ...{
          practice_id: practiceId,
          id,
          horse_id: horseId,
          client_id: clientId,
          person_id: uuidv7(),
          to_name: 'Tom Pugh',
          purpose: 'sale',
        },
        ...{ parts: { work: true, findings: false }, from_on: null, photo_ids: [], made_at: currentTime() },
        until_at: new Date(currentMs() + 86_400_000),
        ...{ ended_at: null, ended_by_person: null, ended_by_member: null, last_open_at: null },
      })
      .execute()
    return id
  })

const ask = (practice: FixturePractice, clientId: string, horseId: string) =>
  practice.inPractice((tx, actor) =>
    addOwnerAsk(tx, { ...actor, memberId: null }, { clientId, personId: null, kind: 'words', horseId, words: 'She is footsore' }),
  )

const in90Days = () => addDays(dayOf(currentTime(), 'Europe/London'), 90)

/** A vet whom an owner wants to let in, and who waits for the practice's yes. */
const vetAsked = (practice: FixturePractice, clientId: string, horseId: string) =>
  practice.inPractice(async (tx, actor) => {
    const id = uuidv7()
    const now = currentTime()
    const by = { ...actor, memberId: null }
    await insertConsent(tx, {
      ...{ practice_id: actor.practiceId, id, client_id: clientId, role: 'vet', horse_ids: [horseId], to_name: 'Mia Bevan' },
      ...{
        to_address: `mia.${id}@vets.example`,
        to_practice: null,
        back_to_on: null,
        until_on: in90Days(),
        may_contact: false,
        words: 'Yes.',
      },
      ...{ asked_at: now, asked_person: uuidv7(), asked_member: null, agreed_at: now, agreed_how: 'portal' },
      ...{ approved_at: null, approved_member: null },
    })
    await addOwnerAsk(tx, by, { id, clientId, personId: null, kind: 'vet_invite', horseId, facts: { name: `Mia ${id}` } })
    return id
  })
