/* How farriers say things, and how a machine that does not know the trade hears them: "near four" is a near fore, "CD toe" a seedy one. */

/** The feet, seen from the horse. */
export type FootName = 'NF' | 'OF' | 'NH' | 'OH'

const NEAR = '(?:near|left)(?:[- ]?side)?'
const OFF = '(?:off|right)(?:[- ]?side)?'
const FORE = '(?:fore|four|for|front)(?:[- ]?(?:foot|leg))?'
const HIND = '(?:hind|hine|back)(?:[- ]?(?:foot|leg))?'

/** Which feet are meant, the longest wording first. `of` in small letters is only a word. */
export const FEET_WORDS: readonly (readonly [RegExp, readonly FootName[]])[] = [
  [/\ball (?:four|round|around|feet)(?: feet| round)?\b/i, ['NF', 'OF', 'NH', 'OH']],
  [new RegExp(`\\b${NEAR}[- ]${FORE}\\b`, 'i'), ['NF']],
  [new RegExp(`\\b${OFF}[- ]${FORE}\\b`, 'i'), ['OF']],
  [new RegExp(`\\b${NEAR}[- ]${HIND}\\b`, 'i'), ['NH']],
  [new RegExp(`\\b${OFF}[- ]${HIND}\\b`, 'i'), ['OH']],
  [/\b(?:NF|LF)\b/, ['NF']],
  [/\b(?:OF|RF)\b/, ['OF']],
  [/\b(?:NH|LH)\b/, ['NH']],
  [/\b(?:OH|RH)\b/, ['OH']],
  [/\b(?:both (?:the )?)?(?:fronts|fores|(?:front|fore) (?:feet|shoes)|in front)\b/i, ['NF', 'OF']],
  [/\b(?:both (?:the )?)?(?:hinds|hind (?:feet|shoes)|back feet)\b/i, ['NH', 'OH']],
]

/** What is found on a foot, as the work record's list calls it. */
export const FINDING_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:risen|raised|rising) cl[ei]nche?s?\b|\bcl[ei]nche?s (?:are |were |have |had |all )*(?:up|risen|raised)\b/i, 'Risen clenches'],
  [/\bthrush(?:y)?\b/i, 'Thrush'],
  [/\b(?:seedy|c\.?d\.?|seed) toes?\b/i, 'Seedy toe'],
  [/\bwhite[- ]line disease\b/i, 'White line disease'],
  [/\babscess(?:es)?\b|\bpus\b/i, 'Abscess'],
  [/\bbruis(?:ed|ing|e)\b(?: (?:of|on|to|in)? ?(?:the )?sole)?|\bsole (?:is |was )?bruised\b/i, 'Bruised sole'],
  [/\bcorns?\b/i, 'Corn'],
  [/\b(?:sand |grass |quarter |toe |hoof )?crack(?:s|ed)?\b/i, 'Crack'],
  [/\bflar(?:e|es|ed|ing)\b/i, 'Flare'],
  [/\bshear(?:ed)? heels?\b/i, 'Sheared heel'],
  [/\b(?:collapsed|under[- ]?run) heels?\b|\bheels? (?:is |are |a (?:bit|little) )*(?:collapsed|under[- ]?run)\b/i, 'Collapsed heels'],
  [/\bcontracted heels?\b|\bheels? (?:is |are |a (?:bit|little) )*contracted\b/i, 'Contracted heels'],
  [/\bbroken (?:wall|foot)\b|\bwall (?:is |was |has )*(?:broken|breaking)(?: away| up)?\b/i, 'Broken wall'],
  [/\bnail prick\b|\bpricked\b/i, 'Nail prick'],
  [/\bsprung (?:a |the |his |her )?shoe\b|\bshoe (?:is |was |has )?(?:been )?sprung\b/i, 'Sprung shoe'],
  [/\blost (?:a|the|his|her|that|one)\b(?: \w+){0,3} shoe\b|\blost shoe\b|\bshoe (?:is |was )?missing\b/i, 'Lost shoe'],
  [/\blaminiti[cs] rings?\b/i, 'Laminitic rings'],
]

export const SHOE_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:three[- ]quarter|3\/4|¾)[- ]?fullered\b/i, 'Three-quarter fullered'],
  [/\bfullered\b/i, 'Fullered'],
  [/\bplain (?:stamped|shoes?)\b/i, 'Plain'],
  [/\balumini?ums?\b|\ball[iy](?:s|es)?\b(?= shoes?\b)/i, 'Aluminium'],
  [/\begg[- ]bars?\b/i, 'Egg bar'],
  [/\bheart[- ]bars?\b/i, 'Heart bar'],
  [/\b(?:straight[- ])?bar shoes?\b/i, 'Bar'],
  [/\bwide[- ]web(?:bed)?\b/i, 'Wide web'],
  [/\brolled[- ]toes?\b/i, 'Rolled toe'],
  [/\bglue[- ]ons?\b/i, 'Glue-on'],
]

export const PAD_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bleather pads?\b|\bleathers\b/i, 'Leather pad'],
  [/\bplastic pads?\b/i, 'Plastic pad'],
  [/\bwedge(?:d)? pads?\b|\bwedges\b/i, 'Wedge pad'],
  [/\brim pads?\b/i, 'Rim pad'],
  [/\bpour[- ]?in(?: pads?)?\b/i, 'Pour-in pad'],
  [/\bhoof pack(?:ing)?\b/i, 'Hoof packing'],
]

/** Kinds of work (Spec §9 Standard rates), the more specific one first. */
export const SERVICE_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:emergency|call[- ]?out)\b/i, 'Emergency call-out'],
  [
    /\b(?:full set (?:of )?refits?|full refit|set of refits|refit(?:s|ted)? (?:(?:a|the) )?(?:full set|all (?:round|four)))\b/i,
    'Full set refit',
  ],
  [/\b(?:full set|new set|set of (?:new )?shoes|(?:shod|new shoes) all (?:round|around|four)|four new shoes)\b/i, 'Full set new'],
  [/\b(?:front refits?|refit(?:s|ted)? (?:of |on )?(?:(?:the|both) )*(?:fronts|fores|in front))\b/i, 'Front refit'],
  [/\b(?:hind refits?|refit(?:s|ted)? (?:of |on )?(?:(?:the|both) )*hinds)\b/i, 'Hind refit'],
  [
    /\b(?:new fronts|front shoes(?: new)?|(?:shod|new shoes) (?:in front|(?:the )?fronts)|fronts shod|pair of fronts|new front shoes)\b/i,
    'Front shoes new',
  ],
  [/\b(?:new hinds|hind shoes(?: new)?|new hind shoes|shod (?:behind|(?:the )?hinds)|hinds shod|pair of hinds)\b/i, 'Hind shoes new'],
  [/\btrim(?:med|s)?\b/i, 'Trim'],
]

/** Advice begins with this, or contains it. */
export const ADVICE =
  /\b(?:recommend(?:ed|s)?|advis(?:e|ed|es)|suggest(?:ed|s)?|should(?:n't| not)?|ought to|needs? to|needs? (?:the|a) vet|(?:see|get|call|ring|have) (?:the|a|her|his|their|your)? ?vet|keep an eye|next time|next visit|bring (?:him|her|it|them) forward)\b/i

/** The prompt for a transcription server, so that it expects the trade's words. */
export const PROMPT_WORDS =
  'Farrier’s notes: near fore, off fore, near hind, off hind, NF, OF, NH, OH, trim, full set, front refit, risen clenches, thrush, seedy toe, ' +
  'white line, abscess, flare, sheared heel, heart bar, egg bar, fullered, five and a quarter, leather pad, studs, nails, quarter clips.'
