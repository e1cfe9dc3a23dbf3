/** The feet, seen from the horse: near is its left, off its right; fronts before hinds. */
export const FEET = ['NF', 'OF', 'NH', 'OH'] as const
export type FootName = (typeof FEET)[number]
/** How a practice calls them: near and off, or left and right. */
export type FootScheme = 'near-off' | 'left-right'

const LEFT_RIGHT: Readonly<Record<FootName, string>> = { NF: 'LF', OF: 'RF', NH: 'LH', OH: 'RH' }
const LONG: Readonly<Record<FootScheme, Readonly<Record<FootName, string>>>> = {
  'near-off': { NF: 'near fore', OF: 'off fore', NH: 'near hind', OH: 'off hind' },
  'left-right': { NF: 'left fore', OF: 'right fore', NH: 'left hind', OH: 'right hind' },
}

/** `NF` as this practice writes it. */
export const footLabel = (foot: FootName, scheme: FootScheme): string => (scheme === 'near-off' ? foot : LEFT_RIGHT[foot])
/** `near fore` in this practice's words. */
export const footWords = (foot: FootName, scheme: FootScheme): string => LONG[scheme][foot]
