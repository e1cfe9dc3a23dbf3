import type { Look } from './look.ts'
import type { Film } from './radiograph.ts'

type Horse = Pick<Look, 'horn' | 'coat' | 'ground'> & Partial<Look>
type Named = Partial<Look> & Pick<Look, 'state'>

const looks = new Map<string, Look>()

/** Every picture by the name of its file: horse, foot, view, visits ago. */
export const LOOKS: ReadonlyMap<string, Look> = looks

const FEET = { nf: ['near', false], of: ['off', false], nh: ['near', true], oh: ['off', true] } as const

function horse(name: string, its: Horse, pictures: Record<string, Named>) {
  for (const [of, look] of Object.entries(pictures)) {
    const [foot, view] = of.split('-') as [keyof typeof FEET, Look['view']]
    const [side, isHind] = FEET[foot]
    looks.set(`${name}-${of}.jpg`, { ...its, side, isHind, view, seed: `${name} ${of}`, ...look })
  }
}

horse(
  'merlin',
  { horn: 'dark', coat: 'bay', ground: 'concrete', clips: 'toe' },
  {
    'nf-lateral-3': { state: 'shod', ground: 'brick' },
    'nf-lateral-2': { state: 'shod', ground: 'rubber' },
    'nf-lateral-1': { state: 'shod', ground: 'brick' },
    'nf-lateral-0-before': { state: 'worn' },
    'nf-lateral-0': { state: 'shod' },
    'nf-dorsal-0': { state: 'shod' },
    'of-solar-1': { state: 'shod', ground: 'brick' },
    'of-solar-0': { state: 'shod', hasPad: true },
  },
)
horse(
  'd-artagnan',
  { horn: 'dark', coat: 'black', sock: 0.22, ground: 'rubber', size: 1.04, clips: 'quarters' },
  {
    'nf-lateral-1': { state: 'shod' },
    'nf-lateral-0': { state: 'shod' },
    'nh-solar-0': { state: 'shod' },
  },
)
horse(
  'meg',
  { horn: 'striped', coat: 'grey', ground: 'concrete' },
  {
    'of-lateral-0': { state: 'trimmed' },
    'of-solar-0': { state: 'trimmed' },
  },
)
// Her crack grows out, visit by visit.
horse(
  'dolly',
  { horn: 'white', coat: 'white', sock: 1, hasFeather: true, ground: 'brick', size: 0.96 },
  {
    'nf-dorsal-3': { state: 'overgrown', flare: 0.7, crack: 0.72 },
    'nf-dorsal-2': { state: 'trimmed', flare: 0.3, crack: 0.5, ground: 'concrete' },
    'nf-dorsal-1': { state: 'trimmed', flare: 0.15, crack: 0.28 },
    'nf-dorsal-0': { state: 'trimmed', crack: 0.1, ground: 'concrete' },
    'nf-lateral-0-before': { state: 'overgrown', flare: 0.45, crack: 0.1, ground: 'concrete' },
    'nf-lateral-0': { state: 'trimmed', ground: 'concrete' },
  },
)
horse(
  'biscuit',
  { horn: 'striped', coat: 'dun', ground: 'brick', size: 0.94, clips: 'toe' },
  {
    'nf-lateral-2': { state: 'shod', ground: 'concrete' },
    'nf-lateral-1': { state: 'shod' },
    'nf-lateral-0': { state: 'shod' },
    'nf-dorsal-0': { state: 'shod' },
    'of-solar-0': { state: 'shod' },
    'nh-lateral-0': { state: 'shod', clips: 'quarters' },
  },
)
// After laminitis: rings that fan out, and a toe that wants to run forward.
horse(
  'duchess',
  { horn: 'dark', coat: 'black', sock: 0.9, hasFeather: true, hasLaminiticRings: true, ground: 'rubber', size: 1.12 },
  {
    'nf-lateral-2': { state: 'overgrown', flare: 1 },
    'nf-lateral-1': { state: 'trimmed', flare: 0.35 },
    'nf-lateral-0-before': { state: 'overgrown', flare: 0.8 },
    'nf-lateral-0': { state: 'trimmed', flare: 0.1 },
    'of-lateral-0': { state: 'trimmed', flare: 0.1 },
    'nf-solar-0': { state: 'trimmed' },
  },
)
horse(
  'nutmeg',
  { horn: 'white', coat: 'chestnut', sock: 0.5, ground: 'concrete', size: 0.82, clips: 'toe' },
  {
    'nf-lateral-1': { state: 'shod' },
    'nf-lateral-0': { state: 'shod', ground: 'brick' },
  },
)
horse(
  'kestrel',
  { horn: 'dark', coat: 'bay', ground: 'brick', clips: 'toe' },
  {
    'of-lateral-0-before': { state: 'worn', flare: 0.2 },
    'of-lateral-0': { state: 'shod' },
    'of-solar-0': { state: 'shod', hasBar: true },
  },
)
horse(
  'solo',
  { horn: 'dark', coat: 'chestnut', ground: 'rubber', size: 0.96, clips: 'quarters' },
  {
    'nf-lateral-0': { state: 'shod' },
    'nh-lateral-0': { state: 'shod' },
  },
)
horse(
  'rolo',
  { horn: 'dark', coat: 'liver', ground: 'concrete', hasFeather: true, clips: 'toe' },
  {
    'of-dorsal-0': { state: 'shod' },
    'of-solar-0': { state: 'worn' },
  },
)
horse(
  'thunderer',
  { horn: 'striped', coat: 'bay', sock: 1, hasFeather: true, ground: 'brick', size: 1.2, clips: 'toe' },
  {
    'nf-lateral-0': { state: 'shod' },
    'nh-dorsal-0': { state: 'shod' },
  },
)
horse(
  'the-colonel',
  { horn: 'dark', coat: 'liver', ground: 'brick', clips: 'quarters' },
  {
    'nf-lateral-0-before': { state: 'worn' },
    'nf-lateral-0': { state: 'shod' },
  },
)
horse(
  'willow',
  { horn: 'dark', coat: 'bay', ground: 'rubber', size: 0.92 },
  { 'oh-solar-0-before': { state: 'overgrown', hasThrush: true }, 'oh-solar-0': { state: 'trimmed', hasThrush: true } },
)

/** The radiographs, by the name of their files. */
export const FILMS: ReadonlyMap<string, Film> = new Map([
  ['merlin-nf-lateral-0.dcm', { side: 'near', marker: 'NF L', isShod: true, rotation: 0, seed: 3 }],
  ['merlin-of-lateral-0.dcm', { side: 'off', marker: 'OF L', isShod: true, rotation: 0, seed: 11 }],
  ['duchess-nf-lateral-0.dcm', { side: 'near', marker: 'NF L', isShod: false, rotation: 6, seed: 5 }],
  ['duchess-of-lateral-0.dcm', { side: 'off', marker: 'OF L', isShod: false, rotation: 4, seed: 17 }],
])
