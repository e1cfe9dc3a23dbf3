import { expect, test } from 'vitest'
import { isOfWork, overTime, photoCounts, photoFileName, viewLabel, viewsOf } from '#features/evidence/files/views.ts'

const file = (id: string, change: object = {}) => ({
  ...{ id, fileType: 'image' as const, foot: 'NF' as const, view: 'solar', takenOn: '2026-11-03' },
  ...{ appointmentId: null, workEntryId: null, filedBy: 'gareth' },
  ...change,
})

test('a foot over time is its photos alone, in the order they were taken', () => {
  const files = [
    file('5', { takenOn: '2026-09-08' }),
    file('4'),
    file('3'),
    file('2', { foot: 'OF' }),
    file('1', { fileType: 'video' }),
    file('0', { view: 'heels', takenOn: null }),
  ]
  expect(overTime(files, 'NF').map(({ id }) => id)).toEqual(['0', '5', '3', '4'])
  expect(overTime(files, 'NF', 'solar').map(({ id }) => id)).toEqual(['5', '3', '4'])
  expect(photoCounts(files)).toEqual({ NF: 4, OF: 1, NH: 0, OH: 0 })
})

test('views are in the order of a farrier’s walk round the foot, own words last', () => {
  expect(viewsOf([file('1', { view: 'sole' }), file('2'), file('3', { view: 'dorsal' }), file('4'), file('5', { view: null })])).toEqual([
    'dorsal',
    'solar',
    'sole',
  ])
  expect([viewLabel('solar'), viewLabel('sole')]).toEqual(['Solar', 'sole'])
})

test('a photo is of the work it was filed with or whose visit it was filed with', () => {
  const now = { today: '2026-11-03', memberId: 'gareth' }
  const of = { workEntryId: 'w1', appointmentId: 'a1' }
  const isOf = (change: object) => isOfWork(file('1', change), of, now)
  expect([isOf({ workEntryId: 'w1' }), isOf({ appointmentId: 'a1' })]).toEqual([true, true])
  expect([isOf({}), isOf({ appointmentId: 'a2' })]).toEqual([false, false])
})

test('work that is not on record yet has what the same member took today for nothing else', () => {
  const now = { today: '2026-11-03', memberId: 'gareth' }
  const isLoose = (change: object) => isOfWork(file('1', change), {}, now)
  expect(isLoose({})).toBe(true)
  for (const change of [{ appointmentId: 'a1' }, { workEntryId: 'w1' }, { takenOn: '2026-11-02' }, { filedBy: 'ned' }])
    expect(isLoose(change)).toBe(false)
})

test('a photo taken here is named after its subject', () => {
  const at = new Date('2026-11-24T00:30:00Z')
  const of = { horse: 'Biscuit', foot: 'NF', view: 'solar', at, zone: 'Europe/London' }
  expect(photoFileName({ ...of, mime: 'image/jpeg' })).toBe('Biscuit NF solar 2026-11-24.jpg')
  expect(photoFileName({ ...of, mime: 'image/png' })).toBe('Biscuit NF solar 2026-11-24.png')
})
