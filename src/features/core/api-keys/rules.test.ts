import { expect, test } from 'vitest'
import { SCOPED_WORDS, scopesOf, scopeWords } from '#features/core/api-keys/rules.ts'
import { SCOPED, SCOPES } from '#lib/scopes.ts'

test('choices for each thing come to scopes, and what isn’t chosen to none', () => {
  expect(scopesOf({})).toEqual([])
  expect(scopesOf({ clients: 'write', horses: 'both', visits: 'read', work: 'none' })).toEqual([
    'clients:write',
    'horses:read',
    'horses:write',
    'visits:read',
  ])
  const all = Object.fromEntries(SCOPED.map((thing) => [thing, 'both' as const]))
  expect(scopesOf(all)).toEqual(SCOPES)
})

test('scopes read as a sentence', () => {
  expect(scopeWords(['clients:write'])).toBe('Adds and changes clients')
  expect(scopeWords(['clients:read', 'visits:read', 'work:read'])).toBe('Reads clients, visits and work')
  expect(scopeWords(['clients:read', 'clients:write', 'tasks:write'])).toBe('Reads clients; adds and changes clients and tasks')
  expect(scopeWords(SCOPES)).toBe('Reads everything; adds and changes everything')
  expect(scopeWords(['gone:read'])).toBe('')
})

test('each thing has a name and words', () => {
  expect(SCOPED.filter((thing) => !SCOPED_WORDS[thing].name || !SCOPED_WORDS[thing].detail)).toEqual([])
})
