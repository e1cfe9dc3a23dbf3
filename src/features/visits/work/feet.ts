import { FEET, type FootName, type FootScheme, footLabel } from '#features/core/practice/foot-names.ts'

/** What was done to a foot. A shoe taken off leaves it bare; `none` is a foot left as it was. */
export const FOOT_WORK = ['trim', 'new', 'refit', 'off', 'none'] as const
export type FootWork = (typeof FOOT_WORK)[number]
export const FOOT_WORK_LABELS: Readonly<Record<FootWork, string>> = {
  trim: 'Trim',
  new: 'New shoe',
  refit: 'Refit',
  off: 'Shoe off',
  none: 'Left as it was',
}

/* The choices offered; farriers may write their own. */
export const SHOES = [
  'Fullered',
  'Plain',
  'Three-quarter fullered',
  'Aluminium',
  'Bar',
  'Egg bar',
  'Heart bar',
  'Wide web',
  'Rolled toe',
  'Glue-on',
] as const
export const PADS = ['Leather pad', 'Plastic pad', 'Wedge pad', 'Rim pad', 'Pour-in pad', 'Hoof packing'] as const
export const CLIPS = ['Toe clip', 'Quarter clips', 'No clips'] as const
export const FINDINGS = [
  'Risen clenches',
  'Thrush',
  'Seedy toe',
  'White line disease',
  'Abscess',
  'Bruised sole',
  'Corn',
  'Crack',
  'Flare',
  'Sheared heel',
  'Collapsed heels',
  'Contracted heels',
  'Broken wall',
  'Nail prick',
  'Sprung shoe',
  'Lost shoe',
  'Laminitic rings',
] as const

/** One foot of a work entry. What isn't known is left out. Lengths in millimetres, angles in degrees. */
export type Foot = {
  work: FootWork
  shoe?: string | undefined
  /** In the farrier's notation: `5¼`, `00`, `3 x 8`. */
  size?: string | undefined
  make?: string | undefined
  pad?: string | undefined
  studs?: string | undefined
  nails?: string | undefined
  clips?: string | undefined
  angleDegrees?: number | undefined
  toeMm?: number | undefined
  heelMm?: number | undefined
  findings?: string[] | undefined
  note?: string | undefined
}

/** All four feet as they were left. */
export type Setup = Readonly<Record<FootName, Foot>>
/** The other foot of the pair. */
export const partnerOf = (foot: FootName): FootName => PARTNERS[foot]
const PARTNERS = { NF: 'OF', OF: 'NF', NH: 'OH', OH: 'NH' } as const

/** What a foot carries from one visit to the next; the rest was seen or measured on a day. */
export const WORN = ['shoe', 'size', 'make', 'pad', 'studs', 'nails', 'clips'] as const

/** Whether a foot leaves with a shoe. */
export const isShod = ({ work }: Pick<Foot, 'work'>): boolean => work === 'new' || work === 'refit'

/** The part of earlier work that the next one depends on. */
type Before = { serviceType: string; setup: Setup | null }

/**
 * The feet that *same as last time* records: the work on each when this kind of work was last done, with the shoes each wore last.
 * Findings, measures and notes belong to their day. Null: unknown, as for a call-out. `earlier` newest first.
 */
export function setupAgain(serviceType: string, earlier: readonly Before[]): Setup | null {
  const setups = earlier.flatMap(({ setup }) => setup ?? [])
  const works = earlier.find((entry) => entry.serviceType === serviceType && entry.setup)?.setup ?? setupOf(serviceType)
  if (!works) return null
  return eachFoot((foot) => {
    const { work } = works[foot]
    const worn = isShod({ work }) ? setups.find((setup) => isShod(setup[foot]))?.[foot] : undefined
    return { ...(worn && only(worn, WORN)), work }
  })
}

/** The usual work of a kind on each foot, without its shoes. Undefined: a call-out or a kind of the farrier's own. */
export function setupOf(serviceType: string): Setup | undefined {
  const works = KINDS.find(([kind]) => kind === serviceType)
  if (!works) return undefined
  const [, fronts, hinds] = works
  return eachFoot((foot) => ({ work: isFront(foot) ? fronts : hinds }))
}

/** The kind of work that matches these feet; undefined: none of the standard ones. */
export function serviceOf(setup: Setup): string | undefined {
  const [fronts, hinds] = [pairOf(setup.NF, setup.OF), pairOf(setup.NH, setup.OH)]
  return KINDS.find(([, front, hind]) => front === fronts && hind === hinds)?.[0]
}

/** Work with other feet: when they amount to another kind of work, it is called that. */
export const withFeet = <W extends Before>(work: W, setup: Setup): W => ({
  ...work,
  setup,
  // A kind of the farrier's own keeps its name.
  serviceType: work.setup && serviceOf(work.setup) === work.serviceType ? (serviceOf(setup) ?? work.serviceType) : work.serviceType,
})

/** Kinds of work (Spec §9 Standard rates) by what is done to fronts and hinds. */
const KINDS: readonly (readonly [string, FootWork, FootWork])[] = [
  ['Trim', 'trim', 'trim'],
  ['Front shoes new', 'new', 'trim'],
  ['Hind shoes new', 'trim', 'new'],
  ['Full set new', 'new', 'new'],
  ['Front refit', 'refit', 'trim'],
  ['Hind refit', 'trim', 'refit'],
  ['Full set refit', 'refit', 'refit'],
]

/** A pair counts as new when one of the two is, and as trimmed when neither is shod. */
const pairOf = (near: Foot, off: Foot): FootWork =>
  near.work === 'new' || off.work === 'new' ? 'new' : near.work === 'refit' || off.work === 'refit' ? 'refit' : 'trim'

/** What was done to a foot, in a few words: `5¼ fullered, leather pad`, `Trim`. */
export function footInWords(foot: Foot): string {
  if (!isShod(foot)) return FOOT_WORK_LABELS[foot.work]
  const shoe = [foot.size, foot.shoe?.toLowerCase()].filter(Boolean).join(' ')
  return [shoe || FOOT_WORK_LABELS[foot.work], foot.pad?.toLowerCase(), foot.studs && `studs ${foot.studs}`].filter(Boolean).join(', ')
}

/** This foot with the work and shoe of its pair; its own findings and measures stay. */
export const shodAs = (foot: Foot, pair: Foot): Foot => ({ ...without(foot, WORN), ...only(pair, ['work', ...WORN]) })

/** All four feet in a line, equal neighbours joined: `NF, OF: 5¼ fullered; NH, OH: Trim`. */
export function feetInWords(setup: Setup, scheme: FootScheme = 'near-off'): string {
  const groups = Map.groupBy(FEET, (foot) => footInWords(setup[foot]))
  return [...groups].map(([words, feet]) => `${feet.map((foot) => footLabel(foot, scheme)).join(', ')}: ${words}`).join('; ')
}

/** One difference from before: `leather pad added`, `5½, was 5¼`. */
export type FootChange = { foot: FootName; words: string }

/** What differs from before, foot by foot, in the order a farrier reads it. Findings and measures are news of the day and no change. */
export const changesSince = (before: Setup, now: Setup): FootChange[] =>
  FEET.flatMap((foot) => {
    const words = [workChange(before[foot], now[foot]), ...WORN.map((field) => changeOf(field, before[foot], now[foot]))]
    return words.flatMap((said) => (said ? [{ foot, words: said }] : []))
  })

const workChange = (before: Foot, now: Foot): string | undefined =>
  before.work === now.work ? undefined : `${FOOT_WORK_LABELS[now.work].toLowerCase()}, was ${FOOT_WORK_LABELS[before.work].toLowerCase()}`

function changeOf(field: (typeof WORN)[number], before: Foot, now: Foot): string | undefined {
  // A foot that is shod no longer has lost its shoe with all that is on it.
  if (!isShod(now) || before[field] === now[field]) return undefined
  const [was, is] = [lowered(field, before[field]), lowered(field, now[field])]
  if (!was) return field === 'pad' || field === 'shoe' ? `${is} added` : `${named(field)}${is}`
  if (!is) return `${named(field)}${was} left out`
  return `${named(field)}${is}, was ${was}`
}

const named = (field: (typeof WORN)[number]) => (field === 'studs' || field === 'nails' || field === 'make' ? `${field} ` : '')
const lowered = (field: (typeof WORN)[number], value: string | undefined) =>
  field === 'shoe' || field === 'pad' || field === 'clips' ? value?.toLowerCase() : value

/** Everything found on this visit, foot by foot: the picked words, and the note about it. */
export const findingsOf = (setup: Setup): { foot: FootName; words: string }[] =>
  FEET.flatMap((foot) => {
    const { findings = [], note } = setup[foot]
    const words = [findings.map((one, at) => (at === 0 ? one : one.toLowerCase())).join(', '), note].filter(Boolean).join(': ')
    return words ? [{ foot, words }] : []
  })

export const isFront = (foot: FootName): boolean => foot.endsWith('F')

/** Feet that nothing was done to yet. */
export const NO_FEET: Setup = { NF: { work: 'none' }, OF: { work: 'none' }, NH: { work: 'none' }, OH: { work: 'none' } }

/** How the shoe of a foot is drawn. */
export type FootGlyph = { isShod: boolean; hasBar: boolean; hasPad: boolean; hasStuds: boolean; isFront: boolean }
export const glyphOf = (name: FootName, foot: Foot): FootGlyph => ({
  isShod: isShod(foot),
  hasBar: isShod(foot) && /bar/i.test(foot.shoe ?? ''),
  hasPad: isShod(foot) && Boolean(foot.pad),
  hasStuds: isShod(foot) && Boolean(foot.studs),
  isFront: isFront(name),
})

export const eachFoot = (make: (foot: FootName) => Foot): Setup => ({ NF: make('NF'), OF: make('OF'), NH: make('NH'), OH: make('OH') })

const without = (foot: Foot, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(foot).filter(([field]) => !fields.includes(field)))

function only(foot: Foot, fields: readonly (keyof Foot)[]): Foot {
  return Object.fromEntries(fields.flatMap((field) => (foot[field] === undefined ? [] : [[field, foot[field]]]))) as Foot
}
