import { describe, expect, test } from 'vitest'
import { filePlanOf, monthOf, planRefusal } from '#features/evidence/files/plan.ts'

const MB = 1024 * 1024
const GB = 1024 * MB

describe('what a plan takes', () => {
  test.each([
    ['essential', { fileType: 'image', bytes: 5 * MB }, 0, undefined],
    ['essential', { fileType: 'image', bytes: 5 * MB + 1 }, 0, 'photo_too_big'],
    // A radiograph is no photo.
    ['essential', { kind: 'image', fileType: 'radiograph', bytes: 60 * MB }, 0, undefined],
    ['essential', { kind: 'image', bytes: 60 * MB }, 0, undefined],
    ['essential', { kind: 'pdf', fileType: 'document', bytes: 60 * MB }, 0, undefined],
    ['essential', { kind: 'video', bytes: 1 }, 0, 'video_not_in_plan'],
    ['essential', { fileType: 'video', bytes: 1 }, 0, 'video_not_in_plan'],
    ['essential', { kind: 'text', fileType: 'gait-analysis', bytes: 1 }, 0, 'gait_not_in_plan'],
    ['professional', { fileType: 'image', bytes: 60 * MB }, 0, undefined],
    ['professional', { kind: 'video', fileType: 'video', bytes: 100 * MB }, 5 * GB - 100 * MB, undefined],
    ['professional', { kind: 'video', fileType: 'video', bytes: 100 * MB }, 5 * GB - 100 * MB + 1, 'video_month_full'],
    ['professional', { kind: 'video', fileType: 'gait-analysis', bytes: 1 }, 5 * GB, 'video_month_full'],
    ['professional', { kind: 'text', fileType: 'gait-analysis', bytes: 1 }, 5 * GB, undefined],
    ['professional', { kind: 'audio', bytes: 100 * MB }, 5 * GB, undefined],
    ['enterprise', { kind: 'video', fileType: 'video', bytes: 100 * MB }, 900 * GB, undefined],
  ] as const)('%s, %o with %d bytes of video this month: %s', (tier, file, videoBytes, refusal) => {
    expect(planRefusal(tier, file, videoBytes)).toBe(refusal)
  })

  test('is as the plans are sold (Spec §9)', () => {
    expect(filePlanOf('essential')).toMatchObject({ photoBytes: 5 * MB, hasVideo: false, hasGaitAnalysis: false })
    expect(filePlanOf('professional')).toMatchObject({ photoBytes: null, videoBytesAMonth: 5 * GB, hasGaitAnalysis: true })
    expect(filePlanOf('enterprise').videoBytesAMonth).toBeNull()
  })
})

test.each([
  // British summer time ends on 25 October: November begins at midnight by the clock, which is midnight UTC then.
  ['2026-10-31T23:59:59Z', 'Europe/London', '2026-10', '2026-09-30T23:00:00.000Z'],
  ['2026-11-01T00:00:00Z', 'Europe/London', '2026-11', '2026-11-01T00:00:00.000Z'],
  ['2026-06-30T23:30:00Z', 'Europe/London', '2026-07', '2026-06-30T23:00:00.000Z'],
  ['2026-12-31T23:59:59Z', 'Europe/London', '2026-12', '2026-12-01T00:00:00.000Z'],
])('%s in %s is of %s, which began at %s', (at, zone, month, from) => {
  expect(monthOf(new Date(at), zone)).toEqual({ month, from: new Date(from) })
})
