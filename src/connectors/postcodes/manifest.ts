import type { Manifest } from '#connectors/kit/manifest.ts'

export const manifest: Manifest = {
  id: 'postcodes',
  name: 'Postcode positions',
  description: 'A first place on the map for yards and clients with a postcode, until you stand there. Good after an import.',
  category: 'mapping',
  of: 'practice',
  asks: {
    by: 'nothing',
    fields: [
      {
        ...{ id: 'address', label: 'Your own Postcodes.io', placeholder: 'https://postcodes.example.com' },
        help: 'Leave it empty for the public one, api.postcodes.io.',
      },
    ],
  },
  at: 'https://api.postcodes.io',
  pace: { atOnce: 1, perMinute: 60 },
  sends: [
    'Postcodes, without names or addresses: of yards and clients that have no position yet.',
    "Northern Ireland's (BT) are left out: their licence doesn't allow it.",
  ],
  brings: ['The centre of each postcode, marked "postcode centre". It never replaces another position, and any other replaces it.'],
  leaves: ['Postcodes.io may keep what it notes of each request. Positions that were found stay here if you disconnect.'],
  credit:
    'Contains OS data © Crown copyright and database right, Royal Mail data © Royal Mail copyright and database right, and National Statistics data © Crown copyright and database right, under the Open Government Licence v3.0.',
}
