import { expect, test } from 'vitest'
import { firstNameOf, greetingNameOf, phoneOf } from '#features/records/clients/rules.ts'

const client = (name: string, businessName: string | null = null, isBusiness = businessName !== null) => ({
  name,
  businessName,
  isBusiness,
})

test('a client is greeted by their first name, also where they trade under another', () => {
  expect(greetingNameOf(client('Zed Mold'))).toBe('Zed')
  expect(greetingNameOf(client('  Tom Haddon ', 'Haddon Livery'))).toBe('Tom')
  expect(greetingNameOf(client('Ruth Ockham', 'Ockham Stud', false))).toBe('Ruth')
})

test('a business that names no person is greeted by no name, and is called by its own', () => {
  for (const one of [client('Haddon Livery', 'haddon livery '), client('Haddon Livery', null, true), client('Haddon Livery', ' ', true)]) {
    expect(greetingNameOf(one)).toBe('')
    expect(firstNameOf(one)).toBe('Haddon Livery')
  }
})

test('who signs with a form of address is greeted by the whole of it', () => {
  expect(greetingNameOf(client('Mrs Whitney'))).toBe('Mrs Whitney')
  expect(greetingNameOf(client('Dr. Anne Bevan', 'Teme Vets'))).toBe('Dr. Anne Bevan')
})

test('a number is believed as it was typed until the server has read it, and words are none', () => {
  expect(phoneOf({ phone: '07700 900118', phoneE164: '+447700900118' })).toBe('+447700900118')
  expect(phoneOf({ phone: '(01874) 620 000', phoneE164: null })).toBe('01874620000')
  for (const phone of [null, '', 'ask at the Post Office', 'yard, ext 12']) expect(phoneOf({ phone, phoneE164: null })).toBeNull()
})
