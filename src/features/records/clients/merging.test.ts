import { expect, test } from 'vitest'
import type { Client } from '#features/records/clients/contract.ts'
import { chosenFields, differencesOf } from '#features/records/clients/merging.ts'
import { clientRow } from '#testing/browser/rows.ts'

const client = (more: Partial<Client>): Client => ({
  id: 'a',
  ...clientRow({ name: 'Sarah Penrose', phone: '07700 900118', phoneE164: '+447700900118', ...more }),
})

test('only differing fields are choices, and a field empty in one record is taken from the other', () => {
  const differences = differencesOf(client({ notes: 'Mornings' }), client({ email: 's@x.example', postcode: 'HR6 0VK', lat: 52, lng: -2 }))
  expect(differences.map(({ label, usual }) => `${label}: ${usual}`)).toEqual([
    'E-mail: other',
    'Address: other',
    'Position: other',
    'Notes: kept',
  ])
  expect(chosenFields(differences, {})).toEqual({
    email: 's@x.example',
    address: null,
    postcode: 'HR6 0VK',
    lat: 52,
    lng: -2,
    positionSource: null,
    what3words: null,
  })
})

test('notes and tags of both are kept unless one is chosen', () => {
  const differences = differencesOf(client({ notes: 'Mornings', tags: ['dogs'] }), client({ notes: 'Shy', tags: ['dogs', 'cash'] }))
  expect(chosenFields(differences, {})).toEqual({ notes: 'Mornings\n\nShy', tags: ['dogs', 'cash'] })
  expect(chosenFields(differences, { notes: 'other', tags: 'kept' })).toEqual({ notes: 'Shy' })
})

test('if either of the two is active, the kept one is', () => {
  const differences = differencesOf(client({ isActive: false }), client({ isActive: true }))
  expect(chosenFields(differences, {})).toEqual({ isActive: true })
  expect(chosenFields(differencesOf(client({}), client({ isActive: false })), {})).toEqual({})
})

test('two equal records need no choice', () => {
  expect(differencesOf(client({}), client({ id: 'b', marketingConsentAt: '2026-01-01T00:00:00.000Z' }))).toEqual([])
})
