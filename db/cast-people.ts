import type { CastHorse } from '#db/cast-horses.ts'
import type { CastYardKey } from '#db/cast-yards.ts'

/**
 * The clients, yards and named horses of the demo practice: invented people of the Herefordshire and Shropshire border, with telephone
 * numbers Ofcom keeps for drama and postcodes that no letter can reach. Some are there to be awkward; a comment says how.
 */

type Home = { at: string; postcode: string }
/** `rest` horses are generated in addition to the named ones. */
export type CastClient = Home & {
  name: string
  /** As typed; null: unknown. */
  phone: string | null
  email?: string
  business?: string
  /** The horses' yard; without one they are at home. */
  yard?: CastYardKey
  notes?: string
  isActive?: false
  /** Has opted out of texts. */
  hasStopped?: true
  tags?: string[]
  horses?: CastHorse[]
  rest?: number
}

const LONG_NOTE = [
  'Chronic laminitic, first bout spring 2021. Pedal bone rotation 6 degrees near fore, 4 off fore on the plates of March 2024; see the vet before any change of plan.',
  'Short toe, support the frog, no heel pressure. Roll the toe well back and leave the bars. Pour-in pads through the winter, off by the end of May if the ground allows.',
  'Stands well on rubber, badly on concrete: ask for the matting out of the end box. Needs a break every second foot, ten minutes, water and hay in front of her.',
  'Sharp about the off hind since the kick in 2019: bring it forward, never out to the side, and let her put it down when she asks.',
  'Owner signs for bute on the day. No rasping of the wall above the clenches. Photograph both fronts, side and sole, every visit.',
].join('\n\n')

export const CAST_CLIENTS = {
  sarahPenrose: {
    name: 'Sarah Penrose',
    phone: '07700 900118',
    email: 'sarah@hollybush.example',
    at: 'Hollybush Farm, Kingsland',
    postcode: 'HR6 0VK',
    yard: 'hollybush',
    tags: ['mornings'],
    notes: 'Prefers mornings. Have Merlin held by someone he knows.',
    horses: [
      {
        name: 'Merlin',
        breed: 'Welsh Section D',
        color: 'Bay',
        born: 2017,
        work: 'Front shoes new',
        flags: ['kicks'],
        notes: 'Kicks, near hind. Hold him, no twitch.',
        temperament: 'Sharp behind, a gentleman in front',
      },
      { name: 'Biscuit', breed: 'Connemara', color: 'Dun', born: 2015, work: 'Full set refit' },
      { name: 'Dolly', breed: 'Cob', color: 'Piebald', born: 2010, work: 'Trim' },
    ],
    rest: 3,
  },
  tomHaddon: {
    name: 'Tom Haddon',
    phone: '07700 900204',
    email: 'tom@uppercourt.example',
    business: 'Upper Court Stud',
    at: 'Upper Court, Ludford, Ludlow',
    postcode: 'SY8 4OC',
    yard: 'upperCourt',
    rest: 9,
  },
  emmaLacey: {
    name: 'Emma Lacey',
    phone: '07700 900341',
    email: 'emma.lacey@example.com',
    at: 'Maidenhead Cottage, Orleton',
    postcode: 'SY8 4MI',
    horses: [{ name: 'Nutmeg', breed: 'Welsh Section A', color: 'Chestnut', born: 2019, work: 'Front refit' }],
    rest: 1,
  },
  ruthOckham: {
    name: 'Ruth Ockham',
    phone: '07700 900377',
    email: 'ruth@ashbrook-rda.example',
    business: 'Ashbrook RDA',
    at: 'Ashbrook Farm, Leominster',
    postcode: 'HR6 8CV',
    tags: ['charity'],
    horses: [
      // Very long notes.
      { name: 'Duchess', breed: 'Shire', color: 'Black', born: 2018, work: 'Trim', notes: LONG_NOTE, flags: ['needs-holder'] },
    ],
    rest: 6,
  },
  bronwenPryce: {
    name: 'Bronwen Pryce',
    phone: '07700 900412',
    email: 'bron.pryce@example.com',
    at: 'Lingen Vale, Lingen',
    tags: ['mornings', 'pays cash'],
    postcode: 'SY7 0CK',
    horses: [
      { name: 'Kestrel', breed: 'Thoroughbred cross', color: 'Bay', born: 2014, work: 'Front shoes new' },
      { name: 'Pepper', breed: 'Shetland', color: 'Black', born: 2004, work: 'Trim', temperament: 'Bites when girthed, not when shod' },
    ],
    rest: 1,
  },
  marcusYeo: {
    name: 'Marcus Yeo',
    phone: '07700 900559',
    email: 'office@temevalleypolo.example',
    business: 'Teme Valley Polo',
    at: 'The Lawns, Tenbury Wells',
    postcode: 'WR15 8KO',
    yard: 'temeValley',
    horses: [{ name: 'Solo', breed: 'Polo pony', color: 'Chestnut', born: 2016, work: 'Full set refit' }],
    rest: 8,
  },
  fionaGarrod: {
    name: 'Fiona Garrod',
    phone: '07700 900618',
    email: 'fiona.garrod@example.com',
    at: 'The Vallets, Orleton',
    postcode: 'SY8 4IK',
    horses: [
      { name: 'Bramble', breed: 'Dartmoor', color: 'Bay', born: 2007, work: 'Trim' },
      { name: 'Finn', breed: 'Irish Draught', color: 'Grey', born: 2013, work: 'Front refit' },
    ],
  },
  // No telephone at all.
  helenMold: {
    name: 'Helen Mold',
    phone: null,
    at: 'Stockton Rise, Kimbolton',
    postcode: 'HR6 0OM',
    notes: 'No phone. Leave a card at the village shop.',
    horses: [{ name: 'Otis', breed: 'Cob', color: 'Skewbald', born: 2012, work: 'Full set new' }],
  },
  alisonWhitcombe: {
    name: 'Alison Whitcombe',
    phone: '07700 900730',
    email: 'alison@kilnlane.example',
    business: 'Kiln Lane Livery',
    at: 'Kiln Lane, Bircher',
    postcode: 'HR6 0MI',
    yard: 'kilnLane',
    rest: 5,
  },
  // Welsh: a circumflex on a y, a lower-case ap, a double f.
  llyrApGruffudd: {
    name: 'Llŷr ap Gruffudd',
    phone: '+44 7700 900 743',
    email: 'llyr@example.com',
    at: 'Tŷ Isaf, Felindre',
    postcode: 'LD7 1KM',
    horses: [
      { name: 'Seren Wyllt', breed: 'Welsh Cob', color: 'Palomino', born: 2016, work: 'Full set refit' },
      { name: 'Gŵr y Mynydd', breed: 'Welsh Section C', color: 'Roan', born: 2011, work: 'Trim' },
    ],
  },
  // An apostrophe, a circumflex and a hyphen in one name.
  sianODwyer: {
    name: "Siân O'Dwyer-Hughes",
    phone: '07700900752',
    email: "sian.o'dwyer@example.com",
    at: "Pilgrim's Rest, Kingsland",
    postcode: 'HR6 0VO',
    yard: 'hollybush',
    horses: [{ name: "D'Artagnan", breed: 'Hanoverian', color: 'Black', born: 2018, work: 'Full set new' }],
    rest: 1,
  },
  daveTranter: { name: 'Dave Tranter', phone: '07700 900233', at: 'Brimfield Meadows, Brimfield', postcode: 'SY8 4KV', rest: 2 },
  gwenAldous: {
    name: 'Gwen Aldous',
    phone: '07700 900266',
    at: '3 The Green, Bircher',
    postcode: 'HR6 0MO',
    yard: 'kilnLane',
    horses: [{ name: 'Willow', breed: 'New Forest', color: 'Bay', born: 2011, work: 'Trim' }],
  },
  rhysAmery: {
    name: 'Rhys Amery',
    phone: '07700 900281',
    at: 'Bicton Bank, Yarpole',
    postcode: 'HR6 0VI',
    horses: [{ name: 'Clover', breed: 'Highland', color: 'Dun', born: 2009, work: 'Trim' }],
  },
  niaFarrow: {
    name: 'Nia Farrow',
    phone: '07700 900295',
    at: 'Eye Lane, Eye',
    postcode: 'HR6 0KC',
    yard: 'wigmoreMoor',
    horses: [{ name: 'Rolo', breed: 'Cob', color: 'Liver chestnut', born: 2015, work: 'Full set refit' }],
    rest: 1,
  },
  jeanCadwell: {
    name: 'Jean Cadwell',
    phone: '07700 900308',
    at: 'Lingen Bridge, Lingen',
    postcode: 'SY7 0CV',
    yard: 'wigmoreMoor',
    rest: 3,
  },
  patrickDArcy: {
    name: "Patrick D'Arcy",
    phone: '07700 900316',
    at: 'Portway Farm, Orleton',
    postcode: 'SY8 4OV',
    yard: 'courtHouse',
    rest: 2,
  },
  elinorVaughan: {
    name: 'Elinor Vaughan',
    phone: '07700 900325',
    at: 'The Old Forge, Orleton',
    postcode: 'SY8 4KI',
    yard: 'courtHouse',
    // Paused: on box rest.
    horses: [
      {
        name: 'Juniper',
        breed: 'Arab',
        color: 'Grey',
        born: 2012,
        work: 'Full set refit',
        isPaused: true,
        notes: 'Box rest, tendon. Shoes off until the vet says.',
      },
    ],
  },
  // A landline only: no text can reach it.
  beatriceFothergill: {
    name: 'Mrs Beatrice Fothergill-Smythe',
    phone: '01632 960455',
    at: 'The Dower House, Pembridge',
    postcode: 'HR6 9CV',
    notes: 'Landline only. Ring before nine or after six, and let it ring.',
    horses: [{ name: 'The Colonel', breed: 'Hunter', color: 'Dark bay', born: 2003, work: 'Front shoes new' }],
  },
  // Has opted out of texts.
  kevinStubbs: {
    name: 'Kevin Stubbs',
    phone: '07700 900349',
    at: '12 Mortimer Close, Luston',
    postcode: 'HR6 0IV',
    hasStopped: true,
    rest: 1,
  },
  // No longer active; the horse left with her.
  joannaMarsh: {
    name: 'Joanna Marsh',
    phone: '07700 900357',
    at: 'Moved to Devon',
    postcode: 'EX99 9XX',
    isActive: false,
    horses: [{ name: 'Tumbleweed', breed: 'Welsh cross', color: 'Grey', born: 2013, work: 'Trim', gone: 'moved' }],
  },
  aneurinBevanLloyd: { name: 'Aneurin Bevan-Lloyd', phone: '07700 900366', at: 'Upper House, Knighton', postcode: 'LD7 1OI', rest: 4 },
  chloeRadnor: {
    name: 'Chloe Radnor',
    phone: '07700 900384',
    at: 'Burrington Lane, Wigmore',
    postcode: 'HR6 9IK',
    yard: 'wigmoreMoor',
    rest: 2,
  },
  meganTudge: { name: 'Megan Tudge', phone: '07700 900392', at: 'Shirl Heath, Kingsland', postcode: 'HR6 9OM', yard: 'hollybush', rest: 2 },
  harrietLyde: {
    name: 'Harriet Lyde',
    phone: '07700 900405',
    at: 'Lyde Cross, Leominster',
    postcode: 'HR6 0CI',
    yard: 'hollybush',
    horses: [
      { name: 'Zephyr', breed: 'Irish Sport Horse', color: 'Bay', born: 2021, work: 'Trim', hasCycle: false, flags: ['needs-holder'] },
    ],
  },
  oliverPask: { name: 'Oliver Pask', phone: '07700 900421', at: 'Lucton Court, Lucton', postcode: 'HR6 9KO', yard: 'kilnLane', rest: 2 },
  sunitaRao: {
    name: 'Sunita Rao',
    phone: '07700 900430',
    at: '4 Church Row, Yarpole',
    postcode: 'HR6 0MV',
    yard: 'kilnLane',
    horses: [{ name: 'Chutney', breed: 'Exmoor', color: 'Brown', born: 2016, work: 'Trim', hasCycle: false }],
  },
  callumWeir: { name: 'Callum Weir', phone: '07700 900448', at: 'Comberton, Orleton', postcode: 'SY8 4OK', yard: 'courtHouse', rest: 2 },
  dilysMorgan: {
    name: 'Dilys Morgan',
    phone: '07700 900456',
    at: 'Penrhos, Presteigne',
    postcode: 'LD8 2KC',
    notes: 'Old Bess died in the autumn. Go gently.',
    horses: [
      // Deceased.
      { name: 'Old Bess', breed: 'Welsh Section B', color: 'Grey', born: 1994, work: 'Trim', gone: 'deceased' },
      { name: 'Young Bess', breed: 'Welsh Section B', color: 'Grey', born: 2020, work: 'Trim' },
    ],
  },
  peterORourke: {
    name: "Peter O'Rourke",
    phone: '07700 900464',
    at: 'Gorsty Farm, Brampton Bryan',
    postcode: 'SY7 0MO',
    horses: [
      { name: 'Paddy', breed: 'Irish Draught', color: 'Grey', born: 2010, work: 'Full set new', flags: ['needs-sedation', 'vet-present'] },
    ],
    rest: 2,
  },
  zofiaNowakowska: {
    name: 'Zofia Nowakowska',
    phone: '07700 900472',
    at: '9 Mill Street, Leominster',
    postcode: 'HR6 8IO',
    yard: 'kilnLane',
    rest: 1,
  },
  angharadFychan: {
    name: 'Angharad Fychan',
    phone: '07700 900489',
    at: 'Burford House Lodge, Tenbury',
    postcode: 'WR15 8CM',
    yard: 'temeValley',
    rest: 1,
  },
  isobelCrane: {
    name: 'Isobel Crane',
    phone: '07700 900497',
    at: 'Kyre Bank, Tenbury Wells',
    postcode: 'WR15 8VI',
    yard: 'temeValley',
    rest: 2,
  },
  georgeTipton: {
    name: 'George Tipton',
    phone: '07700 900506',
    at: '1 Sandpits Road, Ludlow',
    postcode: 'SY8 1OC',
    yard: 'upperCourt',
    horses: [
      {
        name: 'Thunderer',
        breed: 'Clydesdale',
        color: 'Bay',
        born: 2017,
        work: 'Full set new',
        notes: 'Own shoes, made for him: 9 inch. In the blue box.',
      },
    ],
  },
  lucyBayliss: {
    name: 'Lucy Bayliss',
    phone: '07700 900514',
    at: 'Deerfold, Wigmore',
    postcode: 'HR6 9VC',
    yard: 'wigmoreMoor',
    horses: [{ name: 'Pippin', breed: 'Caspian', color: 'Bay', born: 2018, work: 'Trim', hasCycle: false }],
  },
  martinSayce: {
    name: 'Martin Sayce',
    phone: '07700 900522',
    at: 'Risbury Mill, Risbury',
    postcode: 'HR6 0KM',
    horses: [{ name: 'Badger', breed: 'Cob', color: 'Piebald', born: 2008, work: 'Trim', gone: 'sold' }],
    rest: 1,
  },
  ffionGittins: { name: 'Ffion Gittins', phone: '07700 900530', at: 'Cwm Farm, Bucknell', postcode: 'SY7 0IV', rest: 2 },
  // Two people of one name and, by mistake, one e-mail address: the clients screen proposes to merge them.
  annLloyd: {
    name: 'Ann Lloyd',
    phone: '07700 900548',
    email: 'ann.lloyd@example.com',
    at: 'The Laurels, Shobdon',
    postcode: 'HR6 9OK',
    rest: 1,
  },
  annLloydOrleton: {
    name: 'Ann Lloyd',
    phone: '07700 900566',
    email: 'ann.lloyd@example.com',
    at: 'Green Lane, Orleton',
    postcode: 'SY8 4CI',
    yard: 'courtHouse',
    rest: 1,
  },
  rosalindWhitney: {
    name: 'Rosalind Whitney',
    phone: 'ask at the Post Office',
    at: 'Hergest, Kington',
    postcode: 'HR5 3OV',
    horses: [{ name: '"Sir" Loin', breed: 'Suffolk Punch', color: 'Chestnut', born: 2014, work: 'Trim', temperament: 'Leans' }],
  },
} as const satisfies Record<string, CastClient>
export type CastClientKey = keyof typeof CAST_CLIENTS
