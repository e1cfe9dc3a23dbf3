import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Suggestion, suggestionsIn } from '#features/evidence/voice/suggesting.ts'
import { applied, has, isOffered, type Suggestible, takenBack } from '#features/visits/work/applying.ts'
import type { Setup } from '#features/visits/work/feet.ts'

const SHOE = { work: 'new', shoe: 'Fullered', size: '5¼' } as const
const TRIM = { work: 'trim' } as const
const FRONTS: Setup = { NF: SHOE, OF: SHOE, NH: TRIM, OH: TRIM }
const base: Suggestible = { serviceType: 'Front shoes new', setup: FRONTS, findings: '', recommendations: '' }
const unknown: Suggestible = { ...base, serviceType: 'Emergency call-out', setup: null }

/** All that a note suggests, used. */
const used = (said: string, from = base) => suggestionsIn(said).reduce((draft, one) => applied(draft, one, from), from)

describe('a suggestion that is used fills its field and leaves the rest', () => {
  test.each<[string, Partial<Suggestible>]>([
    ['Near fore has a bit of thrush', { setup: { ...FRONTS, NF: { ...SHOE, findings: ['Thrush'] } } }],
    [
      'Off fore five and a half, heart bar with a leather pad',
      {
        setup: { ...FRONTS, OF: { work: 'new', shoe: 'Heart bar', size: '5½', pad: 'Leather pad' } },
      },
    ],
    ['I’d recommend the vet has a look.', { recommendations: 'The vet has a look' }],
    ['Bit of thrush.', { findings: 'Thrush' }],
    ['Size two.', { setup: { ...FRONTS, NF: { ...SHOE, size: '2' }, OF: { ...SHOE, size: '2' } } }],
    [
      'Refit the fronts.',
      { serviceType: 'Front refit', setup: { ...FRONTS, NF: { ...SHOE, work: 'refit' }, OF: { ...SHOE, work: 'refit' } } },
    ],
    ['Just a trim.', { serviceType: 'Trim', setup: { NF: TRIM, OF: TRIM, NH: TRIM, OH: TRIM } }],
    ['Near hind five and a quarter', { serviceType: 'Full set new', setup: { ...FRONTS, NH: { work: 'new', size: '5¼' } } }],
  ])('%s', (said, change) => {
    expect(used(said)).toEqual({ ...base, ...change })
  })

  test('feet not recorded before are recorded, as far as the suggestion covers them', () => {
    expect(used('Lost a shoe off the near hind', unknown)).toEqual({
      ...unknown,
      setup: { NF: { work: 'none' }, OF: { work: 'none' }, NH: { work: 'none', findings: ['Lost shoe'] }, OH: { work: 'none' } },
    })
  })

  test('advice and findings are added to the words typed by hand', () => {
    const draft = { ...base, findings: 'Stood well', recommendations: 'Pick out daily\n' }
    expect(used('Thrush. See the vet.', draft)).toMatchObject({
      findings: 'Stood well\nThrush',
      recommendations: 'Pick out daily\nSee the vet',
    })
  })
})

describe('a suggestion that is undone leaves the work as it began', () => {
  test.each([
    'Near fore has a bit of thrush',
    'Off fore five and a half, heart bar with a leather pad',
    'Refit the fronts. Thrush in the off hind. Near fore has a crack. See the vet.',
    'Just a trim. Seedy toe.',
    'Near hind five and a quarter, off hind the same, leather pad near hind.',
    'Full set, five and a half in front, five on the hinds with wedges.',
  ])('%s', (said) => {
    for (const from of [base, unknown]) {
      const all = suggestionsIn(said).filter((one) => isOffered(from, from, one))
      const filled = all.reduce((draft, one) => applied(draft, one, from), from)
      expect(all.every((one) => has(filled, one))).toBe(true)
      expect(all.toReversed().reduce((draft, one) => takenBack(draft, one, from, all), filled)).toEqual(from)
    }
  })

  test('what else was written in the meantime stays', () => {
    const [thrush] = suggestionsIn('Near fore has thrush') as [Suggestion]
    const draft = { ...applied(base, thrush, base), recommendations: 'See the vet', findings: 'Stood well' }
    expect(takenBack(draft, thrush, base, [])).toEqual({ ...base, recommendations: 'See the vet', findings: 'Stood well' })
  })
})

test('what the work has already, and a shoe for no foot, is not offered', () => {
  const offered = (said: string, from: Suggestible) => suggestionsIn(said).filter((one) => isOffered(from, from, one)).length
  expect(offered('Near fore five and a quarter fullered, off fore five and a half', base)).toBe(1)
  expect([offered('Size two.', base), offered('Size two.', unknown)]).toEqual([1, 0])
  expect(offered('Front shoes new.', base)).toBe(0)
})

const FIELDS = ['serviceType', 'finding', 'size', 'shoe', 'pad', 'recommendation'] as const
test('used once or twice is the same, and undoing what is not there changes nothing', () => {
  const one = fc.record({
    field: fc.constantFrom(...FIELDS),
    foot: fc.constantFrom('NF', 'OH', undefined),
    value: fc.constantFrom('Trim', 'Full set new', '5½', 'Thrush'),
  })
  fc.assert(
    fc.property(fc.constantFrom(base, unknown), one, ({ ...from }, { foot, ...rest }) => {
      const suggestion: Suggestion = { ...rest, ...(foot && { foot }), from: 'x', said: 'x' }
      const once = applied(from, suggestion, from)
      expect(applied(once, suggestion, from)).toEqual(once)
      if (!has(from, suggestion)) expect(takenBack(from, suggestion, from, [])).toEqual(from)
    }),
  )
})
