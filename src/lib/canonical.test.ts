import { expect, test } from 'vitest'
import { idOf, optionalId } from '#lib/canonical.ts'

const ID = '019ab6f0-4a5e-7c3d-8e21-3f5a6b7c8d9e'
const coded = (code: string) => expect.objectContaining({ code })

test('an id is accepted in either form wherever an id is', () => {
  expect([idOf(ID), idOf(`offline_${ID}`)]).toEqual([ID, ID])
})

test('what is no id names nothing, and is answered as an unknown record is', () => {
  expect(() => idOf('../clients')).toThrow(coded('not_found'))
  expect(() => idOf('', 'client_not_found')).toThrow(coded('client_not_found'))
})

test('a reference may be absent or cleared, but not be nonsense', () => {
  expect([optionalId(undefined, 'yard_not_found'), optionalId(null, 'yard_not_found')]).toEqual([undefined, null])
  expect(optionalId(`offline_${ID}`, 'yard_not_found')).toBe(ID)
  expect(() => optionalId('', 'yard_not_found')).toThrow(coded('yard_not_found'))
})
