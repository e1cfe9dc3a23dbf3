import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textSize } from '#lib/segments.ts'

const BASIC = [
  ...'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
]
const EXTENSION = [...'^{}\\[~]|€\f']

test('the default alphabet has 127 letters beside the escape, its extension table ten', () => {
  expect(new Set(BASIC).size).toBe(127)
  expect(new Set(EXTENSION).size).toBe(10)
})

test.each([
  ['a'.repeat(160), 'GSM-7', 1],
  ['a'.repeat(161), 'GSM-7', 2],
  ['a'.repeat(306), 'GSM-7', 2],
  ['a'.repeat(307), 'GSM-7', 3],
  ['£'.repeat(160), 'GSM-7', 1],
  ['€'.repeat(80), 'GSM-7', 1],
  [`${'€'.repeat(80)}a`, 'GSM-7', 2],
  ['', 'GSM-7', 1],
  ['ŵ'.repeat(70), 'UCS-2', 1],
  ['ŵ'.repeat(71), 'UCS-2', 2],
  ['ŵ'.repeat(134), 'UCS-2', 2],
  ['ŵ'.repeat(135), 'UCS-2', 3],
  ['🐴'.repeat(35), 'UCS-2', 1],
  ['🐴'.repeat(36), 'UCS-2', 2],
])('case %#: counts as the networks do', (text, alphabet, segments) => {
  expect(textSize(text)).toMatchObject({ alphabet, segments })
})

test('a letter of two units is never cut in half', () => {
  // 152 septets and a two-septet euro sign: the euro starts the next part, which then has no room for the last letter.
  expect(textSize(`${'a'.repeat(152)}€${'a'.repeat(151)}`).segments).toBe(2)
  expect(textSize(`${'a'.repeat(152)}€${'a'.repeat(152)}`).segments).toBe(3)
  // 66 units and a surrogate pair, likewise.
  expect(textSize(`${'ŵ'.repeat(66)}🐴${'ŵ'.repeat(65)}`).segments).toBe(2)
  expect(textSize(`${'ŵ'.repeat(66)}🐴${'ŵ'.repeat(66)}`).segments).toBe(3)
})

const gsmText = fc.array(fc.constantFrom(...BASIC, ...EXTENSION), { maxLength: 700 }).map((letters) => letters.join(''))
const anyText = fc.string({ unit: 'grapheme', maxLength: 400 })

test('one letter outside the alphabet makes the whole text UCS-2', () => {
  fc.assert(
    fc.property(gsmText, fc.nat(), (text, at) => {
      const place = at % (text.length + 1)
      expect(textSize(text).alphabet).toBe('GSM-7')
      expect(textSize(`${text.slice(0, place)}ŷ${text.slice(place)}`).alphabet).toBe('UCS-2')
    }),
  )
})

test('units fit into the parts, with at most one unit lost in each', () => {
  fc.assert(
    fc.property(fc.oneof(gsmText, anyText), (text) => {
      const { alphabet, units, segments } = textSize(text)
      const [single, part] = alphabet === 'GSM-7' ? [160, 153] : [70, 67]
      expect(segments).toBeGreaterThanOrEqual(units <= single ? 1 : Math.ceil(units / part))
      expect(segments).toBeLessThanOrEqual(units <= single ? 1 : Math.ceil(units / (part - 1)))
    }),
  )
})

test('a longer text never takes fewer parts', () => {
  fc.assert(
    fc.property(gsmText, gsmText, (text, more) => {
      expect(textSize(text + more).segments).toBeGreaterThanOrEqual(textSize(text).segments)
    }),
  )
})
