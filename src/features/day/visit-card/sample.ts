import type { FeatureSample } from '#testing/feature-sample.ts'
import { addFile } from '#testing/files.ts'
import type { FixturePractice } from '#testing/practice.ts'

/** The sweeps' sample of visit cards, and who has which rights. */
export const visitCardSample = {
  requests: async ({ practice, sample, book, horse }) => {
    const [carded, photo] = [await cardedVisit(practice, await book()), await addFile(practice, { horseId: horse })]
    return {
      'POST /api/appointments/:id/visit-card': sample('/api/appointments/id/visit-card', carded.id),
      'DELETE /api/appointments/:id/visit-card': sample('/api/appointments/id/visit-card', carded.id),
      // Of a card without photos there is none to open.
      'GET /api/visit-cards/:token/photos/:photoId': sample(`/api/visit-cards/${carded.token}/photos/id`, photo.id, undefined, 404),
    }
  },
  needs: {
    'POST /api/appointments/:id/visit-card': 'sendTexts',
    'DELETE /api/appointments/:id/visit-card': 'sendTexts',
  },
  sent: {},
} satisfies FeatureSample

/** A finished visit, and a link to the card of its owner. */
async function cardedVisit(practice: FixturePractice, id: string) {
  await practice.put(`/api/appointments/${id}/complete-call`)
  const [link] = (await practice.post(`/api/appointments/${id}/visit-card`)).json<{ url: string }[]>()
  return { id, token: link?.url.split('/').at(-1) }
}
