import '#features/records/photo-consents/server/tables.ts'
import { changePhotoConsent, photoConsentSync } from '#features/records/photo-consents/server/service.ts'
import { currentTime } from '#lib/clock.ts'
import type { Entities } from '#platform/server/entity.ts'

export const photoConsentEntities = {
  photo_consents: {
    sync: photoConsentSync,
    journal: {
      kind: 'clients',
      title: ({ verb, after, nameIn }) =>
        `${nameIn('client_id') ?? 'A client'} ${VERBS[verb === 'added' && !after?.given_at ? 'asked' : verb] ?? VERBS.given}`,
    },
    // Nothing of it is removed: what was written down by mistake is withdrawn.
    undo: {
      added: async (tx, actor, done) => {
        await changePhotoConsent(tx, actor, done.entity_id, { withdrawnAt: currentTime().toISOString() })
      },
    },
    holding: { words: ['consent to photos', 'consents to photos'], with: ['client_id', 'horse_id'] },
    namesClient: ['client_id'],
  },
} satisfies Entities

const VERBS: Readonly<Record<string, string>> = {
  added: 'agrees to photos in public',
  asked: 'is asked about photos in public',
  given: 'agrees to photos in public',
  refused: 'wants no photos in public',
  withdrawn: 'withdraws their consent to photos in public',
  taken_back: 'no longer agrees to photos in public, noted by a member',
}
