import { expect, test } from 'vitest'
import { byDueAt, byOwnerAt, horsesAt } from '#app/pages/yards/yard-horses.ts'

const TODAY = '2026-11-21'
const horse = (name: string, nextDue: string | null, more: object = {}) => ({
  id: name,
  name,
  yardId: 'yard',
  clientId: 'sarah',
  client: { name: 'Sarah Penrose' },
  nextDue,
  goneOn: null,
  status: (nextDue ? 'current' : 'none') as 'current' | 'none',
  ...more,
})
const shape = (groups: { title: string; horses: readonly { name: string }[] }[]) =>
  groups.map(({ title, horses }) => `${title}: ${horses.map(({ name }) => name).join(' ')}`)

test('horses are grouped by how soon they are due, the first due first, and empty groups are left out', () => {
  const horses = [
    horse('Later', '2027-01-10'),
    horse('Soon', '2026-12-05'),
    horse('Sooner', '2026-11-21'),
    horse('Over', '2026-11-20'),
    horse('Never', null),
  ]
  expect(shape(byDueAt(horses, TODAY))).toEqual([
    'Overdue: Over',
    'Due in two weeks: Sooner Soon',
    'Due later: Later',
    'No date yet: Never',
  ])
  expect(shape(byDueAt(horses.slice(0, 1), TODAY))).toEqual(['Due later: Later'])
})

test('horses are grouped by whose they are, owners and horses by name', () => {
  const tom = { clientId: 'tom', client: { name: 'Tom Haddon' } }
  expect(shape(byOwnerAt([horse('B', null, tom), horse('Z', null), horse('A', null, tom)]))).toEqual([
    'Sarah Penrose: Z',
    'Tom Haddon: A B',
  ])
})

test('horses that are gone or stand elsewhere are not at the yard', () => {
  const all = [horse('Here', null), horse('Sold', null, { goneOn: '2026-01-01' }), horse('Away', null, { yardId: 'other' })]
  expect(horsesAt(all, 'yard', TODAY).map(({ name }) => name)).toEqual(['Here'])
})
