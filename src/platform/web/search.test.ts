import { expect, test } from 'vitest'
import { readyToSearch, search } from '#platform/web/search.ts'

const CLIENTS = [
  { name: "Siân O'Dwyer", phone: '07700 900118', postcode: 'HR6 0VK' },
  { name: 'Tom Haddon', phone: '+44 7700 900204', postcode: 'SY8 4OC' },
  { name: 'Hannah Thomas', phone: null, postcode: 'SY7 0CK' },
  { name: 'Bronwen Pryce', phone: '07700 900412', postcode: null },
]
const ready = readyToSearch(CLIENTS, (client) => [client.name, client.phone, client.postcode])
const found = (typed: string) => search(ready, typed).map((client) => client.name)

test('case, accents, apostrophes and the order of words don’t matter', () => {
  for (const typed of ['sian', "O'DWYER sian", 'odwyer', 'o dwyer']) expect(found(typed)).toEqual(["Siân O'Dwyer"])
})

test('a word that begins so comes before one that only holds it', () => {
  expect(found('ha')).toEqual(['Tom Haddon', 'Hannah Thomas'])
  expect(found('tho')).toEqual(['Hannah Thomas'])
  expect(found('om')).toEqual(['Tom Haddon', 'Hannah Thomas'])
})

test('postcodes and numbers are found however they are spaced', () => {
  expect(found('hr60vk')).toEqual(["Siân O'Dwyer"])
  expect(found('07700900204')).toEqual(['Tom Haddon'])
  expect(found('+447700900118')).toEqual(["Siân O'Dwyer"])
  expect(found('900412')).toEqual(['Bronwen Pryce'])
})

test('a slip of a letter is forgiven, also in a word not yet finished', () => {
  expect(found('Bornwen')).toEqual(['Bronwen Pryce'])
  expect(found('pryse')).toEqual(['Bronwen Pryce'])
  expect(found('hadon')).toEqual(['Tom Haddon'])
  expect(found('bromw')).toEqual(['Bronwen Pryce'])
})

test('nothing near is nothing found, and nothing typed is everyone in order', () => {
  expect(found('zebedee')).toEqual([])
  expect(found('  ')).toEqual(CLIENTS.map((client) => client.name))
})
