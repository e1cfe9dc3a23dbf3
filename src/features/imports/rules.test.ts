import { expect, test } from 'vitest'
import { clientMatcher, duplicateFinder, plainName } from '#features/imports/rules.ts'

test('the same person is the same under case, accents, apostrophes and titles', () => {
  expect(plainName("Mrs. Siân O'Dwyer")).toBe(plainName('sian odwyer'))
  expect(plainName('Llŷr ap Gruffudd')).toBe('llyr ap gruffudd')
})

test('a phone tells more than an e-mail address, and that more than a name', () => {
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

test('an entry is a client’s when their whole name stands in its title or they were invited', () => {
  const client = (id: string, name: string, email: string | null = null) => ({ id, name, businessName: null, email })
  const match = clientMatcher([client('1', 'Sarah Penrose', 's@example.com'), client('2', 'Tom Haddon'), client('3', 'Ann')])
  expect(match({ title: 'Shoe 2x - sarah penrose (Kingsland)', attendees: [] })?.id).toBe('1')
  expect(match({ title: 'Trim', attendees: ['s@example.com'] })?.id).toBe('1')
  expect(match({ title: 'Sarah Penrose and Tom Haddon', attendees: [] })).toBeUndefined()
  expect(match({ title: 'Annual service of the van', attendees: [] })).toBeUndefined()
})
