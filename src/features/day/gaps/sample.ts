import { addOffer, slotFor } from '#testing/answers.ts'
import type { FeatureSample } from '#testing/feature-sample.ts'

/** The sweeps' sample of offered slots, and who has which rights. */
export const gapSample = {
  records: async ({ practice, fresh }) => ({
    slot_offers: { id: await addOffer(practice, '2098-01-06'), create: fresh({}), change: { state: 'gone' } },
  }),
  takes: {
    slot_offers: { create: 'nobody', change: 'nobody', remove: 'nobody' },
  },
  requests: async ({ practice, sample, tomorrow }) => {
    const [offer, slot] = [await addOffer(practice, '2098-01-06'), await slotFor(practice, ['Nia Rees'], '2098-01-07')]
    return {
      'GET /api/slot-offers': sample(`/api/slot-offers?from=${tomorrow}`, ''),
      'POST /api/slot-offers': sample('/api/slot-offers', '', slot),
      'POST /api/slot-offers/:id/withdraw': sample('/api/slot-offers/id/withdraw', offer),
    }
  },
  needs: {
    'POST /api/slot-offers': 'sendTexts',
    'POST /api/slot-offers/:id/withdraw': 'sendTexts',
  },
  sent: {
    'POST /api/slot-offers': { sendTexts: 'memberId onDay offers' },
  },
} satisfies FeatureSample
