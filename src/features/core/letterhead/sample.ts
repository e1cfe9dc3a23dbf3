import type { FeatureSample } from '#testing/feature-sample.ts'

/** A picture of one point, red, as a PNG in base64. */
export const RED_POINT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg=='

/** Sample requests about the practice's pictures for the sweeps, and who may make them. */
export const letterheadSample = {
  requests: async ({ practice, sample }) => {
    const set = await practice.put('/api/practice/pictures', { kind: 'logo', image: RED_POINT })
    const key = set.json<{ logo: { path: string } }>().logo.path.split('/').at(-1) ?? ''
    return {
      'GET /api/practice/pictures': sample('/api/practice/pictures', ''),
      'PUT /api/practice/pictures': sample('/api/practice/pictures', '', { kind: 'farrier', image: RED_POINT }),
      'GET /api/pictures/:key': sample('/api/pictures/id', key),
    }
  },
  needs: { 'PUT /api/practice/pictures': 'runPractice' },
  sent: { 'PUT /api/practice/pictures': { runPractice: 'kind image' } },
} satisfies FeatureSample
