import { expect, test } from 'vitest'
import { duplicateFinder, isContradicted, plainName, subjectMatcher } from '#features/office/imports/rules.ts'

test('the same person is the same under case, accents, apostrophes and titles', () => {
  expect(plainName("Mrs. Siân O'Dwyer")).toBe(plainName('sian odwyer'))
  expect(plainName('Llŷr ap Gruffudd')).toBe('llyr ap gruffudd')
})

test('a phone outweighs an e-mail address, and an e-mail address a name', () => {
  const finder = duplicateFinder([
    { name: 'Ann Lee', phoneE164: '+447700900001', email: 'ann@example.com' },
    { name: 'Bob Lee', phoneE164: '+447700900002', email: null },
  ])
  const find = (phoneE164: string | null, email: string | null, name: string) => finder.find({ phoneE164, email, name })
  expect(find('+447700900002', 'ann@example.com', 'Ann Lee')).toMatchObject({ match: { name: 'Bob Lee' }, because: 'phone' })
  expect(find(null, 'ANN@example.com', 'Somebody')).toMatchObject({ because: 'email' })
  expect(find(null, null, 'ann  LEE')).toMatchObject({ because: 'name' })
  expect(find(null, null, 'Cy Lee')).toBeUndefined()
})

const client = (id: string, name: string, email: string | null = null) => ({ id, name, businessName: null, email })

test('an entry is a client’s when its title contains their whole name or they were invited', () => {
  const match = subjectMatcher({
    clients: [client('1', 'Sarah Penrose', 's@example.com'), client('2', 'Tom Haddon'), client('3', 'Ann')],
    horses: [],
    yards: [],
  })
  expect(match({ title: 'Shoe 2x - sarah penrose (Kingsland)', attendees: [] }).client?.id).toBe('1')
  expect(match({ title: 'Trim', attendees: ['s@example.com'] }).client?.id).toBe('1')
  expect(match({ title: 'Sarah Penrose and Tom Haddon', attendees: [] }).client).toBeUndefined()
  expect(match({ title: 'Annual service of the van', attendees: [] }).client).toBeUndefined()
})

test('an entry is for the horses it names and so for their owner; two of one name match only if the owner is named', () => {
  const match = subjectMatcher({
    clients: [client('1', 'Sarah Penrose'), client('2', 'Tom Haddon')],
    horses: [
      { id: 'm1', name: 'Merlin', clientId: '1' },
      { id: 'm2', name: 'Merlin', clientId: '2' },
      { id: 'b', name: 'Biscuit', clientId: '1' },
    ],
    yards: [],
  })
  expect(match({ title: 'Biscuit trim', attendees: [] })).toMatchObject({ client: { id: '1' }, horses: [{ id: 'b' }] })
  expect(match({ title: 'Merlin trim', attendees: [] })).toMatchObject({ client: undefined, horses: [] })
  expect(match({ title: 'Tom Haddon, Merlin full set', attendees: [] })).toMatchObject({ client: { id: '2' }, horses: [{ id: 'm2' }] })
})

test('an entry is at the yard whose own word is in its title or place', () => {
  const match = subjectMatcher({
    clients: [],
    horses: [],
    yards: [
      { id: 'o', name: 'Oakfield Livery Yard' },
      { id: 'h', name: 'Hill Farm' },
    ],
  })
  expect(match({ title: 'Oakfield yard am', attendees: [] }).yard?.id).toBe('o')
  expect(match({ title: 'Two trims', location: 'Hill Farm, Kington', attendees: [] }).yard?.id).toBe('h')
  expect(match({ title: 'The yard', attendees: [] }).yard).toBeUndefined()
})

test('two of one name with other numbers are two people', () => {
  const ann = { name: 'Ann Lee', phoneE164: '+447700900001', email: null }
  expect(isContradicted(ann, { ...ann, phoneE164: '+447700900002' })).toBe(true)
  expect(isContradicted(ann, { ...ann, phoneE164: null })).toBe(false)
})
