import { expect, test } from 'vitest'
import type { PhotoConsent } from '#features/records/photo-consents/contract.ts'
import { mayUsePhotos, WORDING_VERSION, wordingOf } from '#features/records/photo-consents/rules.ts'

const consent = (change: Partial<PhotoConsent> = {}): PhotoConsent => ({
  ...{ id: 'a', clientId: 'sarah', horseId: null, uses: ['social'], wordingVersion: 1, askedAt: null, how: 'said', memberId: null },
  ...{ givenAt: '2026-11-20T10:00:00.000Z', refusedAt: null, withdrawnAt: null, withdrawnBy: null },
  ...change,
})
const seren = { id: 'seren', clientId: 'sarah' }

test('photos of a horse are used by a live consent of its owner alone, for that use, and for that horse or all of theirs', () => {
  expect(mayUsePhotos([consent()], seren, 'social')).toBe(true)
  expect(mayUsePhotos([consent({ horseId: 'seren' })], seren, 'social')).toBe(true)
  const none: Partial<PhotoConsent>[] = [
    { uses: ['card'] },
    { horseId: 'bess' },
    { clientId: 'tom' },
    { givenAt: null, how: null, askedAt: '2026-11-20T10:00:00.000Z' },
    { givenAt: null, how: null, refusedAt: '2026-11-20T10:00:00.000Z' },
    { withdrawnAt: '2026-11-21T10:00:00.000Z', withdrawnBy: 'owner' },
  ]
  for (const change of none) expect(mayUsePhotos([consent(change)], seren, 'social'), JSON.stringify(change)).toBe(false)
  // One that was withdrawn takes nothing from another that was given.
  expect(mayUsePhotos([consent(none[5]), consent({ id: 'b' })], seren, 'social')).toBe(true)
})

test('the words that an owner agreed to never change: other words are another version', () => {
  expect(WORDING_VERSION).toBe(1)
  expect(wordingOf(1, { practiceName: 'Gareth Probert Farriery', horseName: 'Seren', uses: ['social', 'card'] })).toEqual({
    opening: 'Gareth Probert Farriery may use photos of the feet of Seren:',
    uses: [
      { use: 'card', words: 'In pictures shown to other clients, such as a before and after' },
      { use: 'social', words: 'In posts on social media, where anyone can see and copy them' },
    ],
    closing:
      'My name, the yard, the town and the date are left out. I can withdraw this at any time: the photos are then used no more, and posts are taken down. Copies that others have made can’t be called back.',
  })
})
