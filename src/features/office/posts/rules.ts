import type { Network, Post, PostAnswer, TargetState } from '#features/office/posts/contract.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import type { PhotoConsent } from '#features/records/photo-consents/contract.ts'
import { mayUsePhotos } from '#features/records/photo-consents/rules.ts'
import type { Day } from '#lib/dates.ts'

type Horse = { id: string; clientId: string | null } & Pick<HorseRow, 'goneOn' | 'goneReason'>

/** Whether a horse may be shown on social media: under a live consent of its owner as they are now, and only while it lives and is theirs. */
export const mayPost = (consents: readonly PhotoConsent[], horse: Horse, today: Day): boolean =>
  mayUsePhotos(consents, horse, 'social') && !hasLeft(horse, today)

/** Dead, or sold to someone whom we don't know. */
export const hasLeft = ({ goneOn, goneReason }: Pick<HorseRow, 'goneOn' | 'goneReason'>, today: Day): boolean =>
  goneOn !== null && goneOn <= today && (goneReason === 'deceased' || goneReason === 'sold')

const characters = new Intl.Segmenter('en-GB', { granularity: 'grapheme' })

/** Characters as people count them, which is how networks do. */
export const countCharacters = (text: string): number => [...characters.segment(text)].length

type Written = Pick<Post, 'text' | 'altText' | 'pictureId' | 'networks' | 'nobodyAt'>
/** Why a post can't go: an error's code, and the field it is about. */
export type PostFault = { code: FaultCode; field: keyof Written; sentence: string }
type FaultCode =
  | 'post_no_picture'
  | 'post_no_alt_text'
  | 'post_no_networks'
  | 'network_not_connected'
  | 'post_too_long'
  | 'post_nobody_unconfirmed'

/** What keeps a post from going, in the order of its form; whether its owner agrees is another matter (`mayPost`). */
export function postFaults(post: Written, networks: readonly Network[]): PostFault[] {
  const chosen = post.networks.map((id) => networks.find((one) => one.id === id) ?? id)
  const faults: PostFault[] = []
  const add = (code: FaultCode, field: keyof Written, sentence: string) => faults.push({ code, field, sentence })
  if (!post.pictureId) add('post_no_picture', 'pictureId', 'There is no picture yet.')
  for (const one of chosen) if (typeof one !== 'string') addTooLong(post, one, add)
  if (!post.altText.trim()) add('post_no_alt_text', 'altText', 'Say what is in the picture, for those who can’t see it.')
  if (chosen.length === 0) add('post_no_networks', 'networks', 'Choose where to post it.')
  for (const one of chosen) {
    if (typeof one === 'string') add('network_not_connected', 'networks', 'One of the networks isn’t there any more. Choose again.')
    else if (!one.isOn) add('network_not_connected', 'networks', `${one.name} isn’t connected. Its owner connects it under Integrations.`)
  }
  if (!post.nobodyAt) add('post_nobody_unconfirmed', 'nobodyAt', 'Look at the picture and confirm that no person can be recognised.')
  return faults
}

function addTooLong(
  post: Written,
  { name, text, altText }: Network,
  add: (code: FaultCode, field: keyof Written, sentence: string) => void,
) {
  const over = (words: string, most: number) => countCharacters(words) - most
  const [long, longAlt] = [over(post.text, text), over(post.altText, altText)]
  const many = (count: number) => (count === 1 ? '1 character' : `${count} characters`)
  if (long > 0) add('post_too_long', 'text', `${name} takes ${text} characters: shorten the words by ${many(long)}.`)
  if (longAlt > 0) add('post_too_long', 'altText', `${name} takes ${altText} characters about a picture: shorten them by ${many(longAlt)}.`)
}

/** What a person may say of a post that stands so at a network. */
export const ANSWERS_TO: Readonly<Partial<Record<TargetState, readonly PostAnswer[]>>> = {
  doubt: ['there', 'again', 'leave'],
  refused: ['again', 'leave'],
  still_up: ['gone'],
}
