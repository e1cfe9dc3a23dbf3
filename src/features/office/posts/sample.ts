import type { FeatureSample } from '#testing/feature-sample.ts'
import { addFile } from '#testing/files.ts'

const fields = {
  posts: { changeRecords: 'beforeId afterId pictureId text altText networks nobodyAt state' },
} satisfies FeatureSample['fields']

const NOW = '2026-11-20T10:00:00Z'
const NOWHERE = '019f2a1c-0000-7000-8000-0000000000aa'

/** The sweeps' sample of posts, and who has which rights. */
export const postSample = {
  records: async ({ add, fresh, horse }) => {
    const draft = { horseId: horse, text: 'Balanced again' }
    return { posts: { id: await add('/api/posts', draft), create: fresh(draft), change: { altText: 'Two hooves' } } }
  },
  takes: {
    posts: { create: 'changeRecords', change: 'changeRecords', remove: 'changeRecords' },
  },
  fields,
  requests: async ({ practice, add, sample, horse }) => {
    const photo = await addFile(practice, { horseId: horse })
    const draft = { horseId: horse, text: 'Balanced again' }
    const whole = {
      ...{ beforeId: photo.id, afterId: photo.id, pictureId: photo.id, text: 'Eight weeks apart', altText: 'Two hooves' },
      ...{ networks: ['bluesky'], nobodyAt: NOW },
    }
    return {
      'GET /api/posts': sample(`/api/posts?horseId=${horse}`, ''),
      'GET /api/posts/networks': sample('/api/posts/networks', ''),
      'POST /api/posts': sample('/api/posts', '', { ...whole, horseId: horse, state: 'draft' }),
      'PUT /api/posts/:id': sample('/api/posts/id', await add('/api/posts', draft), { ...whole, state: 'draft' }),
      'DELETE /api/posts/:id': sample('/api/posts/id', await add('/api/posts', draft)),
      // Of a draft there is nothing to answer.
      'POST /api/posts/:id/networks/:network': sample('/api/posts/id/networks/bluesky', await add('/api/posts', draft), {
        answer: 'leave',
      }),
      'GET /api/posts/pictures/:token': sample(`/api/posts/pictures/${NOWHERE}`, '', undefined, 404),
    }
  },
  needs: {
    'POST /api/posts': 'changeRecords',
    'PUT /api/posts/:id': 'changeRecords',
    'DELETE /api/posts/:id': 'changeRecords',
    'POST /api/posts/:id/networks/:network': 'changeRecords',
  },
  sent: {
    'POST /api/posts': { changeRecords: 'beforeId afterId pictureId text altText networks nobodyAt id horseId state' },
    'PUT /api/posts/:id': fields.posts,
    'POST /api/posts/:id/networks/:network': { changeRecords: 'answer' },
  },
} satisfies FeatureSample
