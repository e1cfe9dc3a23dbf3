import { expect, test } from 'vitest'
import { vanSheet } from '#app/pages/van-sheet/van-sheet.ts'
import type { Foot, Setup } from '#features/visits/work/feet.ts'

const TRIM: Foot = { work: 'trim' }
const FRONT: Foot = { work: 'new', shoe: 'Fullered', size: '5¼', nails: 'E5' }
const HIND: Foot = { work: 'new', shoe: 'Plain', size: '5', nails: 'E4', studs: '2 holes' }
const horse = (name: string, setup: Setup | null) => ({ id: name, name, serviceType: 'Trim', setup })

test('shoes are counted by size and kind, fronts apart from hinds, and what goes with them', () => {
  const sheet = vanSheet([
    horse('Biscuit', { NF: FRONT, OF: { ...FRONT, pad: 'Leather pad' }, NH: HIND, OH: HIND }),
    horse('Merlin', { NF: FRONT, OF: FRONT, NH: TRIM, OH: TRIM }),
    horse('Dolly', { NF: { ...FRONT, size: '5½' }, OF: FRONT, NH: TRIM, OH: TRIM }),
  ])
  expect(sheet.fronts).toEqual([
    { what: '5¼ fullered', count: 5 },
    { what: '5½ fullered', count: 1 },
  ])
  expect(sheet.hinds).toEqual([{ what: '5 plain', count: 2 }])
  expect(sheet.pads).toEqual([{ what: 'Leather pad', count: 1 }])
  expect(sheet.studs).toEqual([{ what: '2 holes', count: 2 }])
  expect(sheet.nails).toEqual([
    { what: 'E5', count: 6 },
    { what: 'E4', count: 2 },
  ])
  expect(sheet.unknown).toEqual([])
})

test('a refit takes nails and pads but no shoes; a horse without a recorded size is listed by name', () => {
  const refit: Foot = { ...FRONT, work: 'refit', pad: 'Leather pad' }
  const sheet = vanSheet([
    horse('Biscuit', { NF: refit, OF: refit, NH: TRIM, OH: TRIM }),
    horse('Merlin', { NF: { work: 'new' }, OF: { work: 'new' }, NH: TRIM, OH: TRIM }),
    horse('Dolly', null),
  ])
  expect(sheet).toMatchObject({ fronts: [], pads: [{ count: 2 }], nails: [{ what: 'E5', count: 2 }], unknown: ['Merlin'] })
})
