import { expect, test } from 'vitest'
import { portalOf, shownTo, withChoices } from '#features/core/practice/portal.ts'

const ALL = { work: true, findings: true, photos: true, files: true, who: true }

test('a practice that never chose has the portal by invitation, with everything shown and a day of notice', () => {
  expect(portalOf()).toEqual({ way: 'invited', shows: ALL, may: { cancel: true, upload: true, share: true, care: true }, noticeHours: 24 })
  expect(portalOf({ shows: { files: false }, noticeHours: 0 })).toMatchObject({ shows: { ...ALL, files: false }, noticeHours: 0 })
})

test('a client is shown what the practice shows, but for what differs for them', () => {
  expect(shownTo(undefined, null)).toEqual(ALL)
  expect(shownTo({ shows: { photos: false, files: false } }, { photos: true, who: undefined })).toEqual({ ...ALL, files: false })
})

test('a choice leaves the others as they were', () => {
  const before = { way: 'known', shows: { work: false }, may: { upload: false } } as const
  expect(withChoices(before, { shows: { who: false }, noticeHours: 48 })).toEqual({
    way: 'known',
    shows: { work: false, who: false },
    may: { upload: false },
    noticeHours: 48,
  })
  expect(withChoices(before, { way: 'off', may: { upload: undefined } })).toEqual({ ...before, way: 'off' })
})
