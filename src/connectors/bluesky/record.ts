import { createHash } from 'node:crypto'
import type { FarPost } from '#connectors/kit/poster.ts'

/** What a post is called there: the name of its kind, which is also its place in an account. */
export const COLLECTION = 'app.bsky.feed.post'
const MOST_LETTERS = 300
const MOST_BYTES = 3000
const MOST_TAG_LETTERS = 64
const MICROSECONDS = 2n ** 53n
const SIGNS = '234567abcdefghijklmnopqrstuvwxyz'

const encoder = new TextEncoder()
const bytesIn = (text: string): number => encoder.encode(text).length
const lettersIn = (text: string): number => [...new Intl.Segmenter('en').segment(text)].length

/** Whether its words are within the bounds of a post there: 300 letters as people count them, and 3,000 bytes. */
export const fits = (text: string): boolean => bytesIn(text) <= MOST_BYTES && lettersIn(text) <= MOST_LETTERS

/**
 * The key of a post's record, which has to be a TID: 53 bits of microseconds and ten of chance, in 13 signs. It follows from our id alone, so that
 * a repeat meets itself; of an id that begins with its time (UUIDv7) it is that time.
 */
export function keyOf(uid: string): string {
  const hash = createHash('sha256').update(uid).digest()
  const began = /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(uid) ? BigInt(`0x${uid.slice(0, 13).replace('-', '')}`) : hash.readBigUInt64BE(8)
  const micros = (began * 1000n + BigInt(hash.readUInt32BE(0) % 1000)) % MICROSECONDS
  let rest = micros * 1024n + BigInt(hash.readUInt16BE(4) % 1024)
  let key = ''
  for (let sign = 0; sign < 13; sign++) {
    key = `${SIGNS[Number(rest % 32n)]}${key}`
    rest /= 32n
  }
  return key
}

/** A post as its record has it (lexicon app.bsky.feed.post); `blob`: the picture, as it was answered when it was handed over. */
export function recordOf({ text, altText, at, picture: { width, height } }: FarPost, blob: object) {
  const facets = facetsOf(text)
  return {
    ...{ $type: COLLECTION, text, createdAt: at.toISOString(), langs: ['en'] },
    ...(facets.length > 0 && { facets }),
    embed: { $type: 'app.bsky.embed.images', images: [{ alt: altText, image: blob, aspectRatio: { width, height } }] },
  }
}

/** Links and hashtags among the words, which are none there unless they are pointed out, by their bytes. */
export function facetsOf(text: string) {
  return [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    const begin = word.length - word.replace(/^[("'“‘[]/, '').length
    const found = featureOf(word.slice(begin))
    if (!found) return []
    const byteStart = bytesIn(text.slice(0, index + begin))
    return [{ index: { byteStart, byteEnd: byteStart + bytesIn(found.words) }, features: [found.feature] }]
  })
}

function featureOf(word: string) {
  if (word.startsWith('#')) {
    const words = withoutEnd(word, /\p{P}/u)
    const tag = words.slice(1)
    if (lettersIn(tag) > MOST_TAG_LETTERS || !/[^\d\p{P}]/u.test(tag)) return undefined
    return { words, feature: { $type: 'app.bsky.richtext.facet#tag', tag } }
  }
  const words = withoutEnd(word, /[.,;:!?"'”’)\]]/)
  const uri = /^www\../i.test(words) ? `https://${words}` : words
  if (!/^https?:\/\/[^/.]+\.[^/]/i.test(uri) || !URL.canParse(uri)) return undefined
  return { words, feature: { $type: 'app.bsky.richtext.facet#link', uri } }
}

/** A word without the signs it ends with. */
function withoutEnd(word: string, signs: RegExp): string {
  let end = word.length
  while (end > 1 && signs.test(word.slice(end - 1, end))) end -= 1
  return word.slice(0, end)
}
