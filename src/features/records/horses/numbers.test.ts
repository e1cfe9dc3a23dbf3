import { expect, test } from 'vitest'
import { findLike } from '#features/records/horses/likeness.ts'
import { microchipDoubt, uelnDoubt } from '#features/records/horses/numbers.ts'

test('a UELN of fifteen that begins with a country raises no doubt, with letters or spaces too', () => {
  for (const ueln of ['', '826002011123456', '826 002 011123456', '276020000A12345', '528003-200912345'])
    expect(uelnDoubt(ueln)).toBeUndefined()
})

test('a UELN that is too short, has a strange sign or names no country is doubted in words', () => {
  expect(uelnDoubt('82600201112345')).toBe('A UELN has 15 characters; this has 14.')
  expect(uelnDoubt('826002011123#56')).toBe('A UELN has only numbers and letters.')
  expect(uelnDoubt('999002011123456')).toBe('No country has the code 999. The United Kingdom is 826.')
})

test('a microchip begins with a country or a maker', () => {
  for (const chip of ['', '826098100123456', '977200009123456', '900 164 000 123456']) expect(microchipDoubt(chip)).toBeUndefined()
  expect(microchipDoubt('8260981001234')).toBe('A microchip number has 15 digits; this has 13.')
  expect(microchipDoubt('82609810012345O')).toBe('A microchip number has only digits.')
  expect(microchipDoubt('999098100123456')).toContain('999')
  expect(microchipDoubt('001098100123456')).toContain('001')
})

const horse = (change: object) => ({ id: 'h1', name: 'Merlin', clientId: 'sarah', ueln: null, microchip: null, ...change })
const asked = (change: object) => ({ id: undefined, name: 'Biscuit', clientId: 'tom', ueln: '', microchip: '', ...change })

test('a horse with the same number is like another, however it is written', () => {
  expect(findLike([horse({ microchip: '826098100123456' })], asked({ microchip: '826 098 100 123456' }))?.shared).toBe('microchip')
  expect(findLike([horse({ ueln: '826002011A23456' })], asked({ ueln: '826002011a23456' }))?.shared).toBe('UELN')
})

test('so is one of the same name with the same owner, but not the horse itself', () => {
  expect(findLike([horse({})], asked({ name: ' merlin ', clientId: 'sarah' }))?.shared).toBe('name and owner')
  expect(findLike([horse({})], asked({ name: 'Merlin' }))).toBeUndefined()
  expect(findLike([horse({})], asked({ id: 'h1', name: 'Merlin', clientId: 'sarah' }))).toBeUndefined()
  expect(findLike([horse({ name: '' })], asked({ name: '' }))).toBeUndefined()
})
