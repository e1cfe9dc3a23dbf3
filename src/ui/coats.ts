export type Coat = { ink: string; tint: string }

/* Colour of the head and of the square behind it. They only help the eye to find a row again, so they hold in both themes. */
const COATS: readonly (readonly [words: RegExp, coat: Coat])[] = [
  [/palomino|dun|buckskin|cremello|perlino|isabella|champagne/i, { ink: '#a9762b', tint: '#f6ecd7' }],
  [/grey|gray|white|roan/i, { ink: '#5d646b', tint: '#e7e9ea' }],
  [/black/i, { ink: '#26292d', tint: '#dfe1e4' }],
  [/piebald|skewbald|colou?red|pinto|tobiano|appaloosa|spotted/i, { ink: '#4a3a31', tint: '#ece5df' }],
  [/brown|liver|seal/i, { ink: '#4f3322', tint: '#eadfd8' }],
  [/chestnut|sorrel/i, { ink: '#99431f', tint: '#f7e2d8' }],
  [/bay/i, { ink: '#7a4526', tint: '#f2e0d6' }],
]
const UNKNOWN: Coat = { ink: '#414b55', tint: '#edeae3' }

/** The tint for a coat as a farrier writes it; iron when no word of it is known. */
export const coatOf = (color: string | null | undefined): Coat => COATS.find(([words]) => color && words.test(color))?.[1] ?? UNKNOWN
