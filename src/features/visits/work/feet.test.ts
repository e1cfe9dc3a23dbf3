import { expect, test } from 'vitest'
import { FEET, footLabel } from '#features/core/practice/foot-names.ts'
import {
  changesSince,
  type Foot,
  feetInWords,
  findingsOf,
  footInWords,
  type Setup,
  serviceOf,
  setupAgain,
  setupOf,
} from '#features/visits/work/feet.ts'

const TRIM: Foot = { work: 'trim' }
const SHOE: Foot = { work: 'new', shoe: 'Fullered', size: '5¼', nails: 'E5' }
const fronts: Setup = { NF: SHOE, OF: { ...SHOE, pad: 'Leather pad' }, NH: TRIM, OH: TRIM }
const entry = (serviceType: string, setup: Setup | null) => ({ serviceType, setup })

test('feet are called near and off, or left and right', () => {
  expect(FEET.map((foot) => footLabel(foot, 'near-off'))).toEqual(['NF', 'OF', 'NH', 'OH'])
  expect(FEET.map((foot) => footLabel(foot, 'left-right'))).toEqual(['LF', 'RF', 'LH', 'RH'])
})

test('the same again is the same shoes, and nothing that was seen on the day', () => {
  const seen: Setup = { ...fronts, NF: { ...SHOE, findings: ['Thrush'], angleDegrees: 52, toeMm: 85, note: 'Central cleft' } }
  expect(setupAgain('Front shoes new', [entry('Front shoes new', seen)])).toEqual(fronts)
})

test('a refit after new shoes knows the shoes; new ones after a trim know those from before', () => {
  const refit = setupAgain('Front refit', [entry('Front shoes new', fronts)])
  expect(refit).toEqual({ ...fronts, NF: { ...SHOE, work: 'refit' }, OF: { ...fronts.OF, work: 'refit' } })
  const bare: Setup = { NF: TRIM, OF: TRIM, NH: TRIM, OH: TRIM }
  expect(setupAgain('Front shoes new', [entry('Trim', bare), entry('Front shoes new', fronts)])).toEqual(fronts)
  expect(setupAgain('Trim', [entry('Front shoes new', fronts)])).toEqual(bare)
})

test('a horse without a record starts from the kind of work; a call-out sets nothing on the feet', () => {
  expect(setupAgain('Full set new', [])).toEqual({ NF: { work: 'new' }, OF: { work: 'new' }, NH: { work: 'new' }, OH: { work: 'new' } })
  expect(setupAgain('Emergency call-out', [entry('Front shoes new', fronts)])).toBeNull()
  expect(setupAgain('Front shoes new', [entry('Front shoes new', null)])?.NF).toEqual({ work: 'new' })
})

test('a kind of work of the farrier’s own is done again as it was', () => {
  const own: Setup = { ...fronts, NF: { ...SHOE, shoe: 'Heart bar' } }
  expect(setupAgain('Laminitic fronts', [entry('Trim', null), entry('Laminitic fronts', own)])).toEqual(own)
  expect(setupAgain('Laminitic fronts', [])).toBeNull()
})

test.each(['Trim', 'Front shoes new', 'Hind shoes new', 'Full set new', 'Front refit', 'Hind refit', 'Full set refit'])(
  'the feet of a %s say that it is one',
  (kind) => {
    expect(serviceOf(setupOf(kind) as Setup)).toBe(kind)
  },
)

test('one new shoe of a pair makes it a new pair; what no kind is called stays unnamed', () => {
  expect(serviceOf({ ...fronts, OF: { work: 'refit' } })).toBe('Front shoes new')
  expect(serviceOf({ ...fronts, NH: { work: 'refit' }, OH: { work: 'refit' } })).toBeUndefined()
  expect(serviceOf({ ...fronts, NH: { work: 'none' }, OH: { work: 'off' } })).toBe('Front shoes new')
})

test('a foot is described in a few words', () => {
  expect(footInWords(fronts.OF)).toBe('5¼ fullered, leather pad')
  expect(footInWords({ work: 'refit', studs: '2, 12 mm' })).toBe('Refit, studs 2, 12 mm')
  expect(footInWords({ work: 'trim', size: '5¼' })).toBe('Trim')
})

test('all feet are described in a line, equal ones once', () => {
  expect(feetInWords(fronts)).toBe('NF: 5¼ fullered; OF: 5¼ fullered, leather pad; NH, OH: Trim')
  expect(feetInWords({ ...fronts, OF: SHOE }, 'left-right')).toBe('LF, RF: 5¼ fullered; LH, RH: Trim')
})

test('differences from last time are listed foot by foot', () => {
  const now: Setup = {
    ...fronts,
    NF: { ...SHOE, size: '5½', pad: 'Leather pad' },
    OF: { ...SHOE, nails: 'E6' },
    NH: { work: 'new', shoe: 'Plain' },
  }
  expect(changesSince(fronts, now).map(({ foot, words }) => `${foot}: ${words}`)).toEqual([
    'NF: 5½, was 5¼',
    'NF: leather pad added',
    'OF: leather pad left out',
    'OF: nails E6, was E5',
    'NH: new shoe, was trim',
    'NH: plain added',
  ])
  expect(changesSince(fronts, { ...fronts, OF: { work: 'off' } }).map(({ words }) => words)).toEqual(['shoe off, was new shoe'])
  expect(changesSince(fronts, { ...fronts, NF: { ...SHOE, findings: ['Thrush'], toeMm: 80 } })).toEqual([])
})

test('findings are read foot by foot', () => {
  const found: Setup = {
    ...fronts,
    OF: { ...fronts.OF, findings: ['Thrush', 'Flare'], note: 'lateral' },
    NH: { work: 'trim', note: 'sound' },
  }
  expect(findingsOf(found)).toEqual([
    { foot: 'OF', words: 'Thrush, flare: lateral' },
    { foot: 'NH', words: 'sound' },
  ])
})
