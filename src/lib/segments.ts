/** How a text counts: as a single message, or as the number of parts it is split into. */
export type TextSize = { alphabet: 'GSM-7' | 'UCS-2'; segments: number; units: number }

const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const EXTENSION = '^{}\\[~]|€\f'

/** Septets of each character of the GSM default alphabet; those of the extension table take an escape before them. */
const SEPTETS = new Map([...[...BASIC].map((letter) => [letter, 1] as const), ...[...EXTENSION].map((letter) => [letter, 2] as const)])

// 3GPP TS 23.038 and 23.040: a message has 140 octets; in a multi-part message the header takes six of them.
const GSM = { single: 160, part: 153 }
const UCS = { single: 70, part: 67 }

/**
 * Counts a text as the networks do: GSM-7 when every character is in its alphabet or extension table, else UCS-2. `units` are septets or UTF-16
 * units. A character of two units is never split, so a part may end one unit early. An empty text is one message.
 */
export function textSize(text: string): TextSize {
  const letters = [...text]
  const septets = letters.map((letter) => SEPTETS.get(letter))
  const isGsm = septets.every((count) => count !== undefined)
  const lengths = isGsm ? (septets as number[]) : letters.map((letter) => letter.length)
  return { alphabet: isGsm ? 'GSM-7' : 'UCS-2', units: sum(lengths), segments: parts(lengths, isGsm ? GSM : UCS) }
}

function parts(lengths: number[], limit: { single: number; part: number }): number {
  if (sum(lengths) <= limit.single) return 1
  let count = 1
  let used = 0
  for (const length of lengths) {
    if (used + length > limit.part) {
      count += 1
      used = 0
    }
    used += length
  }
  return count
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
