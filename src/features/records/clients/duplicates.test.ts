import { expect, test } from 'vitest'
import { duplicatesIn } from '#features/records/clients/duplicates.ts'

const client = (id: string, more: object = {}) => ({
  id,
  name: id,
  phone: null,
  phoneE164: null,
  email: null,
  postcode: null,
  notSameAs: [],
  ...more,
})
const pairs = (...clients: ReturnType<typeof client>[]) =>
  duplicatesIn(clients).map(({ one, other, because }) => `${one.id} ${other.id} ${because}`)

test('one number, one address or one name at one place make a pair', () => {
  expect(pairs(client('a', { phoneE164: '+447700900118' }), client('b', { phoneE164: '+447700900118' }))).toEqual(['a b phone'])
  expect(pairs(client('a', { email: 'Sarah@x.example' }), client('b', { email: 'sarah@X.example' }))).toEqual(['a b email'])
  expect(
    pairs(client('a', { name: "Siân O'Dwyer", postcode: 'hr6 0vk' }), client('b', { name: 'Sian ODwyer', postcode: 'HR60VK' })),
  ).toEqual(['a b name'])
})

test('a number the server has not read yet is known by its figures; a short one by nothing', () => {
  expect(pairs(client('a', { phone: '07700 900-118' }), client('b', { phone: '07700900118' }))).toEqual(['a b phone'])
  expect(pairs(client('a', { phone: 'ext 12' }), client('b', { phone: '12' }))).toEqual([])
})

test('the same name elsewhere, or at no known place, is no duplicate', () => {
  expect(pairs(client('a', { name: 'Tom', postcode: 'HR6 0VK' }), client('b', { name: 'Tom', postcode: 'SY8 4OC' }))).toEqual([])
  expect(pairs(client('a', { name: 'Tom' }), client('b', { name: 'Tom' }))).toEqual([])
})

test('a pair is proposed once, three records as three pairs, and never a pair marked as two people', () => {
  const both = { phoneE164: '+447700900118', email: 'a@b.example' }
  expect(pairs(client('a', both), client('b', both))).toEqual(['a b phone'])
  expect(pairs(client('a', both), client('b', both), client('c', both))).toHaveLength(3)
  expect(pairs(client('a', { ...both, notSameAs: ['b'] }), client('b', both))).toEqual([])
})
