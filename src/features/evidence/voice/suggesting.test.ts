import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FINDING_WORDS, PAD_WORDS, SERVICE_WORDS, SHOE_WORDS } from '#features/evidence/voice/farriery-words.ts'
import { sizesIn } from '#features/evidence/voice/shoe-sizes.ts'
import { groupsOf, quoteOf, type Suggestion, suggestionsIn, suggestionsOf } from '#features/evidence/voice/suggesting.ts'
import { SERVICE_TYPES } from '#features/records/kinds/rules.ts'
import { FINDINGS, PADS, SHOES } from '#features/visits/work/feet.ts'

/** `NF size 5¼`, `Front refit`: what is suggested, in short. */
const short = ({ field, foot, value }: Suggestion) => [foot, field === 'serviceType' ? '' : field, value].filter(Boolean).join(' ')

describe('a note suggests the findings spoken about the feet', () => {
  test.each([
    [
      'Right, um, Biscuit, refit fronts and trim hinds today. Near fore five and a quarter fullered, off fore the same.',
      ['Front refit', 'NF size 5¼', 'NF shoe Fullered', 'OF size 5¼', 'OF shoe Fullered'],
    ],
    ['Bit of thrush in the off hind, no thrush anywhere else.', ['OH finding Thrush']],
    ['No thrush, cracks or flare. Clenches were up on both fronts.', ['NF finding Risen clenches', 'OF finding Risen clenches']],
    [
      'So er near four there’s a, um, quarter crack, and CD toe on the off four, and she’s got a leather pad on the near four now',
      ['NF finding Crack', 'OF finding Seedy toe', 'NF pad Leather pad'],
    ],
    [
      'Full set, five and a half in front, five and a quarter on the hinds. Sheared heel NF.',
      ['Full set new', 'NF size 5½', 'OF size 5½', 'NH size 5¼', 'OH size 5¼', 'NF finding Sheared heel'],
    ],
    ['Abscess near hind has gone, bit of a flare on the off hind.', ['OH finding Flare']],
    ['Near fore was a five and a quarter, gone up to five and a half.', ['NF size 5½']],
    ['Off fore five and a quarter, no, sorry, five and three quarters.', ['OF size 5¾']],
    ['Just a trim. All four good, no seedy toe, nothing to worry about.', ['Trim']],
    ['Left fore, heart bar with a plastic pad. Risen clenches.', ['NF shoe Heart bar', 'NF pad Plastic pad', 'NF finding Risen clenches']],
    [
      'New fronts and new hinds, size two all round. Took the pads off. He’s due in five and a half weeks.',
      ['Full set new', 'NF size 2', 'OF size 2', 'NH size 2', 'OH size 2'],
    ],
    [
      'Near fore five and a quarter off fore five and a half and the clenches had risen on the off fore I would recommend five weeks',
      ['NF size 5¼', 'OF size 5½', 'OF finding Risen clenches', 'recommendation Five weeks'],
    ],
    [
      'Heels are a bit under-run on both fronts so I’ve put wedges in',
      ['NF', 'OF'].flatMap((foot) => [`${foot} finding Collapsed heels`, `${foot} pad Wedge pad`]),
    ],
    ['She had an abscess last time but it’s clear of any pus now.', []],
    ['Lost a shoe off the near hind, pricked him I think in the off hind.', ['NH finding Lost shoe', 'OH finding Nail prick']],
  ])('%s', (said, expected) => {
    expect(suggestionsIn(said).map(short).toSorted()).toEqual(expected.toSorted())
  })
})

describe('advice is kept as it was given', () => {
  test.each([
    ['I’d recommend the vet has a look at the near fore.', ['recommendation The vet has a look at the near fore']],
    [
      'Thrush in both hinds. So, should be kept on a dry bed and have the frogs scrubbed daily.',
      ['NH finding Thrush', 'OH finding Thrush', 'recommendation Should be kept on a dry bed and have the frogs scrubbed daily'],
    ],
    ['He’ll want a full set next time.', ["recommendation He'll want a full set next time"]],
    ['Doesn’t need to see the vet.', []],
    [
      'Watch for an abscess in the off fore, see the vet if he’s lame.',
      ["recommendation Watch for an abscess in the off fore, see the vet if he's lame"],
    ],
    ['She shouldn’t be ridden until Friday', ["recommendation She shouldn't be ridden until Friday"]],
  ])('%s', (said, expected) => {
    expect(suggestionsIn(said).map(short).toSorted()).toEqual(expected.toSorted())
  })
})

test('each shows the words it rests on', () => {
  const said = 'Near fore, five and a quarter, and a touch of thrush'
  expect(suggestionsIn('Near fore, erm, five and a quarter, and a touch of thrush.')).toEqual([
    { field: 'size', foot: 'NF', value: '5¼', from: 'five and a quarter', said },
    { field: 'finding', foot: 'NF', value: 'Thrush', from: 'thrush', said },
  ])
})

test('of a long sentence as much is quoted as it takes to know it again', () => {
  expect(quoteOf({ said: 'Near fore has a bit of thrush', from: 'thrush' })).toBe('Near fore has a bit of thrush')
  const before = 'He stood well today and the near fore is better than it was in the summer, though it still has '
  expect(quoteOf({ said: `${before}thrush`, from: 'thrush' })).toBe(
    '… fore is better than it was in the summer, though it still has thrush',
  )
  const after = ' in the cleft of the frog, so I have scrubbed it out and told the owner to do the same daily'
  expect(quoteOf({ said: `${before}thrush${after}`, from: 'thrush' })).toBe(
    '… summer, though it still has thrush in the cleft of the frog, so I …',
  )
  expect(quoteOf({ said: `thrush${after}`, from: 'thrush' })).toBe('thrush in the cleft of the frog, so I have scrubbed it out and told …')
})

test('several notes of a visit are read together, and a statement about several feet is one group', () => {
  const suggested = suggestionsOf(['Near fore five and a quarter.', 'Thrush in both hinds. Near fore, no, five and a half.'])
  expect(suggested.map(short)).toEqual(['NH finding Thrush', 'OH finding Thrush', 'NF size 5½'])
  expect(groupsOf(suggested).map((group) => group.map(short))).toEqual([['NH finding Thrush', 'OH finding Thrush'], ['NF size 5½']])
  // The second note starts again: its thrush is of no foot.
  expect(suggestionsOf(['Near fore five and a quarter.', 'Bit of thrush.']).map(short)).toEqual(['NF size 5¼', 'finding Thrush'])
})

test.each([
  ['five and a quarter', ['5¼']],
  ['5 1/4 and 5 ½', ['5¼', '5½']],
  ['a 5.25', ['5¼']],
  ['size five', ['5']],
  ['size 00, double nought', ['00']],
  ['six and a half weeks, 5 nails, 12 stone', []],
  ['four and three quarters', ['4¾']],
  ['five and five eighths', ['5⅝']],
])('the sizes in "%s" are %j', (said, sizes) => {
  expect(sizesIn(said).map(({ size }) => size)).toEqual(sizes)
})

test('what is suggested are the words of the work record', () => {
  const values = (table: readonly (readonly [RegExp, string])[]) => table.map(([, value]) => value)
  expect(values(FINDING_WORDS).toSorted()).toEqual([...FINDINGS].toSorted())
  expect(values(SHOE_WORDS).toSorted()).toEqual([...SHOES].toSorted())
  expect(values(PAD_WORDS).toSorted()).toEqual([...PADS].toSorted())
  expect(values(SERVICE_WORDS).toSorted()).toEqual([...SERVICE_TYPES].toSorted())
})

test('any text can be read', () => {
  fc.assert(fc.property(fc.string({ maxLength: 300 }), (said) => suggestionsIn(said).every(({ from }) => from.length > 0)))
})
