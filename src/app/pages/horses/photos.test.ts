import { expect, test } from 'vitest'
import { photosByWork } from '#app/pages/horses/photos.ts'
import type { KnownFile } from '#features/evidence/files/web/data.ts'

const file = (id: string, change: Partial<KnownFile>) =>
  ({ id, fileType: 'image', workEntryId: null, appointmentId: null, ...change }) as KnownFile

test('a work entry has the photos filed with it and those of its visit, the first taken first', () => {
  const photos = photosByWork(
    [
      file('4', { appointmentId: 'a2' }),
      file('3', { workEntryId: 'w1' }),
      file('2', { appointmentId: 'a1' }),
      file('1', { appointmentId: 'a1', fileType: 'video' }),
    ],
    [{ id: 'l1', appointmentId: 'a1' }],
  )
  expect(photos({ id: 'w1', visitHorseId: 'l1' }).map(({ id }) => id)).toEqual(['2', '3'])
  expect(photos({ id: 'w2', visitHorseId: null })).toEqual([])
  expect(photos.all.map(({ id }) => id)).toEqual(['4', '3', '2'])
})
