import { expect, test } from 'vitest'
import { likelyClients, type PersonDetails } from '#features/records/clients/likely.ts'

const one = (id: string, more: object = {}) => ({ id, name: id, phone: null, phoneE164: null, email: null, ...more })
const HUW = one('Huw Bevan', { phone: '07700 900118', phoneE164: '+447700900118', email: 'huw@example.com' })
const NIA = one('Nia Pugh', { email: 'yard@example.com' })
const ELIN = one('Elin Huws', { email: 'Yard@Example.com', phone: '01544 230118' })
const NEW = one('Huw Bevan', { id: 'another Huw' })
const found = (said: PersonDetails) => likelyClients([HUW, NIA, ELIN, NEW], said).clients.map(({ id }) => id)

test.each([
  [{ email: ' HUW@example.com' }, ['Huw Bevan']],
  [{ phone: '+44 7700 900118' }, ['Huw Bevan']],
  [{ phone: '(01544) 230118', name: 'Somebody' }, ['Elin Huws']],
  // The e-mail of two, an e-mail and a number of two, and the name of two: no single match.
  [{ email: 'yard@example.com' }, ['Nia Pugh', 'Elin Huws']],
  [{ email: 'huw@example.com', phone: '01544 230118' }, ['Huw Bevan', 'Elin Huws']],
  [{ name: 'huw  bevan' }, ['Huw Bevan', 'another Huw']],
  [{ name: 'Nia Pugh', email: 'nia@example.com' }, ['Nia Pugh']],
  [{ name: 'Tamsin Orme', phone: '07700 900999' }, []],
  [{ phone: '118', name: ' ' }, []],
  [{}, []],
] as const)('%o is %o', (said, ids) => {
  expect(found(said)).toEqual(ids)
})

test('who has the address comes before who has the name', () => {
  expect(likelyClients([HUW, NIA], { name: 'Nia Pugh', email: 'huw@example.com' })).toEqual({ by: 'address', clients: [HUW] })
})
